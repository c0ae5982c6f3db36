import { browser } from 'wxt/browser'

const batches = 'batches'
const approvals = 'approvals'
const lock = 'lock'
const sweep = 'sweep'

const reasons = new Set<'batches' | 'subscriptions' | 'quotes'>()
let timer: ReturnType<typeof setInterval> | undefined

/**
 * Keeps the worker alive while there is a reason; the browser stops it after 30 s without an extension API
 * call. Only speed depends on it: the next start resumes whatever was stopped.
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

/** Keeps the worker alive for batches (`now`), and sets an alarm every 30 s to wake it (`later`). */
export const stayAwake = ({ now, later }: { now: boolean; later: boolean }): void => {
  keepAwake('batches', now)
  if (later) void browser.alarms.create(batches, { periodInMinutes: 0.5 })
  else void browser.alarms.clear(batches)
}

/**
 * Sets an alarm that expires requests whose page is gone, just over 30 s ahead; an alarm already set stays. `left`: how
 * many such requests there are; none must not wake the worker.
 */
export const lookLater = async (left: number | Promise<number>): Promise<void> => {
  if ((await left) === 0) return
  const due = await browser.alarms.get(approvals)
  if (!due) await browser.alarms.create(approvals, { delayInMinutes: 0.52 })
}

/** Sets the alarm that locks the wallet at `when` (ms since 1970); undefined clears it. */
export const lockAt = (when: number | undefined): void => {
  if (when === undefined) void browser.alarms.clear(lock)
  else void browser.alarms.create(lock, { when })
}

/** Sets the alarm that deletes what was kept of a request, at `when` (ms since 1970). */
export const sweepAt = (when: number): void => void browser.alarms.create(sweep, { when })

/** Runs a callback for each alarm by its name. */
export const onAlarm = (run: {
  batches: () => void
  approvals: () => void
  lock: () => void
  sweep: () => void
}): void => {
  browser.alarms.onAlarm.addListener(({ name }) => {
    if (name === batches) run.batches()
    if (name === approvals) run.approvals()
    if (name === lock) run.lock()
    if (name === sweep) run.sweep()
  })
}

/** Calls `run` when an update waits to be installed; `reload` installs it and ends this worker. */
export const onUpdate = (run: () => void): void =>
  browser.runtime.onUpdateAvailable.addListener(run)

/** Reloads the extension. */
export const reload = (): void => browser.runtime.reload()

/** Why the browser loaded the extension; Firefox alone says if it did for a session. */
type Installed = { reason: string; temporary?: boolean }

/** Calls `run` when the extension is installed; not when Firefox loads it for a session, as developers do again and again. */
export const onInstall = (run: () => void): void =>
  browser.runtime.onInstalled.addListener(({ reason, temporary = false }: Installed) => {
    if (reason === 'install' && !temporary) run()
  })

/** Calls `run` after a browser start or an update, which may have lost the alarms. */
export const onBrowserStart = (run: () => void): void => {
  browser.runtime.onStartup.addListener(run)
  browser.runtime.onInstalled.addListener(run)
}
