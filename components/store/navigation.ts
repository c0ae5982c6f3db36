import { create } from 'zustand'

/** A screen that the navigation leads to, by its address. */
export type MainScreen = '' | 'activity' | 'sites' | 'settings'

type NavigationStore = {
  /** When the user last cleared the activity, while that can be taken back. */
  cleared: number | undefined
  /** The network that the user looks at, kept for the next time. The account is a setting. */
  here: { chainId?: number }
  /** The main screen that was shown last. */
  place: MainScreen
}

const hereAt = 'here'

/** Where the user is in the open page, and came from. */
export const useNavigation = create<NavigationStore>(() => ({
  cleared: undefined,
  here: JSON.parse(localStorage.getItem(hereAt) ?? '{}') as NavigationStore['here'],
  place: '',
}))

/** Notes what can be taken back, or that nothing can be any more. */
export const setCleared = (cleared: number | undefined): void => useNavigation.setState({ cleared })

/** Turns to another network. */
export const setHere = (here: NavigationStore['here']): void => {
  localStorage.setItem(hereAt, JSON.stringify(here))
  useNavigation.setState({ here })
}

/** Notes which main screen is shown. */
export const setPlace = (place: MainScreen): void => useNavigation.setState({ place })
