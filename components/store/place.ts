import { create } from 'zustand'

/** The panel's place in the browser. */
type Place = {
  /** The window that this page is the panel of; undefined if it is no panel. */
  window: number | undefined
  /** The tab beside the panel; undefined until that is known, and if it is no panel. */
  tab: number | undefined
  /** How many times the tab has been switched: what was armed before is armed no more. */
  turn: number
}

/** Where this page stands: beside a tab if it is a side panel or sidebar, else nowhere. */
export const usePlace = create<Place>(() => ({ window: undefined, tab: undefined, turn: 0 }))

/** Puts the panel beside a tab. */
export const turnTo = (window: number, tab: number | undefined): void =>
  usePlace.setState(({ turn }) => ({ window, tab, turn: turn + 1 }))
