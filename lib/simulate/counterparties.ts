import { zeroAddress, type Address, type Hex } from 'viem'
import type { Call } from '../db'
import type { Expected } from '../db/outcome'
import { readOnce } from '../decode/readOnce'
import type { DecodedCall } from '../decode/reading'
import { sameAddress } from '../values/address'

/** A counterparty of a batch. `isReal` is true if the batch calls them or gives them more than 0. */
export type CounterpartyMention = { address: Address; isReal: boolean }

type Made = { from: Address; to: Address; value: Hex; reading: DecodedCall }

/** An amount of 0 does not count: address poisoning uses such transfers to get into histories. */
const isSome = (amount: Hex | null): boolean => amount === null || BigInt(amount) > 0n

const one = (address: Address, isReal: boolean): CounterpartyMention[] => [{ address, isReal }]

const dealingsOfCall = ({ to, value, reading }: Made, own: Address): CounterpartyMention[] => {
  const isOwn = (address: Address) => sameAddress(address, own)
  switch (reading.kind) {
    case 'none':
      return one(to, isSome(value))
    case 'transfer':
      return one(
        reading.to,
        isOwn(reading.from) && (reading.unit === 'id' || isSome(reading.amount)),
      )
    case 'transferItems':
      return one(
        reading.to,
        isOwn(reading.from) && reading.items.some((item) => isSome(item.amount)),
      )
    case 'approve':
      return one(reading.spender, isSome(reading.amount) && reading.change !== 'subtract')
    case 'permit':
      return one(reading.spender, isSome(reading.amount))
    case 'approveAll':
      return one(reading.operator, reading.isApproved)
    case 'right':
      return one(reading.holder, reading.left !== '0x0')
    case 'swap':
      return one(reading.to, isSome(reading.giveAmount))
    case 'wrap':
    case 'unwrap':
    case 'sweep':
    case 'deposit':
    case 'withdraw':
      return one(reading.to, isSome(reading.amount))
    case 'multicall':
      return reading.steps.flatMap((step) => dealingsOfCall(step, own))
    case 'call':
    case 'unknown':
      return []
  }
}

/** Part of an outcome that tells who gets something. */
export type OutcomeReceivers = Pick<Expected, 'payees' | 'allowances'>

/**
 * Returns everyone who gets something by an outcome, whether or not a call names them; what only a token's logs say
 * makes nobody known.
 */
const receiversIn = ({ payees = [], allowances }: OutcomeReceivers): CounterpartyMention[] => [
  ...payees.flatMap(({ to }) =>
    to.flatMap(({ address, amount, isSaid }) => one(address, isSome(amount) && !isSaid)),
  ),
  ...allowances.flatMap(({ spender, left, isUnproven }) =>
    left === '0x0' ? [] : one(spender, !isUnproven),
  ),
]

/**
 * Returns everyone that an account's calls pay, call or give an allowance, each once, without the account
 * itself. Of a call within a call only the recipient counts, not the contract that is called. `given`: their outcome,
 * by which others may get something.
 */
export const counterpartiesOf = (
  calls: readonly Call[],
  { from, chainId }: { from: Address; chainId: number },
  given?: OutcomeReceivers,
): CounterpartyMention[] => {
  const named = calls.flatMap((call) => {
    const { to, value } = call
    if (!to) return []
    const reading = readOnce(call, from, chainId)
    const called = reading.kind === 'none' ? [] : one(to, true)
    return [...called, ...dealingsOfCall({ from, to, value, reading }, from)]
  })
  const found = new Map<string, CounterpartyMention>()
  for (const { address, isReal } of [...named, ...(given ? receiversIn(given) : [])]) {
    const key = address.toLowerCase()
    if (sameAddress(address, from) || address === zeroAddress) continue
    const earlier = found.get(key)
    found.set(key, {
      address: earlier?.address ?? address,
      isReal: isReal || earlier?.isReal === true,
    })
  }
  return [...found.values()]
}
