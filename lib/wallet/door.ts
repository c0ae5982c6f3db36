import type { Runner } from '../batch/runner'
import type { Watch } from '../batch/watch'
import type { AutoLock } from '../keyring/autoLock'
import type { Keyring } from '../keyring/keyring'
import type { RequestLog } from '../sites/requestLog'
import type { Verbs } from './contract'
import type { Quotes } from './quotes'

/** What the wallet's own pages act through. */
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

/** One verb of the wallet's own pages. */
export type Handler<Verb extends keyof Verbs> = (
  params: Verbs[Verb]['takes'],
  services: WalletServices,
) => Promise<Verbs[Verb]['gives']>
