import { stateOf } from '@/lib/batch/journal'
import { ask } from '../chain/preconfirmNode.ts'
import type { Chains } from './faultChains.ts'
import { show, type Column, type Outcome, type Phase } from './columns.ts'
import type { Fault } from './fault.ts'
import { journey } from './batchJourney.ts'
import { openScene, type Scene } from './faultScene.ts'
import type { Change } from './clockedWallet.ts'

/** Sends all bytes that were ever signed once more, and notes an error if one of them still has an effect. */
const replayed = async ({ node, alice, judge }: Scene, key: string) => {
  const before = await alice.paid(node())
  for (const { raw } of (await stateOf(key)).transactions)
    await ask(node().anvilUrl, 'eth_sendRawTransaction', [raw])
  await node().seal()
  const after = await alice.paid(node())
  if (after.join('') !== before.join('')) judge.wrong.push('a stranger could still send it')
}

export type Result = { outcome: Outcome; expected: Outcome; path: string; wrong: string[] }

/** Runs one batch with one fault at one phase, and compares its outcome with the expected one. */
export const trial = async (
  chains: Chains,
  fault: Fault,
  column: Column,
  phase: Phase,
  change?: Change,
): Promise<Result> => {
  const scene = await openScene(chains, column, phase, {
    ...(change ? { change } : {}),
    ...(fault.isLocked === undefined ? {} : { isLocked: fault.isLocked }),
    hasWitness: fault.hasWitness ?? false,
    isExpected: fault.isExpected ?? false,
  })
  try {
    const { judge } = scene
    const also: (() => Promise<void>)[] = []
    const batch = await journey(scene, () => fault.strike(scene, (check) => also.push(check)))
    for (const check of also) await check()
    const outcome = await scene.outcome(batch)
    const expected = fault.expect(column, phase)
    if (show(outcome) !== show(expected))
      judge.wrong.push(`${show(outcome)}, not ${show(expected)}`)
    const live = (await scene.batch(batch.key))?.live
    // A new chain accepts bytes of the old one again, as their nonces are unused there.
    if (outcome.status !== 100 && !fault.isAnew) await replayed(scene, batch.key)
    if (outcome.status === 200 && live === 1) judge.wrong.push('200, but never final')
    return { outcome, expected, path: judge.path.join(' '), wrong: [...new Set(judge.wrong)] }
  } finally {
    await scene.close()
  }
}
