import { browser } from 'wxt/browser'
import { mutex } from '../async'

const approvals = 'approvalWindow'
const batch = 'batchTab'

const known = async (key: string): Promise<number | undefined> =>
  (await browser.storage.session.get<Record<string, number>>(key))[key]

const page = (rest: string): string => `${browser.runtime.getURL('/popup.html')}${rest}`

const create = (rest: string) =>
  browser.windows.create({ url: page(rest), type: 'popup', width: 360, height: 628 })

const remember = async (key: string, id: number | undefined): Promise<void> => {
  if (id !== undefined) await browser.storage.session.set({ [key]: id })
}

const startedAt = Date.now()

let missed: (before: number) => Promise<void> = () => Promise.resolve()

/** Opening and closing take turns, so that neither acts on what the other is about to change. */
const inTurn = mutex()

const open = async (toFront: boolean, isNeeded: () => Promise<boolean>): Promise<void> => {
  if (!(await isNeeded())) return
  const id = await known(approvals)
  if (id !== undefined) {
    const there = await (
      toFront ? browser.windows.update(id, { focused: true }) : browser.windows.get(id)
    ).catch(() => undefined)
    if (there) return
    // Closed while the worker was stopped, and its pages came back before the browser told of it: still a no.
    if (!toFront) await missed(startedAt)
    if (!(await isNeeded())) return browser.storage.session.remove(approvals)
  }
  await remember(approvals, (await create('?approval'))?.id)
}

/**
 * Opens the one approval window. One that is open comes to the front only for a new request: a page that
 * takes up its request after the worker was stopped must not steal the focus. Closing it takes its turn
 * before: none opens for what was rejected by that.
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

/** Opens a window on a batch's page. The one that is open turns to it and comes to the front. */
export const showBatch = (key: string): Promise<void> =>
  inTurn(async () => {
    const tab = await known(batch)
    if (tab !== undefined && (await turnTo(tab, page(`#${key}`)))) return
    await remember(batch, (await create(`#${key}`))?.tabs?.[0]?.id)
  })

/** Closes the approval window if nothing waits. It is forgotten first, so that this rejects nothing. */
export const closeApprovals = (isIdle: () => Promise<boolean>): Promise<void> =>
  inTurn(async () => {
    const id = await known(approvals)
    if (id === undefined || !(await isIdle())) return
    await browser.storage.session.remove(approvals)
    await browser.windows.remove(id).catch(() => undefined)
  })

/**
 * Takes a page that shows approvals for the one window, or closes its window where there is one already: a
 * worker that was stopped while it opened a window knows nothing of it.
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
 * Calls back when the approval window was closed; closing any other page of the wallet decides nothing. With
 * `before` (ms since 1970), what came later was not in that window.
 */
export const onApprovalsClosed = (closed: (before?: number) => Promise<void>): void => {
  missed = closed
  browser.windows.onRemoved.addListener((id) => {
    void inTurn(async () => {
      if (id !== (await known(approvals))) return
      await browser.storage.session.remove(approvals)
      await closed()
    })
  })
}
