import type { Address } from 'viem'
import type { Call } from '@/lib/db'
import type { Change } from '@/lib/db/outcome'
import { allOf, unreadIn } from '@/lib/decode/allOf'
import type { DecodedCall, Unit } from '@/lib/decode/reading'
import { sameAddress } from '@/lib/values/address'
import type { Place } from './place'
import { unitOf } from './tokenFacts'

/** A call with what it does; null for a deployment. */
export type ReadCall = { call: Call; reading: DecodedCall | null }

/** An asset that leaves the account, or may be taken from it; `token` null is ETH, `to` null a new contract. */
export type Outflow = {
  kind: 'send' | 'allow' | 'allowAll'
  token: Address | null
  amount: bigint
  unit: Unit
  isUnlimited: boolean
  to: (Address | null)[]
}

/** One asset that a call sends or allows. */
export type Move = Omit<Outflow, 'to'> & {
  to: Address | null
  keeper?: 'token' | 'Permit2'
  /** How many of a token with an ID, one unless it is given. */
  count?: bigint
  /** Set where the contract that is called may take it: its data name no receiver. */
  isGuess?: true
}

/**
 * Lists the assets that calls send and allow according to their data: one line a token and kind, ETH first.
 * `isMeant` leaves out what is known otherwise.
 */
export const outflowsOf = (
  calls: readonly ReadCall[],
  { from, tokens }: Place,
  isMeant: (move: Move) => boolean = () => true,
): Outflow[] => {
  const moves = calls
    .flatMap((call) => movesOf(call, from))
    .map((move) => ({
      ...move,
      unit: move.token ? unitOf(tokens, move.token, move.unit) : move.unit,
    }))
    .filter(isMeant)
  const sent = moves.filter(({ kind }) => kind === 'send')
  // A token by its ID is one thing; only amounts add up.
  const lines = Map.groupBy([...sent, ...allowances(moves)], ({ kind, token, unit, ...move }) =>
    keyOf(kind, token, unit === 'amount' ? String(move.isUnlimited) : `id ${move.amount}`),
  )
  return [...lines.values()]
    .flatMap(sum)
    .filter(({ amount, unit, kind }) => amount > 0n || (kind === 'send' && unit !== 'amount'))
    .sort((a, b) => Number(b.token === null) - Number(a.token === null))
}

/** Amount of an asset that somebody gets by the word of the calls; `isGuess`: no call names them as the receiver. */
export type StatedPayment = { to: Address | null; amount: bigint; isGuess: boolean }

/** Sums what calls say that each gets of an asset, by address in lower case. */
export const namedBy = (
  calls: readonly ReadCall[],
  { asset }: Change,
  from: Address,
): Map<string, StatedPayment> => {
  const isMeant = ({ kind, token, unit, amount }: Move): boolean => {
    if (kind !== 'send') return false
    if (asset.standard === 'native') return token === null
    if (token === null || !sameAddress(token, asset.address)) return false
    return 'tokenId' in asset ? amount === BigInt(asset.tokenId) : unit !== 'id'
  }
  const named = new Map<string, StatedPayment>()
  for (const move of calls.flatMap((call) => movesOf(call, from)).filter(isMeant)) {
    const key = keyOf(move.to)
    const size = 'tokenId' in asset ? (move.count ?? 1n) : move.amount
    const before = named.get(key)
    named.set(key, {
      to: move.to,
      amount: size + (before?.amount ?? 0n),
      isGuess: move.isGuess === true || before?.isGuess === true,
    })
  }
  return named
}

/** How many calls carry data that cannot be read here, deployments and calls within calls included. */
export const unreadCount = (calls: readonly ReadCall[]): number =>
  calls.filter(({ reading }) => reading === null || unreadIn(reading).length > 0).length

/** Lists the rights that calls of the account give somebody else according to their data. */
export const rightsOf = (calls: readonly ReadCall[], from: Address) =>
  calls
    .flatMap(({ reading }) => (reading ? allOf(reading) : []))
    .filter((one) => one.kind === 'right')
    .filter(({ holder, left }) => left !== '0x0' && !sameAddress(holder, from))

const movesOf = ({ call: { to, value }, reading }: ReadCall, from: Address): Move[] => {
  const amount = BigInt(value)
  const native: Move[] = amount > 0n ? [{ ...plain, kind: 'send', token: null, amount, to }] : []
  if (!to || !reading) return native
  return [...native, ...allOf(reading).flatMap((one) => tokenMoves(one, to, from))]
}

const plain = { unit: 'amount', isUnlimited: false } as const

const tokenMoves = (reading: DecodedCall, called: Address, from: Address): Move[] => {
  const send = { ...plain, kind: 'send' } as const
  switch (reading.kind) {
    case 'transfer': {
      const { token, amount, to, unit } = reading
      if (!sameAddress(reading.from, from) || token === 'native' || amount === null) return []
      return [{ ...send, token, amount: BigInt(amount), to, unit }]
    }
    case 'transferItems': {
      const { token, to, items } = reading
      if (!sameAddress(reading.from, from)) return []
      return items.map(({ id, amount }) => ({
        ...send,
        token,
        to,
        amount: BigInt(id),
        count: BigInt(amount),
        unit: 'id' as const,
      }))
    }
    case 'swap': {
      // Whoever is called takes it, if it is what its data say: better shown once too often than not.
      const { give, giveAmount } = reading
      if (give === null || give === 'native' || giveAmount === null) return []
      return [{ ...send, token: give, amount: BigInt(giveAmount), to: called, isGuess: true }]
    }
    case 'unwrap':
      return reading.token === null
        ? []
        : [
            {
              ...send,
              token: reading.token,
              amount: BigInt(reading.amount),
              to: called,
              isGuess: true,
            },
          ]
    case 'approve':
    case 'permit': {
      const { token, unit, isUnlimited, keeper, spender } = reading
      const amount = BigInt(reading.amount)
      if (!sameAddress(reading.owner, from)) return []
      if (reading.kind === 'approve' && reading.change === 'subtract') return []
      return [{ kind: 'allow', token, amount, unit, isUnlimited, keeper, to: spender }]
    }
    case 'approveAll': {
      const { token, operator, isApproved } = reading
      if (!sameAddress(reading.owner, from)) return []
      return [{ ...plain, kind: 'allowAll', token, amount: isApproved ? 1n : 0n, to: operator }]
    }
    default:
      return []
  }
}

/** An allowance replaces the one before it; the token's and Permit2's are two. */
const allowances = (moves: readonly Move[]): Move[] => [
  ...new Map(
    moves
      .filter(({ kind }) => kind !== 'send')
      .map((move) => [keyOf(move.kind, move.token, move.to, move.keeper ?? null), move]),
  ).values(),
]

const sum = (moves: Move[]): Outflow[] => {
  const [first] = moves
  if (!first) return []
  const isSummed = first.unit === 'amount'
  const amount = isSummed ? moves.reduce((total, move) => total + move.amount, 0n) : first.amount
  const to = [...new Map(moves.map((move) => [keyOf(move.to), move.to])).values()]
  return [{ ...first, amount, to }]
}

const keyOf = (...parts: (string | null)[]): string => parts.join(' ').toLowerCase()
