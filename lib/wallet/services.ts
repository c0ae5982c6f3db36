import type { Runner } from '../batch/runner'
import type { Watch } from '../batch/watch'
import type { AutoLock } from '../keyring/autoLock'
import type { Keyring } from '../keyring/keyring'
import type { TabSite } from '../rpc/sitePort'
import type { RequestLog } from '../sites/requestLog'
import type { Quotes } from '../quotes/quotes'

/** State of the vault and the disk; pushed to each page when it connects and on every change. */
export type SessionState = {
  hasVault: boolean
  isUnlocked: boolean
  /** True if the disk refused the last write of a batch. */
  isDiskRefusing: boolean
}

/** The services that verbs of the wallet's own pages act through. */
export type WalletServices = {
  keyring: Keyring
  autoLock: AutoLock
  requestLog: RequestLog
  runner: Runner
  watch: Watch
  quotes: Quotes
  /** Reads the words of recovery phrases. Throws if they cannot be read or are not the published ones. */
  wordList: () => Promise<string[]>
  /** Opens the approval window, or brings it to the front. */
  showApprovals: () => Promise<void>
  /** Registers a window as the approval window, or closes it if another one is registered and open. */
  adoptApprovals: (id: number) => Promise<void>
  /** Closes the approval window if `isIdle`, without rejecting any request. */
  closeApprovals: (isIdle: () => Promise<boolean>) => Promise<void>
  /** Lists the sites with an open Port in a tab. */
  inTab: (tab: number) => Promise<TabSite[]>
}
