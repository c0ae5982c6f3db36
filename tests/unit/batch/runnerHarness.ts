import { numberToHex, type Address } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { eventsOf, stateOf } from '@/lib/batch/journal'
import { openTransactions } from '@/lib/batch/machine'
import type { FrozenTerms } from '@/lib/batch/freeze'
import type { ReplacementPrice } from '@/lib/batch/replacement'
import { createRunner, type Runner } from '@/lib/batch/runner'
import { statusCode } from '@/lib/batch/status'
import type { Batch, Fees } from '@/lib/db'
import { executor } from '@/lib/delegate/executor'
import { codeAnswers } from '../delegate/executorCode'
import { alice, keys, stranger } from '../accounts'
import { hashOf, storeBatch } from './batches'
import { openChain } from './fakeChain'

/** Fees in hex wei, lower than those of the batches of tests. */
export const low: Fees = { maxFeePerGas: '0x1', maxPriorityFeePerGas: '0x1' }

/** Suggests low fees, as a runner's source of fees. */
export const fees = () => Promise.resolve(low)

/** Terms of a batch that revokes an account's delegation to our executor. */
export const revoking: Partial<FrozenTerms> = {
  mode: 'one',
  gas: ['0xea60'],
  revokes: executor,
  calls: [{ to: alice, value: '0x0', data: '0x' }],
}

/** Starts a runner over a new chain that has the executor. */
export const start = (place = openChain(), fees: Fees = low) => {
  place.chain.answers = { ...codeAnswers(), ...place.chain.answers }
  return { ...place, runner: createRunner(place.world, () => Promise.resolve(fees)) }
}

/** Opens a batch whose first transaction is sent. */
export const out = async (terms: Partial<FrozenTerms> = { mode: 'one' }, fees: Fees = low) => {
  const place = start(openChain(), fees)
  const batch = await storeBatch(terms)
  await place.runner.advance()
  return { ...place, batch }
}

/** Returns the price of a replacement as the batch's page shows it; none where nothing is to be replaced. */
export const priceOn = async (
  runner: Runner,
  key: string,
  by: 'same' | 'cancel' | 'fill',
): Promise<ReplacementPrice | undefined> => {
  const offer = await runner.price(key, by)
  return typeof offer === 'string' ? undefined : offer
}

/** Cancels a batch at the price that its page shows. */
export const cancel = async (runner: Runner, key: string) =>
  runner.cancel(key, await priceOn(runner, key, 'cancel'))

/** Fills the gap below a batch at the price that its page shows. */
export const fill = async (runner: Runner, key: string) =>
  runner.fill(key, (await priceOn(runner, key, 'fill')) ?? { fees: low, ceiling: '0x0' })

/** Speeds up the newest transaction of a batch that is in no block, as the user does on its page. */
export const speedUp = async (runner: Runner, key: string) => {
  const state = await stateOf(key)
  const open = openTransactions(state).find(({ index }) => !Object.hasOwn(state.overtaken, index))
  const price = (await priceOn(runner, key, 'same')) ?? { fees: low, ceiling: '0x0' }
  return runner.speedUp(key, open?.hash ?? '0x', price)
}

export const types = async ({ key }: Batch) => (await eventsOf(key)).map(({ type }) => type)
export const codeOf = async (batch: Batch) => statusCode(batch, await stateOf(batch.key))

/** Returns a transaction that another wallet with the account's key sent. */
export const byAnotherWallet = (nonce: number, from: Address = alice) => ({
  hash: hashOf(`other ${nonce}`),
  from,
  nonce: numberToHex(nonce),
})

/** Returns a stranger's transaction that carries an authorization signed by the account's key (EIP-7702). */
export const byAuthorization = async (nonce: number, chainId = 31337, from: Address = alice) => {
  const account = privateKeyToAccount(keys[from] ?? '0x')
  const signed = await account.signAuthorization({ chainId, nonce, contractAddress: executor })
  const { r, s, yParity } = signed
  const authorization = {
    address: executor,
    chainId: numberToHex(chainId),
    nonce: numberToHex(nonce),
    r,
    s,
    yParity: numberToHex(yParity ?? 0),
  }
  const about = { from: stranger, nonce: numberToHex(nonce), authorizationList: [authorization] }
  return { hash: hashOf(`authorizing ${nonce}`), ...about }
}

type Place = ReturnType<typeof openChain>

/** Puts another's transaction into a block and raises the account's transaction count by `used`. */
export const takeNonce = (
  { chain }: Pick<Place, 'chain'>,
  transaction: Record<string, unknown>,
  { block = chain.latest, used = 1 } = {},
) => {
  chain.others.push({ block, used, transaction })
  chain.count += used
}

/** Looks `times` times, a minute later each time, as the browser's alarm does. */
export const lookOn = async (
  { chain, runner }: Pick<ReturnType<typeof start>, 'chain' | 'runner'>,
  times = 1,
) => {
  for (let time = 0; time < times; time++) {
    chain.now += 60_000
    await runner.look(31337)
    await runner.advance()
  }
}
