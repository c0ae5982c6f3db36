import { numberToHex } from 'viem'
import type { Batch, Fees, SponsorTerms } from '../db'
import { operationCallData } from './callData'
import type { Operation } from '../db/userOperation'
import { limitNames } from './operation'

/** Returns fees as an operation has them. */
export const operationFees = (
  fees: Fees,
): Pick<Operation, 'maxFeePerGas' | 'maxPriorityFeePerGas'> =>
  'gasPrice' in fees ? { maxFeePerGas: fees.gasPrice, maxPriorityFeePerGas: fees.gasPrice } : fees

/** The terms of a batch that its operation is made of. */
type Terms = Pick<Batch, 'from' | 'calls' | 'locks' | 'fees'> & { sponsor: SponsorTerms }

type Limits = Pick<Operation, (typeof limitNames)[number]>

const limitsOf = (sponsor: Limits): Limits =>
  Object.fromEntries(limitNames.map((name) => [name, sponsor[name]])) as Limits

/** Returns the operation of a batch by its terms. Throws if it has no deadline. */
export const operationOf = (
  { from, calls, locks, fees, sponsor }: Terms,
  { nonce, upgrade, deadline }: { nonce: bigint; upgrade: boolean; deadline: number },
): Operation => ({
  sender: from,
  nonce: numberToHex(nonce),
  ...(upgrade ? ({ factory: '0x7702', factoryData: '0x' } as const) : {}),
  callData: operationCallData({ calls, ...(locks ? { locks } : {}) }, deadline),
  ...limitsOf(sponsor),
  ...operationFees(fees),
  paymaster: sponsor.paymaster,
  paymasterData: sponsor.data,
})
