import { browser } from 'wxt/browser'

const batches = 'batches'
const approvals = 'approvals'
const lock = 'lock'

const reasons = new Set<'batches' | 'subscriptions' | 'quotes'>()
let timer: ReturnType<typeof setInterval> | undefined

/**
 * Keeps the worker, which the browser stops after 30 s without an extension API call, while there is a reason.
 * Nothing rests on this but speed: whatever was stopped is taken up again on the next start.
 */
export const keepAwake = (
  reason: 'batches' | 'subscriptions' | 'quotes',
  isNeeded: boolean,
): void => {
  if (isNeeded) reasons.add(reason)
  else reasons.delete(reason)
  if (reasons.size > 0) timer ??= setInterval(() => void browser.runtime.getPlatformInfo(), 20_000)
  else {
    clearInterval(timer)
    timer = undefined
  }
}

/** Keeps the worker for batches, and has it woken for them. */
export const stayAwake = ({ now, later }: { now: boolean; later: boolean }): void => {
  keepAwake('batches', now)
  if (later) void browser.alarms.create(batches, { periodInMinutes: 0.5 })
  else void browser.alarms.clear(batches)
}

/** Has the worker look after requests whose page has gone, once it has had its time; a look that is due stays due. */
export const lookLater = async (): Promise<void> => {
  const due = await browser.alarms.get(approvals)
  if (!due) await browser.alarms.create(approvals, { delayInMinutes: 0.52 })
}

/** Has the worker woken to lock at that time, in ms since 1970, or not at all. */
export const lockAt = (when: number | undefined): void => {
  if (when === undefined) void browser.alarms.clear(lock)
  else void browser.alarms.create(lock, { when })
}

/** What the alarms call. */
export const onAlarm = (run: {
  batches: () => void
  approvals: () => void
  lock: () => void
}): void => {
  browser.alarms.onAlarm.addListener(({ name }) => {
    if (name === batches) run.batches()
    if (name === approvals) run.approvals()
    if (name === lock) run.lock()
  })
}

/** An update waits to be let in; `reload` lets it in, and ends this worker. */
export const onUpdate = (run: () => void): void =>
  browser.runtime.onUpdateAvailable.addListener(run)

/** Starts the extension anew. */
export const reload = (): void => browser.runtime.reload()

/** Alarms may be lost with a restart or an update: both are reasons to look again. */
export const onBrowserStart = (run: () => void): void => {
  browser.runtime.onStartup.addListener(run)
  browser.runtime.onInstalled.addListener(run)
}
