import { plantRouter } from '../../chain/router.ts'
import { startSponsors, type Sponsors } from '../../chain/sponsor.ts'
import { bob } from '../../unit/accounts.ts'
import type { Chains } from './stage.ts'

/** Starts services that pay for batches on the local chain, one of them for its lUSDC; `other`: starts the bundler in place of the one for tests. */
export const startLocalSponsors = async (
  { local }: Chains,
  other?: () => Promise<string>,
): Promise<Sponsors> => {
  const { url, contracts } = local
  await plantRouter(url, bob)
  return startSponsors(url, 31337, bob, contracts.usdc, other)
}
