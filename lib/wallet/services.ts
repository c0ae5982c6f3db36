import type { Runner } from '../batch/runner'
import type { Watch } from '../batch/watch'
import type { AutoLock } from '../keyring/autoLock'
import type { Keyring } from '../keyring/keyring'
import type { RequestLog } from '../sites/requestLog'
import type { Quotes } from './quotes'

/** Whether there is a vault and whether it is open; pushed on connecting and whenever it changes. */
export type SessionState = {
  hasVault: boolean
  isUnlocked: boolean
  /** Whether the disk refused the last write of a batch. */
  isDiskRefusing: boolean
}

/** Everything that a verb of the wallet's own pages acts through. */
export type WalletServices = {
  keyring: Keyring
  autoLock: AutoLock
  requestLog: RequestLog
  runner: Runner
  watch: Watch
  quotes: Quotes
  /** Opens the approval window, or brings it to the front. */
  showApprovals: () => Promise<void>
  /** Takes a window that shows approvals for it, or closes that one where it is open already. */
  adoptApprovals: (id: number) => Promise<void>
  /** Closes it if nothing waits, without rejecting anything. */
  closeApprovals: (isIdle: () => Promise<boolean>) => Promise<void>
}
