import { allOf } from '@/lib/decode/allOf'
import { zeroAddress } from 'viem'
import type { Right, Allowance, Change, Lock } from '@/lib/db/outcome'
import { isRightKind } from '@/lib/decode/rightKinds'
import { allowanceKey, assetKey, type Material } from '@/lib/simulate/material'
import { sameAddress } from '@/lib/values/address'
import type { Guard } from './guard'
import type { Outflow, ReadCall } from './outflowsOf'

/** A line as it is shown: bounded, the worst that was seen and what it is now; marked, what stood there. */
export type ShownLine<T> = {
  key: string
  line: T
  isBound: boolean
  now: T | undefined
  isMarked: boolean
  was: T | undefined
  /** True if the asset goes to somebody else than when Approve was armed. */
  isElsewhere: boolean
  /** An effect that the armed quote had and the newest has not. */
  isGone?: true
}

const shown = <T extends Change | Allowance>(
  { guard, keyOf }: { guard: Guard; keyOf: (line: T) => string },
  line: T,
  armed: readonly T[],
  amountOf: (line: T) => string,
): ShownLine<T> => {
  const key = keyOf(line)
  const bound = guard.bounded.includes(key)
    ? armed.find((other) => keyOf(other) === key)
    : undefined
  const marks = guard.marks.filter((one): one is Material & { key: string } => {
    return 'key' in one && one.key === key
  })
  const mark = marks.find(({ kind }) => kind !== 'payees')
  return {
    key,
    line: bound ?? line,
    isBound: bound !== undefined,
    now: bound && amountOf(bound) !== amountOf(line) ? line : undefined,
    isMarked: marks.length > 0,
    isElsewhere: marks.some(({ kind }) => kind === 'payees'),
    was: mark && 'was' in mark ? (mark.was as T | undefined) : undefined,
  }
}

/** Sorts outgoing assets first, and the chain's coin before tokens. */
const place = ({ asset, direction }: Change): number =>
  (direction === 'out' ? 0 : 2) + (asset.standard === 'native' ? 0 : 1)

const unchanged = { now: undefined, was: undefined, isElsewhere: false }

/** Lists effects that were gone at the last disarming; none if the simulation saw only a part. */
const goneLines = (changes: readonly Change[], { marks, armed }: Guard): ShownLine<Change>[] =>
  marks.flatMap((mark): ShownLine<Change>[] => {
    if (mark.kind !== 'asset' || !mark.was || armed.unchecked.includes('changes')) return []
    const { key, was: line } = mark
    if (changes.some((change) => assetKey(change) === key)) return []
    return [{ key, line, isGone: true, isMarked: true, isBound: false, ...unchanged }]
  })

/** The changes as lines, what leaves before what arrives, and those that were armed and are gone. */
export const changeLines = (changes: readonly Change[], guard: Guard): ShownLine<Change>[] =>
  [
    ...changes.map((line) =>
      shown({ guard, keyOf: assetKey }, line, guard.armed.changes, ({ amount }) => amount),
    ),
    ...goneLines(changes, guard),
  ].sort((a, b) => place(a.line) - place(b.line))

/** Number of gains that are shown at once. */
const few = 3

/** Tells if some of these gains may stand behind a button, as `splitGains` has it. */
export const mayFold = (changes: readonly Change[]): boolean =>
  changes.filter(({ direction }) => direction === 'in').length > few + 1

/**
 * Splits off the gains after the first few, as a mint of many items has them, so that what follows is on the screen, too.
 * Never what leaves, nor what changed since Approve was armed.
 */
export const splitGains = (
  lines: readonly ShownLine<Change>[],
): { first: readonly ShownLine<Change>[]; later: readonly ShownLine<Change>[] } => {
  const calm = lines.filter(
    ({ line, isBound, isMarked, isGone }) =>
      line.direction === 'in' && !isBound && !isMarked && !isGone,
  )
  const later = calm.slice(few)
  // In the room of a button that shows one line, that line can stand.
  return later.length < 2
    ? { first: lines, later: [] }
    : { first: lines.filter((one) => !later.includes(one)), later }
}

/** The allowances as lines, those that leave something first. */
export const allowanceLines = (
  allowances: readonly Allowance[],
  guard: Guard,
): ShownLine<Allowance>[] =>
  allowances
    .map((line) =>
      shown({ guard, keyOf: allowanceKey }, line, guard.armed.allowances, ({ left }) => left),
    )
    .sort((a, b) => Number(isUsedUp(a.line)) - Number(isUsedUp(b.line)))

/** Tells if an allowance is a right of another kind. */
export const isRightLine = (line: Allowance): line is Allowance & { standard: Right } =>
  isRightKind(line.standard)

/** Tells if nothing of an allowance is left when the batch has run. */
export const isUsedUp = ({ left }: Allowance): boolean => left !== 'all' && BigInt(left) === 0n

/** True for an allowance that no call gives and the lock takes back: the lock's own line says so. */
export const isTakenBack = (
  line: Allowance,
  { resets = [] }: Pick<Lock, 'resets'>,
  calls: readonly ReadCall[],
): boolean =>
  isUsedUp(line) &&
  grantedBy(line, calls) === undefined &&
  resets.some(
    ({ standard, token, spender }) =>
      standard === line.standard &&
      sameAddress(token, line.token) &&
      sameAddress(spender, line.spender),
  )

/** Returns the allowance that the data of the calls give last; 0 where they take it back. */
export const grantedBy = (
  { token, spender, tokenId }: Allowance,
  calls: readonly ReadCall[],
): { amount: bigint; isUnlimited: boolean } | undefined =>
  calls
    .flatMap(({ reading }) => (reading ? allOf(reading) : []))
    .flatMap((one) => {
      if (one.kind === 'approveAll')
        return sameAddress(one.token, token) &&
          sameAddress(one.operator, spender) &&
          !one.isApproved
          ? [{ amount: 0n, isUnlimited: false }]
          : []
      if ((one.kind !== 'approve' && one.kind !== 'permit') || !sameAddress(one.token, token))
        return []
      if (sameAddress(one.spender, spender))
        return [{ amount: BigInt(one.amount), isUnlimited: one.isUnlimited }]
      // An approval of nobody takes a token ID back from whoever had it.
      const isNobody = sameAddress(one.spender, zeroAddress) && tokenId !== undefined
      return isNobody && BigInt(one.amount) === BigInt(tokenId)
        ? [{ amount: 0n, isUnlimited: false }]
        : []
    })
    .at(-1)

/** How many lines the calls' data let expect, so that their place is held while nobody knows better. */
export const expectedLines = (
  calls: readonly ReadCall[],
  outflows: readonly Outflow[],
): { changes: number; allowances: number } => {
  const sent = outflows.filter(({ kind }) => kind === 'send').map(({ token }) => token ?? 'native')
  const got = calls
    .flatMap(({ reading }) => (reading ? allOf(reading) : []))
    .flatMap((one) => (one.kind === 'swap' && one.get ? [one.get] : []))
  const assets = new Set([...sent, ...got].map((asset) => asset.toLowerCase()))
  return {
    changes: Math.max(1, assets.size),
    allowances: outflows.filter(({ kind }) => kind !== 'send').length,
  }
}
