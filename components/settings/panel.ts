import { browser } from 'wxt/browser'

/** Side panel (Chrome) or sidebar (Firefox): each browser has one of them. */
const { sidePanel, sidebarAction } = browser as {
  sidePanel?: typeof browser.sidePanel
  sidebarAction?: { open: () => Promise<void> }
}

/** True in a browser with Chrome's side panel. */
export const hasPanels = (): boolean => sidePanel !== undefined

/** True in a browser with Firefox's sidebar. */
export const canOpenSidebar = (): boolean => sidebarAction !== undefined

/** Opens the sidebar, which takes a click of the user. */
export const openSidebar = async (): Promise<void> => sidebarAction?.open()

/** True if the icon opens the side panel in place of the popup. */
export const chosenPanel = async (): Promise<boolean> =>
  (await sidePanel?.getPanelBehavior())?.openPanelOnActionClick === true

/** Has the icon open the side panel from now on, and opens it; or the popup. The browser keeps the choice. */
export const choosePanel = async (isOn: boolean): Promise<void> => {
  await sidePanel?.setPanelBehavior({ openPanelOnActionClick: isOn })
  const { id } = await browser.windows.getCurrent()
  if (isOn && id !== undefined) await sidePanel?.open({ windowId: id })
}
