import { numberToHex, size, slice, type Hex } from 'viem'
import type { Call } from '../db'
import { givenBy, withAmount, type EditableAllowance } from '../decode/edit'
import { unlimited } from '../values/unlimited'
import { gasCapOf } from '../network/gasCap'
import { sceneOf } from './unminedBatches'
import { grantReads } from './allowanceReads'
import type { Plan } from './plan'
import { run, type Scene } from './run'

/** The amount that a batch spends of an allowance that it gives (raw units), or why it cannot be lowered. */
export type Exact = { amount: Hex } | { reason: 'unspent' | 'all' | 'fails' }

/**
 * Allowances to try in place of an unlimited one, which many tokens do not lower when it is spent. Some
 * tokens store no more than 96 bits.
 */
export const probes = { token: [2n ** 254n, 2n ** 95n], Permit2: [2n ** 159n, 2n ** 95n] }

type Seen = { before: bigint; after: bigint } | undefined

const amountIn = (answer: Hex | null | undefined): bigint | undefined =>
  answer && size(answer) >= 32 ? BigInt(slice(answer, 0, 32)) : undefined

/**
 * Simulates all calls and reads the allowance before and after. Undefined if a call fails or the allowance
 * cannot be read.
 */
export const see = async (
  scene: Scene,
  calls: readonly Call[],
  given: Pick<EditableAllowance, 'keeper' | 'token' | 'spender'>,
): Promise<Seen> => {
  const { keeper, token, spender } = given
  const standard = keeper === 'Permit2' ? ('Permit2' as const) : ('ERC20' as const)
  const reads = grantReads({ grant: { standard, token, spender } }, scene.from)
  const sent = calls.map((call) => ({ ...call, gas: call.gas ?? numberToHex(scene.cap) }))
  const { results, before, after } = await run(scene, sent, reads).catch(() => nothing)
  const [had, has] = [amountIn(before[0]), amountIn(after[0])]
  const isGreen =
    results.length === calls.length && results.every(({ status }) => BigInt(status) === 1n)
  return isGreen && had !== undefined && has !== undefined ? { before: had, after: has } : undefined
}

const nothing = { results: [], before: [], after: [] }

/**
 * Returns how much a batch spends of the allowance that its call `index` gives. Tries limited amounts, as
 * many tokens do not lower an unlimited allowance. Gives an amount only if a run with exactly this allowance
 * succeeds and uses it up.
 */
export const exactAmount = async (plan: Plan, index: number): Promise<Exact> => {
  const { chainId, calls } = plan
  const call = calls[index]
  const given = call && givenBy(call, plan)
  if (!given) return { reason: 'fails' }
  const cap = await gasCapOf(chainId)
  const scene = sceneOf(plan, cap)
  const seeWith = (amount: bigint): Promise<Seen> => {
    const changed = withAmount(call, amount, plan)
    if (!changed) return Promise.resolve(undefined)
    return see(
      scene,
      calls.map((one, at) => (at === index ? changed : one)),
      given,
    )
  }
  const isEndless = given.amount >= unlimited[given.keeper]
  for (const probe of isEndless ? probes[given.keeper] : [given.amount]) {
    const seen = await seeWith(probe)
    if (!seen) continue
    const had = given.isAdded ? seen.before : 0n
    const spent = had + probe - seen.after
    if (spent <= 0n) return { reason: 'unspent' }
    const amount = spent > had ? spent - had : 0n
    if (amount >= given.amount) return { reason: 'all' }
    const final = await seeWith(amount)
    return final?.after === had + amount - spent
      ? { amount: numberToHex(amount) }
      : { reason: 'fails' }
  }
  return { reason: 'fails' }
}
