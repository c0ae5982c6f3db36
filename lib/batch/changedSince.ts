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
  const part = expected.parts?.at(index - calls.length)
  return part ? differences(...partOf(part, index, now)) : failsNow(expected.verdict, now)
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
 * Returns the accepted and the present outcome of one call, without the assets that came in and of which logs did
 * not say how much each call brings. What the call's data do not tell a reader was accepted with the whole.
 */
const partOf = (part: Part, index: number, now: Outcome): [Outcome, Outcome] => {
  const loose = new Set(part.loose)
  const isHeld = (change: Change) => !loose.has(assetKey(change)) || change.direction === 'out'
  const held = now.changes.filter(isHeld)
  const leaving = new Set(held.map(assetKey))
  const changes = part.changes
    .filter(isHeld)
    .filter((change) => !loose.has(assetKey(change)) || leaving.has(assetKey(change)))
  const isLost = (one: string) => one === 'changes' || one === 'allowances'
  return [
    {
      ...now,
      verdict: part.verdict,
      failing: part.verdict === 'fails' ? index : null,
      changes,
      payees: part.payees,
      allowances: part.allowances,
      unchecked: [],
    },
    { ...now, changes: held, unchecked: now.unchecked.filter(isLost) },
  ]
}

/** Lists the material differences, those of the verdict alone if it changed. To succeed at last is none. */
const differences = (accepted: Outcome, now: Outcome): Difference[] => {
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
        ({ payees }) => payees.find(({ of }) => of === found.key)?.to ?? [],
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
