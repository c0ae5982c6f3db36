import type { Scripted } from '../e2e/support/site.ts'

/** A page of the wallet, as a user has it; what is pressed or filled is named as it reads. */
export type Screen = {
  press: (name: string) => Promise<void>
  fill: (label: string, text: string) => Promise<void>
  sees: (text: string) => Promise<void>
  /** Waits for the screen's heading, so that the screen stands. */
  stands: () => Promise<void>
  close: () => Promise<void>
}

/** Actions that a walk through the wallet needs of a browser. */
export type Hands = {
  /** Opens a screen of the wallet by its address, on a page of its own. */
  open: (hash: string) => Promise<Screen>
  onboard: (screen: Screen) => Promise<void>
  /** Opens a page of a site. */
  site: (url: string) => Promise<Scripted>
  /** Waits for the approval window. */
  approval: () => Promise<Screen>
  /** Approves in the window, in two steps where it asks for two. */
  approve: () => Promise<void>
  /** Rejects in the window. */
  reject: () => Promise<void>
  /** Stops the background, and with it all that it was about to ask. */
  stop: () => Promise<void>
  end: () => Promise<void>
}
