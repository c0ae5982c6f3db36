import { numberToHex, slice, toEventSelector, type Address, type Hex } from 'viem'
import type { Allowance } from '../db/outcome'
import { unlimited } from '../values/unlimited'
import type { CallAction } from '../decode/reading'
import { isRightKind } from '../decode/rightKinds'
import { proofOf, rights, type RightKept } from '../decode/rights'
import { sameAddress } from '../values/address'
import { uint } from './reader'
import { wantGrant, type NamedAllowance, type NamedRight, type ReadSet } from './readSet'
import type { Log } from './simulateV1'
import { wordAt } from './transfers'

/** Tells if an allowance is a right of another kind. */
export const isRightGrant = (grant: NamedAllowance): grant is NamedRight =>
  isRightKind(grant.standard)

/** Tells if a right is the account's. One of 19 bytes is that of all sub-accounts (Euler). */
const isOf = (owner: string, account: Address): boolean =>
  account.toLowerCase().startsWith(owner.toLowerCase().slice(0, 40))

/** Adds the right that a call of the account gives somebody else, or takes back. */
export const wantRight = (
  wants: ReadSet,
  { right, owner, keeper, holder, id, left, proof, isWho }: Extract<CallAction, { kind: 'right' }>,
  account: Address,
): void => {
  if (!isOf(owner, account) || sameAddress(holder, account)) return
  const named = { standard: right, token: keeper, spender: holder, said: left, proof, isWho }
  wantGrant(wants, id ? { ...named, tokenId: id } : named, { isSet: true })
}

let index: Map<Hex, RightKept> | undefined

/** Looks an event up by its topic. The index is built on the first use, not when the background starts. */
const eventOf = (topic: Hex | undefined): RightKept | undefined => {
  index ??= new Map(
    Object.values<RightKept>(rights).flatMap((kept) =>
      kept.event ? [[toEventSelector(kept.event[0]), kept]] : [],
    ),
  )
  return topic && index.get(topic)
}

/** Returns a word of a log: a topic, or from 4 on a word of its data. */
const wordOf = ({ topics, data }: Log, at: number): Hex | undefined => {
  if (at < 4) return topics[at]
  const word = wordAt(data, at - 4)
  return word === undefined ? undefined : numberToHex(word, { size: 32 })
}

/** Adds the right that a log of the account names. */
export const wantRightIn = (wants: ReadSet, log: Log, account: Address): void => {
  const { address, topics } = log
  const kept = eventOf(topics[0])
  if (!kept?.event) return
  const [, ownerAt, holderAt, idAt] = kept.event
  const [owned, held] = [topics[ownerAt], topics[holderAt]]
  const id = idAt === undefined ? undefined : wordOf(log, idAt)
  if (!owned || !held) return
  const [owner, holder] = [
    kept.proof?.includes('bytes19') ? slice(owned, 0, 19) : slice(owned, 12),
    slice(held, 12),
  ]
  if (!isOf(owner, account) || sameAddress(holder, account)) return
  const proof = proofOf(kept, { owner, holder, ...(id ? { id } : {}) })
  const named = {
    standard: kept.right,
    token: address,
    spender: holder,
    proof,
    isWho: kept.isWho ?? false,
  }
  // Calls name an ID of 32 bytes whole and one that is a number short: each right has one line.
  const tokenId = id && (kept.proof?.includes('bytes32 id') ? id : numberToHex(BigInt(id)))
  wantGrant(wants, tokenId ? { ...named, tokenId } : named, {})
}

/**
 * Returns a right after a batch, by its getter. Null if no call sets it and it does not grow. A right that a
 * call gives and its getter does not confirm counts as given: it may be kept elsewhere.
 */
export const rightAfter = (
  { standard, token, spender, tokenId, said, isWho }: NamedRight,
  isSet: boolean,
  before: Hex | null | undefined,
  after: Hex | null | undefined,
): Allowance | null => {
  const amountOf = (answer: Hex | null | undefined): bigint | undefined => {
    const number = uint(answer)
    return isWho && number !== undefined ? BigInt(number === BigInt(spender)) : number
  }
  const isAmount = standard === 'borrow' || (standard === 'take' && tokenId !== undefined)
  const shown = (amount: bigint): Allowance['left'] =>
    amount === 0n || (isAmount && amount < unlimited.token) ? numberToHex(amount) : 'all'
  const [had = 0n, has] = [amountOf(before), amountOf(after)]
  const right = { standard, token, spender, ...(tokenId ? { tokenId } : {}), before: shown(had) }
  const isGiven = said !== undefined && said !== '0x0'
  if (has === undefined || (has === 0n && isGiven))
    return { ...right, left: said ?? 'all', isUnproven: true }
  return isSet || has > had ? { ...right, left: shown(has) } : null
}
