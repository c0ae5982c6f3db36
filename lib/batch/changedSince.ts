import type { Batch } from '../db'
import type { Change, Difference, Expected, Outcome, Part } from '../db/outcome'
import { allowanceKey, assetKey, materialChanges } from '../simulate/material'

/** The most differences that are stored and shown. */
const most = 8

/**
 * Returns what is materially worse in a batch, as it was simulated now, than in what the user accepted. `index`:
 * the call that was simulated alone, of calls that run in order; 0 for the whole batch. Of an older batch, and of
 * a call whose part was not kept, only the verdict is known, and compared.
 */
export const changedSince = (
  { expected, mode, calls }: Pick<Batch, 'expected' | 'mode' | 'calls'>,
  index: number,
  now: Outcome,
): Difference[] => {
  if (expected === undefined) return []
  if (typeof expected === 'string') return failsNow(expected, now)
  if (mode !== 'sequence' || index === 0) return differences(wholeOf(expected, now), now)
  // A second approval keeps the parts of the calls that were left: the last part is the last call's.
  const part = expected.parts?.each.at(index - calls.length)
  return part ? differences(...partOf(part, index, expected, now)) : failsNow(expected.verdict, now)
}

const failsNow = (was: Outcome['verdict'], { verdict: is, failing }: Outcome): Difference[] =>
  was === 'succeeds' && is === 'fails' ? [{ kind: 'verdict', was, is, failing }] : []

/** Fields that were not stored count as they are now. */
const wholeOf = (expected: Expected, now: Outcome): Outcome => ({
  ...now,
  verdict: expected.verdict,
  failing: expected.failing ? expected.failing.index : now.failing,
  changes: expected.changes,
  allowances: expected.allowances,
  payees: expected.payees ?? now.payees,
  unchecked: expected.unchecked ?? now.unchecked,
})

/**
 * Returns the accepted and the present outcome of one call. Of an asset whose logs did not say how much each call
 * moves, all that left may leave by any call, and what comes in is not compared; if the call moves one that could not
 * be read, that it still cannot is no news. What nobody could read in the call's data was accepted with the whole.
 */
const partOf = (
  part: Part,
  index: number,
  { changes, allowances, parts, unchecked = [] }: Expected,
  now: Outcome,
): [Outcome, Outcome] => {
  const loose = new Set(parts?.loose)
  const isHeld = (change: Change) => !loose.has(assetKey(change))
  const leaving = now.changes.filter((change) => !isHeld(change) && change.direction === 'out')
  const most = leaving.flatMap(
    (change) => largest([...changes, ...part.changes].filter((one) => isSame(one, change))) ?? [],
  )
  const isUnread = !part.changes.every(isHeld)
  const isLost = (one: string) => one === 'changes' || one === 'allowances'
  return [
    {
      ...now,
      verdict: part.verdict,
      failing: part.verdict === 'fails' ? index : null,
      changes: [...part.changes.filter(isHeld), ...most],
      payees: part.payees,
      // Of two for one spender the later counts: the higher one after this call.
      allowances: [...allowances, ...part.allowances],
      unchecked: isUnread ? unchecked.filter((one) => one === 'changes') : [],
    },
    {
      ...now,
      changes: [...now.changes.filter(isHeld), ...leaving],
      // Later calls may use what this one leaves of an allowance that it does not give.
      allowances: now.allowances.filter(({ isOlder }) => !isOlder),
      unchecked: now.unchecked.filter(isLost),
    },
  ]
}

const isSame = (one: Change, other: Change): boolean =>
  one.direction === other.direction && assetKey(one) === assetKey(other)

const largest = (changes: readonly Change[]): Change | undefined =>
  changes.reduce<Change | undefined>(
    (most, one) => (most && BigInt(most.amount) >= BigInt(one.amount) ? most : one),
    undefined,
  )

/** Lists the material differences between an outcome that was shown and the present one, those of the verdict alone if it changed. To succeed at last is none. */
export const differences = (accepted: Outcome, now: Outcome): Difference[] => {
  const isBetter = accepted.verdict === 'unknown' && now.verdict === 'succeeds'
  const was: Outcome = isBetter ? { ...accepted, verdict: now.verdict } : accepted
  const found = materialChanges(was, now)
  if (found.some(({ kind }) => kind === 'verdict'))
    return [{ kind: 'verdict', was: was.verdict, is: now.verdict, failing: now.failing }]
  return found.flatMap((one) => differenceOf(one, was, now)).slice(0, most)
}

const differenceOf = (
  found: ReturnType<typeof materialChanges>[number],
  accepted: Outcome,
  now: Outcome,
): Difference[] => {
  switch (found.kind) {
    case 'failing':
      return [{ kind: 'failing', was: accepted.failing, is: now.failing }]
    case 'unchecked':
      return [
        {
          kind: 'unchecked',
          is: now.unchecked.filter((one) => !accepted.unchecked.includes(one)),
        },
      ]
    case 'asset':
    case 'amount': {
      const { kind, key, was } = found
      const is = now.changes.find((change) => assetKey(change) === key)
      return [{ kind, ...(was ? { was } : {}), ...(is ? { is } : {}) }]
    }
    case 'payees': {
      const [was, is] = [accepted, now].map(
        ({ payees }) =>
          payees.find(({ of }) => of === found.key)?.to.map(({ address }) => address) ?? [],
      )
      const change = now.changes.find((one) => assetKey(one) === found.key) ?? found.was
      return change && was && is ? [{ kind: 'payees', change, was, is }] : []
    }
    case 'allowance': {
      const { key, was } = found
      const is = now.allowances.find((one) => allowanceKey(one) === key)
      return is ? [{ kind: 'allowance', ...(was ? { was } : {}), is }] : []
    }
    // How it runs and whom its calls name are frozen.
    case 'plan':
    case 'recipients':
    case 'verdict':
      return []
  }
}
