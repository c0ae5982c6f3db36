import { browser } from 'wxt/browser'
import { turnTo, usePlace } from '../store/place'
import { sitBeside } from '../store/session'

/** Keeps the panel beside the tab that its window shows, and tells the background while the panel is in sight. */
export const followWindow = async (): Promise<void> => {
  const { id: window } = await browser.windows.getCurrent()
  if (window === undefined) throw new Error('the panel has no window')
  // The event brings the tab itself: nothing of the old one is asked for, or armed, from here on.
  browser.tabs.onActivated.addListener(({ tabId, windowId }) => {
    if (windowId === window) turnTo(window, tabId)
  })
  const [tab] = await browser.tabs.query({ active: true, windowId: window })
  if (usePlace.getState().tab === undefined) turnTo(window, tab?.id)
  const tell = () => sitBeside(document.visibilityState === 'visible' ? window : null)
  document.addEventListener('visibilitychange', tell)
  tell()
}
