import type { Chain } from '../chain/index.ts'
import type { Dapp } from '../e2e/dapp.ts'
import type { Session } from './session.ts'

/** What trials share: the chains, the site, and the browser, which a kill replaces. */
export type Bench = {
  chains: { local: Chain; base: Chain }
  dapp: Dapp
  extension: string
  session: Session
}
