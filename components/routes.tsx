import type { ComponentType } from 'react'
import { loadedLater } from './hooks/loadedLater'
import { AccountsScreen } from './screens/AccountsScreen'
import { ActivityScreen } from './screens/ActivityScreen'
import { Backup } from './screens/Backup'
import { Home } from './screens/Home'
import type { ScreenName } from './screenNames'
import { Send } from './screens/Send'
import { Settings } from './screens/Settings'
import { SiteScreen } from './screens/SiteScreen'
import { SitesScreen } from './screens/SitesScreen'

// Loaded when they are opened: what they bring, few users look at, and no other screen has.
const Networks = loadedLater(async () => (await import('./screens/Networks')).Networks)
const Contacts = loadedLater(async () => (await import('./screens/Contacts')).Contacts)
const SmartAccount = loadedLater(async () => (await import('./screens/SmartAccount')).SmartAccount)
const AllowancesScreen = loadedLater(
  async () => (await import('./screens/AllowancesScreen')).AllowancesScreen,
)
const TokensScreen = loadedLater(async () => (await import('./screens/TokensScreen')).TokensScreen)
const Receive = loadedLater(async () => (await import('./screens/Receive')).Receive)
const RemoveAccount = loadedLater(
  async () => (await import('./screens/RemoveAccount')).RemoveAccount,
)
const ConnectLedger = loadedLater(
  async () => (await import('./screens/ConnectDevice')).ConnectLedger,
)
const ConnectQr = loadedLater(async () => (await import('./screens/ConnectDevice')).ConnectQr)
const ChangePassword = loadedLater(
  async () => (await import('./screens/ChangePassword')).ChangePassword,
)
const Passkey = loadedLater(async () => (await import('./screens/Passkey')).Passkey)
const Erase = loadedLater(async () => (await import('./screens/Erase')).Erase)
const Requests = loadedLater(async () => (await import('./screens/Requests')).Requests)

/** A screen; `rest` is what its address has after a slash. */
export type Screen = ComponentType<{ rest: string }>

/** The screens by the first word of their address; the key of a batch is none of them. */
const screens: Readonly<Record<ScreenName, Screen>> = {
  '': Home,
  activity: ActivityScreen,
  sites: SitesScreen,
  site: SiteScreen,
  settings: Settings,
  accounts: AccountsScreen,
  ledger: ConnectLedger,
  qr: ConnectQr,
  backup: Backup,
  remove: RemoveAccount,
  password: ChangePassword,
  passkey: Passkey,
  requests: Requests,
  erase: Erase,
  networks: Networks,
  send: Send,
  receive: Receive,
  contacts: Contacts,
  tokens: TokensScreen,
  'smart-account': SmartAccount,
  allowances: AllowancesScreen,
}

/** The screen that an address (without its `#`) names, if it names one. */
export const routeOf = (hash: string): { Screen: Screen; rest: string } | undefined => {
  const [name = '', ...rest] = hash.split('/')
  const Screen = Object.hasOwn(screens, name) ? screens[name as ScreenName] : undefined
  return Screen && { Screen, rest: rest.join('/') }
}
