import type { Address } from 'viem'
import type { Call } from '@/lib/db'
import { decodeCall } from '@/lib/decode/call'

/** What leaves the account, or may be taken from it; `token` null is ETH, `to` null a new contract. */
export type Outflow = {
  kind: 'send' | 'allow'
  token: Address | null
  amount: bigint
  to: (Address | null)[]
}

type Move = Omit<Outflow, 'to'> & { to: Address | null }

/** What calls send and allow, as their data says: one line a token and kind, ETH first. */
export const outflowsOf = (calls: readonly Call[], from: Address): Outflow[] => {
  const moves = calls.flatMap((call) => movesOf(call, from))
  const sent = moves.filter(({ kind }) => kind === 'send')
  const lines = Map.groupBy([...sent, ...allowances(moves)], ({ kind, token }) =>
    keyOf(kind, token),
  )
  return [...lines.values()]
    .flatMap(sum)
    .filter(({ amount }) => amount > 0n)
    .sort((a, b) => Number(b.token === null) - Number(a.token === null))
}

/** How many calls carry data that cannot be read here, deployments included. */
export const unreadCount = (calls: readonly Call[]): number =>
  calls.filter(({ to, data }) => to === null || decodeCall(data).kind === 'unknown').length

const movesOf = ({ to, value, data }: Call, from: Address): Move[] => {
  const amount = BigInt(value)
  const native: Move[] = amount > 0n ? [{ kind: 'send', token: null, amount, to }] : []
  return to ? [...native, ...tokenMoves(to, data, from)] : native
}

const tokenMoves = (token: Address, data: Call['data'], from: Address): Move[] => {
  const decoded = decodeCall(data)
  const isOwn = decoded.kind === 'transferFrom' && keyOf(decoded.from) === keyOf(from)
  if (decoded.kind === 'transfer' || (decoded.kind === 'transferFrom' && isOwn))
    return [{ kind: 'send', token, amount: decoded.amount, to: decoded.to }]
  // Whoever is called takes it, if it is what its data say: better shown once too often than not.
  if (decoded.kind === 'swap')
    return [{ kind: 'send', token: decoded.tokenIn, amount: decoded.amountIn, to: token }]
  if (decoded.kind === 'approve')
    return [{ kind: 'allow', token, amount: decoded.amount, to: decoded.spender }]
  return []
}

/** An allowance replaces the one before it. */
const allowances = (moves: readonly Move[]): Move[] => [
  ...new Map(
    moves.filter(({ kind }) => kind === 'allow').map((move) => [keyOf(move.token, move.to), move]),
  ).values(),
]

const sum = (moves: Move[]): Outflow[] => {
  const [first, ...rest] = moves
  if (!first) return []
  const amount = rest.reduce((total, move) => total + move.amount, first.amount)
  const to = [...new Map(moves.map((move) => [keyOf(move.to), move.to])).values()]
  return [{ ...first, amount, to }]
}

const keyOf = (...parts: (string | null)[]): string => parts.join(' ').toLowerCase()
