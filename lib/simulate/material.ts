import type { Allowance, Change, Held, Outcome, Payee } from '../db/outcome'

/**
 * A difference between the armed outcome, which Approve stands for, and the current one. `key` is the asset's
 * or the allowance's, `was` its earlier value.
 */
export type Material =
  | { kind: 'plan' | 'verdict' | 'failing' | 'recipients' | 'unchecked' }
  | { kind: 'asset' | 'amount' | 'payees'; key: string; was: Change | undefined }
  | { kind: 'allowance'; key: string; was: Allowance | undefined }

/** Key of an asset: standard, contract and token ID. */
export const assetKey = ({ asset }: Pick<Change | Held, 'asset'>): string => {
  const address = 'address' in asset ? ` ${asset.address}` : ''
  const id = 'tokenId' in asset ? ` ${asset.tokenId}` : ''
  return `${asset.standard}${address}${id}`.toLowerCase()
}

/** Key of an allowance: standard, token, spender and token ID. */
export const allowanceKey = ({ standard, token, spender, tokenId = '0x' }: Allowance): string =>
  [standard, token, spender, tokenId].join(' ').toLowerCase()

/** How much worse an amount may get without being reported, in thousandths. */
const tolerance = 5n

/** True if the account gets less or gives more, beyond the tolerance. The opposite is never worse. */
const isWorse = (was: Change, now: Change): boolean => {
  const [before, after] = [BigInt(was.amount), BigInt(now.amount)]
  return now.direction === 'in'
    ? after * 1000n < before * (1000n - tolerance)
    : after * 1000n > before * (1000n + tolerance)
}

const isMore = (was: Allowance | undefined, now: Allowance): boolean => {
  if (was?.left === 'all') return false
  return now.left === 'all' || BigInt(now.left) > BigInt(was?.left ?? 0)
}

/**
 * True if a batch leaves an allowance higher than it did before. One older than the batch (`isOlder`) does not count: it
 * ends higher because less of it is spent, not because the batch gives more; unless the batch was to change it.
 */
const hasGrown = (was: Allowance | undefined, now: Allowance): boolean =>
  isMore(was, now) && !(now.isOlder && (!was || was.isOlder))

const byKey = <T>(rows: readonly T[], keyOf: (row: T) => string): Map<string, T> =>
  new Map(rows.map((row) => [keyOf(row), row]))

const payeesOf = ({ payees }: Outcome, key: string): Payee[] =>
  payees.find(({ of }) => of === key)?.to ?? []

const sumOf = (payees: readonly Payee[]): bigint =>
  payees.reduce((sum, { amount }) => sum + BigInt(amount), 0n)

/** Names of receivers, those apart of whom only logs tell. */
const namesOf = (payees: readonly Payee[]): string => sorted(payees.map(payeeKey))

/** True if it goes to others than before, or if one of them gets more of the whole, beyond the tolerance. */
const isElsewhere = (was: readonly Payee[], now: readonly Payee[]): boolean => {
  if (namesOf(was) !== namesOf(now)) return true
  const [before, after] = [sumOf(was), sumOf(now)]
  const had = byKey(was, payeeKey)
  return now.some((one) => {
    const earlier = BigInt(had.get(payeeKey(one))?.amount ?? 0)
    return (BigInt(one.amount) * before - earlier * after) * 1000n > before * after * tolerance
  })
}

const payeeKey = ({ address, isSaid }: Payee): string =>
  `${address} ${isSaid ? 'said' : ''}`.toLowerCase()

const sorted = (texts: readonly string[]): string =>
  [...new Set(texts.map((text) => text.toLowerCase()))].sort().join()

const planOf = ({ mode, delegate, upgrade, replaces, locked = [], payer }: Outcome): string =>
  [mode, delegate, upgrade, replaces, ...locked, payer].join(' ').toLowerCase()

/**
 * Returns the differences that hold back an approval: how the batch runs and what of it is locked, its verdict, the failing call, the
 * counterparties, who receives what leaves, the set or the direction of assets, parts newly unchecked, an
 * allowance that grew, and an amount that got worse for the user by more than 0.5 %. More in, less out and
 * smaller allowances are none.
 */
export const materialChanges = (armed: Outcome, now: Outcome): Material[] => {
  const before = byKey(armed.changes, assetKey)
  const after = byKey(now.changes, assetKey)
  const allowed = byKey(armed.allowances, allowanceKey)
  const assets = [...new Set([...before.keys(), ...after.keys()])].flatMap((key): Material[] => {
    const [was, is] = [before.get(key), after.get(key)]
    if (was?.direction !== is?.direction) return [{ kind: 'asset', key, was }]
    return [
      ...(isElsewhere(payeesOf(armed, key), payeesOf(now, key))
        ? [{ kind: 'payees' as const, key, was }]
        : []),
      ...(was && is && isWorse(was, is) ? [{ kind: 'amount' as const, key, was }] : []),
    ]
  })
  const allowances = now.allowances.flatMap((is): Material[] => {
    const key = allowanceKey(is)
    const was = allowed.get(key)
    return hasGrown(was, is) ? [{ kind: 'allowance', key, was }] : []
  })
  return [
    ...(planOf(armed) === planOf(now) ? [] : [{ kind: 'plan' as const }]),
    ...(armed.verdict === now.verdict ? [] : [{ kind: 'verdict' as const }]),
    ...(armed.failing === now.failing ? [] : [{ kind: 'failing' as const }]),
    ...(sorted(armed.recipients) === sorted(now.recipients)
      ? []
      : [{ kind: 'recipients' as const }]),
    ...(now.unchecked.every((what) => armed.unchecked.includes(what))
      ? []
      : [{ kind: 'unchecked' as const }]),
    ...assets,
    ...allowances,
  ]
}

type Lines = Pick<Outcome, 'changes' | 'allowances'>

const worseChange = (one: Change, other: Change | undefined): Change => {
  if (other?.direction !== one.direction) return one
  const isMore = BigInt(other.amount) > BigInt(one.amount)
  return isMore === (one.direction === 'out') ? other : one
}

/**
 * Returns `now` with the worse amount of both outcomes for each of its changes, and with the larger of both
 * for each allowance of either.
 */
export const worstOf = <T extends Lines>(before: Lines, now: T): T => {
  const changes = byKey(before.changes, assetKey)
  const allowances = byKey([...before.allowances, ...now.allowances], allowanceKey)
  for (const allowance of before.allowances) {
    const key = allowanceKey(allowance)
    const other = allowances.get(key)
    if (other && !isMore(allowance, other)) allowances.set(key, allowance)
  }
  return {
    ...now,
    changes: now.changes.map((change) => worseChange(change, changes.get(assetKey(change)))),
    allowances: [...allowances.values()],
  }
}
