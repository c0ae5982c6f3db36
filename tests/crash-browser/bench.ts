import type { Chains } from '../e2e/support/stage.ts'
import type { Dapp } from '../e2e/support/site.ts'
import type { Session } from './session.ts'

/** Shared by all trials: the chains, the site and the browser, which a kill replaces. */
export type Bench = {
  chains: Chains
  dapp: Dapp
  extension: string
  session: Session
}
