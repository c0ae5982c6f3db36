import { numberToHex, type Address, type Hex } from 'viem'
import { deadlineAt } from '../batch/batchTransaction'
import type { Call, Fees, SponsorTerms } from '../db'
import { highestFee } from '../network/feeOffer'
import { request } from '../network/node'
import { dropOldest } from '../values/dropOldest'
import { askEstimate, takesOperations } from './bundler'
import { operationCallData } from './callData'
import type { PaymasterService } from './capability'
import type { paymasterLimits } from './gasBound'
import { nonceCall } from './operationOutcome'
import { ownBundler } from './ownServices'
import { askStub, type Draft } from './paymaster'
import type { ServiceFailure } from './service'
import { operationFees } from './terms'

/** Nonce of an account's next operation, and the number of its transactions. */
type Counts = Promise<[nonce: Hex, count: Hex]>

/**
 * A batch that a service is asked to pay for; `locks`: the wallet's own calls, one of which keeps a deadline; `counts`
 * of its account, if they are being read already.
 */
export type SponsorRequest = {
  chainId: number
  from: Address
  calls: readonly Call[]
  locks: readonly Call[]
  upgrade: boolean
  fees: Fees
  counts?: Counts | undefined
}

/** The terms by which somebody else pays, and the fees of the operation. */
export type Offer = { terms: SponsorTerms; fees: Fees }

/** How long an offer and a refusal hold before the service is asked again, in ms. */
const [lasts, refused] = [60_000, 10_000]

/** The most offers that are kept. */
const most = 8

type Found = { value: Offer } | { failed: ServiceFailure | 'bundler' }

// Neither `once` nor `dedupe` fits: an answer is kept for a time that depends on what it says, only while the fees
// allow it, and the oldest goes when there are too many.
const kept = new Map<string, { at: number; found: Promise<Found>; fees: Fees }>()

/** True if fees have risen by more than a quarter, so that a bundler would refuse those of an offer. */
const haveRisen = (was: Fees, now: Fees): boolean => 4n * highestFee(now) > 5n * highestFee(was)

type Named = Pick<SponsorRequest, 'chainId' | 'from' | 'calls'>

/** Returns what the keys of all offers of a service for a batch begin with. */
const nameOf = (
  { url, context, isClosed }: PaymasterService,
  { chainId, from, calls }: Named,
): string => JSON.stringify([url, context, isClosed, chainId, from, calls])

const readCounts = ({ chainId, from }: Named): Counts =>
  Promise.all([
    request(chainId, 'eth_call', [nonceCall(from), 'latest']),
    request(chainId, 'eth_getTransactionCount', [from, 'pending']),
  ]) as Counts

/** Reads what a first offer for a batch needs of its node, while the batch is simulated; undefined after that one. */
export const earlyCounts = (service: PaymasterService, asked: Named): Counts | undefined => {
  const name = nameOf(service, asked)
  if ([...kept.keys()].some((key) => key.startsWith(name))) return undefined
  const counts = readCounts(asked)
  // Whoever asks for the offer is told of a failure.
  counts.catch(() => undefined)
  return counts
}

/**
 * Asks a service to pay for a batch, and who sends it for the gas that it takes. An offer holds for a minute, in memory
 * alone: quotes come with each block.
 */
export const offerOf = async (service: PaymasterService, asked: SponsorRequest): Promise<Found> => {
  const { locks, upgrade, fees } = asked
  // The amounts of locks move with each block, and change neither the gas nor who pays.
  const shape = locks.map(({ to, data }) => [to, data.length])
  const key = nameOf(service, asked) + JSON.stringify([shape, upgrade])
  const last = kept.get(key)
  if (last && !haveRisen(last.fees, fees)) {
    const found = await last.found
    const age = Math.abs(Date.now() - last.at)
    if (age < ('value' in found ? lasts : refused)) return found
  }
  const found = askFor(service, asked)
  kept.delete(key)
  kept.set(key, { at: Date.now(), found, fees })
  dropOldest(kept, most)
  // A node that is silent is no answer of the service.
  found.catch(() => kept.delete(key))
  return found
}

const draftOf = async (asked: SponsorRequest): Promise<{ draft: Draft; count: number }> => {
  const { from, calls, locks, upgrade, fees } = asked
  const [nonce, count] = await (asked.counts ?? readCounts(asked))
  const batch = { calls: [...calls], locks: [...locks] }
  const draft: Draft = {
    sender: from,
    nonce: numberToHex(BigInt(nonce)),
    ...(upgrade ? { factory: '0x7702', factoryData: '0x' } : {}),
    callData: operationCallData(batch, deadlineAt(Date.now())),
    callGasLimit: '0x0',
    verificationGasLimit: '0x0',
    preVerificationGas: '0x0',
    ...operationFees(fees),
  }
  return { draft, count: Number(count) }
}

/** Returns who sends the operation: the service itself, else the user's own bundler. */
const bundlerFor = async (url: string, chainId: number): Promise<string | undefined> =>
  'value' in (await takesOperations({ url }, chainId)) ? url : ownBundler(chainId)

/** Adds a twentieth: some bytes of what is signed cost more than those of the estimate. */
const withMargin = (gas: Hex): Hex => numberToHex((BigInt(gas) * 21n) / 20n)

const askFor = async (service: PaymasterService, asked: SponsorRequest): Promise<Found> => {
  const { chainId, fees } = asked
  const { url, context } = service
  const { draft, count } = await draftOf(asked)
  const [stub, bundler] = await Promise.all([
    askStub({ url, chainId, context }, draft),
    bundlerFor(url, chainId),
  ])
  if ('failed' in stub) return stub
  if (bundler === undefined) return { failed: 'bundler' }
  const { isFinal, ...data } = stub.value
  const found = await askEstimate({ url: bundler }, chainId, { ...draft, ...data }, count)
  if ('failed' in found) return found
  const { value: gas } = found
  const limitOf = (name: keyof typeof paymasterLimits): Hex => data[name] ?? gas[name] ?? '0x0'
  const terms: SponsorTerms = {
    url,
    bundler,
    ...(context === undefined ? {} : { context }),
    paymaster: data.paymaster,
    data: data.paymasterData,
    isFinal,
    ...gas,
    preVerificationGas: withMargin(gas.preVerificationGas),
    paymasterVerificationGasLimit: limitOf('paymasterVerificationGasLimit'),
    paymasterPostOpGasLimit: limitOf('paymasterPostOpGasLimit'),
  }
  return { value: { terms, fees } }
}
