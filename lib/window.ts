import { browser } from 'wxt/browser'

const key = 'approvalWindow'

const known = async (): Promise<number | undefined> =>
  (await browser.storage.session.get<Record<string, number>>(key))[key]

let last: Promise<unknown> = Promise.resolve()

/** Opening and closing take turns, so that neither acts on what the other is about to change. */
const inTurn = <T>(run: () => Promise<T>): Promise<T> => {
  const turn = last.then(run)
  last = turn.catch(() => undefined)
  return turn
}

const open = async (toFront: boolean): Promise<void> => {
  const id = await known()
  if (id !== undefined) {
    const there = await (
      toFront ? browser.windows.update(id, { focused: true }) : browser.windows.get(id)
    ).catch(() => undefined)
    if (there) return
  }
  const created = await browser.windows.create({
    url: `${browser.runtime.getURL('/popup.html')}?approval`,
    type: 'popup',
    width: 360,
    height: 628,
  })
  if (created?.id !== undefined) await browser.storage.session.set({ [key]: created.id })
}

/**
 * Opens the one approval window. One that is open comes to the front only for a new request: a page that
 * takes up its request after the worker was stopped must not steal the focus.
 */
export const showApprovals = (toFront = true): Promise<void> => inTurn(() => open(toFront))

/** Closes the approval window if nothing waits. It is forgotten first, so that this rejects nothing. */
export const closeApprovals = (isIdle: () => Promise<boolean>): Promise<void> =>
  inTurn(async () => {
    const id = await known()
    if (id === undefined || !(await isIdle())) return
    await browser.storage.session.remove(key)
    await browser.windows.remove(id).catch(() => undefined)
  })

/** Calls back when the approval window was closed; closing any other page of the wallet decides nothing. */
export const onApprovalsClosed = (closed: () => Promise<void>): void => {
  browser.windows.onRemoved.addListener((id) => {
    void inTurn(async () => {
      if (id !== (await known())) return
      await browser.storage.session.remove(key)
      await closed()
    })
  })
}
