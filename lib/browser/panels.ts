import { browser } from 'wxt/browser'
import type { Approval } from '../db'
import { createEmitter } from '../db/emitter'

/** How long a worker that has just started waits for panels to connect again, in ms. */
export const panelsReturn = 3_000

const startedAt = Date.now()

/** The windows in whose side panel or sidebar the wallet is to be seen, by the page in it. */
const panels = new Map<object, number>()

/** Emits when a panel was opened, hidden or closed. */
export const panelsChanged = createEmitter()

/** Notes the window that a page is the panel of; undefined once it is out of sight. */
export const setPanel = (page: object, window: number | undefined): void => {
  if (panels.get(page) === window) return
  if (window === undefined) panels.delete(page)
  else panels.set(page, window)
  panelsChanged.emit()
}

const tabOf = async ({ tab }: Approval) =>
  tab === undefined ? undefined : browser.tabs.get(tab).catch(() => undefined)

/** True if the wallet is open in a panel of the window that the request's tab is in. */
export const isBesidePanel = async (row: Approval): Promise<boolean> => {
  // A panel that showed a request of this worker's own time is connected, or was closed.
  const isOlder = row.createdAt < startedAt
  if (row.isBeside && isOlder && Date.now() - startedAt < panelsReturn) return true
  const window = panels.size > 0 ? (await tabOf(row))?.windowId : undefined
  return window !== undefined && [...panels.values()].includes(window)
}

/** True if the request's tab is the one that is shown in the window now. */
export const isShownIn = async (window: number, row: Approval): Promise<boolean> => {
  const tab = await tabOf(row)
  return tab?.windowId === window && tab.active
}

/** Calls the listener when a tab has come to another window. */
export const onTabMoved = (listener: () => void): void =>
  browser.tabs.onAttached.addListener(listener)
