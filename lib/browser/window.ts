import { browser } from 'wxt/browser'
import { mutex } from '../async'

const approvals = 'approvalWindow'
const batch = 'batchTab'

const known = async (key: string): Promise<number | undefined> =>
  (await browser.storage.session.get<Record<string, number>>(key))[key]

const page = (rest: string): string => `${browser.runtime.getURL('/popup.html')}${rest}`

/** Room for a page of 400 by 640 px and a frame: some 40 px for the title, and 16 px beside it on Windows. */
const size = { width: 416, height: 680 }

/** The right top of the browser's window that the user looks at, away from what a page shows in its middle. */
const corner = async (): Promise<{ left?: number; top?: number }> => {
  const { type, left, top, width } = await browser.windows.getLastFocused()
  if (type !== 'normal' || left === undefined || top === undefined || width === undefined) return {}
  return { left: Math.max(left, left + width - size.width), top }
}

const create = async (rest: string, at = corner()) => {
  const shape = { url: page(rest), type: 'popup' as const, ...size }
  const place = await at.catch(() => ({}))
  // A browser refuses a place that is mostly off the screen.
  return browser.windows.create({ ...shape, ...place }).catch(() => browser.windows.create(shape))
}

const remember = async (key: string, id: number | undefined): Promise<void> => {
  if (id !== undefined) await browser.storage.session.set({ [key]: id })
}

const startedAt = Date.now()

/** Times, in ms since 1970, at which windows were closed whose turn to be told has not come. */
const closedAt = new Map<number, number>()

let missed: (before: number) => Promise<void> = () => Promise.resolve()

/** Mutex: opening and closing the window never run at once, as each reads state that the other changes. */
const inTurn = mutex()

const open = async (toFront: boolean, isNeeded: () => Promise<boolean>): Promise<void> => {
  // All three at once: a site waits for its window.
  const at = toFront ? corner() : undefined
  at?.catch(() => undefined)
  const [isAsked, id] = await Promise.all([isNeeded(), known(approvals)])
  if (!isAsked) return
  if (id !== undefined) {
    const there = await (
      toFront ? browser.windows.update(id, { focused: true }) : browser.windows.get(id)
    ).catch(() => undefined)
    if (there) return
    // The window was closed while this waited for its turn, or while the worker was stopped and before the
    // browser reported it to a page that reconnected: the requests in it count as rejected.
    const at = closedAt.get(id)
    if (at !== undefined || !toFront) await missed(at ?? startedAt)
    if (!(await isNeeded())) return browser.storage.session.remove(approvals)
  }
  await remember(approvals, (await create('?approval', at))?.id)
}

/**
 * Opens the approval window, if there is none. An open one comes to the front only for a new request: a
 * page that resumes after a worker stop must not steal the focus. Waits for a close under way, so that no
 * window opens for requests rejected by it.
 */
export const showApprovals = (
  toFront = true,
  isNeeded = () => Promise.resolve(true),
): Promise<void> => inTurn(() => open(toFront, isNeeded))

const turnTo = async (tab: number, url: string): Promise<boolean> => {
  try {
    const turned = await browser.tabs.update(tab, { active: true, url })
    if (turned) await browser.windows.update(turned.windowId, { focused: true })
    return turned !== undefined
  } catch {
    return false
  }
}

/** Shows a batch's page in the one window for batches, opened if needed, and brings it to the front. */
export const showBatch = (key: string): Promise<void> =>
  inTurn(async () => {
    const tab = await known(batch)
    if (tab !== undefined && (await turnTo(tab, page(`#${key}`)))) return
    await remember(batch, (await create(`#${key}`))?.tabs?.[0]?.id)
  })

/** Shows the wallet's own page in a tab of the browser's window. */
export const showTab = async (): Promise<void> => {
  await browser.tabs.create({ url: page('') })
}

/** Closes the approval window if `isIdle`. Its ID is forgotten first, so that closing it rejects nothing. */
export const closeApprovals = (isIdle: () => Promise<boolean>): Promise<void> =>
  inTurn(async () => {
    const id = await known(approvals)
    if (id === undefined || !(await isIdle())) return
    await browser.storage.session.remove(approvals)
    await browser.windows.remove(id).catch(() => undefined)
  })

/**
 * Registers a window as the approval window, or closes it if another is open. A worker that was stopped
 * while it opened a window does not know of that window.
 */
export const adoptApprovals = (id: number): Promise<void> =>
  inTurn(async () => {
    const { type } = await browser.windows.get(id)
    if (type !== 'popup') return
    const one = await known(approvals)
    const there = one !== undefined && (await browser.windows.get(one).catch(() => undefined))
    if (!there) return remember(approvals, id)
    if (one !== id) await browser.windows.remove(id).catch(() => undefined)
  })

/**
 * Calls `closed` when the approval window is closed; closing another page of the wallet decides nothing.
 * `before` (ms since 1970): later requests were not in that window.
 */
export const onApprovalsClosed = (closed: (before?: number) => Promise<void>): void => {
  missed = closed
  browser.windows.onRemoved.addListener((id) => {
    closedAt.set(id, Date.now())
    void inTurn(async () => {
      closedAt.delete(id)
      if (id !== (await known(approvals))) return
      await browser.storage.session.remove(approvals)
      await closed()
    })
  })
}
