import type { MainScreen } from '../store/navigation'
import type { Key } from '../text/messages'

/** The names of the screens that the navigation leads to. */
export const placeNames: Readonly<Record<MainScreen, Key>> = {
  '': 'navHome',
  activity: 'navActivity',
  sites: 'navSites',
  settings: 'navSettings',
}
