import { numberToHex, type Address } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { eventsOf, stateOf } from '@/lib/batch/journal'
import { openTransactions } from '@/lib/batch/machine'
import type { FrozenTerms } from '@/lib/batch/freeze'
import { createRunner, type Runner } from '@/lib/batch/runner'
import { statusCode } from '@/lib/batch/status'
import type { Batch, Fees } from '@/lib/db'
import { executor } from '@/lib/delegate/executor'
import { codeAnswers } from '../delegate/executorCode'
import { alice, keys, stranger } from '../people'
import { hashOf, storeBatch } from './batches'
import { openChain } from './fakeChain'

/** What the chain asks now: less than what the batches of the tests pay. */
export const low: Fees = { maxFeePerGas: '0x1', maxPriorityFeePerGas: '0x1' }

/** What the fees are, for a runner. */
export const fees = () => Promise.resolve(low)

/** What ends the delegation of an account to our executor. */
export const revoking: Partial<FrozenTerms> = {
  mode: 'one',
  gas: ['0xea60'],
  revokes: executor,
  calls: [{ to: alice, value: '0x0', data: '0x' }],
}

/** A runner over a fresh chain with the executor, as a worker that starts has one. */
export const start = (place = openChain(), fees: Fees = low) => {
  place.chain.answers = { ...codeAnswers(), ...place.chain.answers }
  return { ...place, runner: createRunner(place.world, () => Promise.resolve(fees)) }
}

/** A batch whose first transaction is out. */
export const out = async (terms: Partial<FrozenTerms> = { mode: 'one' }, fees: Fees = low) => {
  const place = start(openChain(), fees)
  const batch = await storeBatch(terms)
  await place.runner.advance()
  return { ...place, batch }
}

/** The user's word that what waits may cost more, on a page that shows its newest transaction. */
export const speedUp = async (runner: Runner, key: string) => {
  const state = await stateOf(key)
  const open = openTransactions(state).find(({ index }) => !Object.hasOwn(state.overtaken, index))
  return runner.speedUp(key, open?.hash ?? '0x')
}

export const types = async ({ key }: Batch) => (await eventsOf(key)).map(({ type }) => type)
export const codeOf = async (batch: Batch) => statusCode(batch, await stateOf(batch.key))

/** A transaction that another wallet with the account's key sent. */
export const byAnotherWallet = (nonce: number, from: Address = alice) => ({
  hash: hashOf(`other ${nonce}`),
  from,
  nonce: numberToHex(nonce),
})

/** One in which a stranger published an authorization that the account's key signed. */
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

/** Puts a transaction of another into a block, by which the account's count goes up. */
export const takeNonce = (
  { chain }: Pick<Place, 'chain'>,
  transaction: Record<string, unknown>,
  { block = chain.latest, used = 1 } = {},
) => {
  chain.others.push({ block, used, transaction })
  chain.count += used
}

/** Looks again and again, a minute later each time, as the alarm does. */
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
