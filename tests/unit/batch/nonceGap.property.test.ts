import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { canCancel } from '@/components/batches/canCancel'
import { batchesAhead } from '@/lib/batch/lane'
import type { FrozenTerms } from '@/lib/batch/freeze'
import { batchOf, eventsOf, livePlaces, stateOf } from '@/lib/batch/journal'
import { speedable } from '@/lib/batch/machine'
import { journal } from '@/lib/db'
import { emptyDatabase } from '../database'
import { storeBatch } from './batches'
import { openPool } from './poolNode'
import { cancel, fill, speedUp } from './runnerHarness'

type Pool = ReturnType<typeof openPool>

type Button = 'fill' | 'cancel' | 'giveUp' | 'speedUp'

let dearer = 1_000

/** How often a button was pressed on a gap, and did something. */
let count: Record<Button, number>

/** Batches that were cancelled above a gap, which a Cancel fills. */
let cancelledAbove = new Set<string>()

/** Event at an account between two looks; `many` from 0 to 3. */
const steps: Record<string, (pool: Pool, many: number) => unknown> = {
  approve: async ({ runner }, many) => {
    const price = `0x${(dearer++).toString(16)}` as const
    const fees = { maxFeePerGas: price, maxPriorityFeePerGas: '0x64' } as const
    await storeBatch({ ...shapes[many], fees })
    await runner.advance()
  },
  foreign: ({ foreign }, many) => foreign(many),
  vanish: ({ vanish }) => vanish(),
  approveBehind: async (pool, many) => {
    pool.foreign(1 + (many % 2))
    await steps.approve?.(pool, many)
    pool.vanish()
  },
  // A final batch is live no more: the chain loses a nonce that no batch of the lane remembers.
  takeBackFinal: async (pool, many) => {
    // One call: a batch of two would have its second one open, and send the first again.
    await steps.approve?.(pool, 0)
    pool.mine()
    await pool.pass(1)
    await steps.finish?.(pool, 0)
    await pool.pass(1)
    await steps.approve?.(pool, 0)
    pool.takeBack(many)
  },
  drop: ({ pool }) => pool.clear(),
  mine: ({ mine }) => mine(),
  finish: ({ chain }) => {
    chain.finalized = chain.latest
  },
  takeBack: ({ takeBack }, many) => takeBack(many),
  lag: ({ node }, many) => {
    node.lag = many
  },
  noTag: ({ node }) => {
    node.hasTag = false
  },
  dead: ({ addDead }) => addDead(),
  blind: ({ node }) => {
    node.isBlind = !node.isBlind
  },
  pass: ({ pass }, many) => pass(many),
  cancel: async ({ runner }, many) => {
    const places = await livePlaces()
    const key = places[many]?.batch.key
    if (key) await cancel(runner, key)
  },
}

/** How often each is drawn, if not once: what makes gaps is drawn more. */
const weights: Record<string, number> = {
  approve: 2,
  approveBehind: 4,
  takeBackFinal: 2,
  mine: 2,
  takeBack: 2,
}

/** Batches as an account approves them: one call, two in order, an upgrade. */
const shapes: readonly Partial<FrozenTerms>[] = [
  { mode: 'one' },
  { mode: 'sequence' },
  { mode: 'atomic', upgrade: true },
  { mode: 'one' },
]

type Step = { does: string; many: number }

const once = (...names: string[]): Step[] => names.map((does) => ({ does, many: 1 }))

/** Histories that are always tried: each makes a gap of a kind that chance may miss. */
const always: [Step[]][] = [
  [once('approveBehind')],
  [once('takeBackFinal')],
  [once('takeBackFinal', 'approve', 'lag')],
  // The buttons of a chain that was taken back, where an RPC does not tell all.
  [once('takeBackFinal', 'approve', 'noTag')],
  [once('takeBackFinal', 'approve', 'dead')],
  [once('takeBackFinal', 'approve', 'noTag', 'dead')],
  [once('approve', 'mine', 'pass', 'finish', 'pass', 'takeBack', 'approve')],
  // Cancel of what waits above the gap fills it.
  [
    [
      { does: 'approve', many: 0 },
      { does: 'takeBackFinal', many: 1 },
      { does: 'takeBackFinal', many: 0 },
      { does: 'cancel', many: 0 },
      { does: 'approve', many: 0 },
    ],
  ],
]

const history: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    does: fc.oneof(
      ...Object.keys(steps).map((does) => ({
        weight: weights[does] ?? 1,
        arbitrary: fc.constant(does),
      })),
    ),
    many: fc.nat(3),
  }),
  { minLength: 3, maxLength: 8, size: 'max' },
)

/** Batches that keep a new one from being signed. */
const inTheWay = async () => batchesAhead(await livePlaces())

/**
 * Presses a button of the batch's page, if it is shown there. Returns true if nothing else is to be pressed in this
 * round: one of a gap is not pressed again for a batch whose Cancel was done above the gap, and filled it.
 */
const press = async ({ runner }: Pool, key: string, button: Button): Promise<boolean> => {
  const batch = await batchOf(key)
  const state = await stateOf(key)
  const isGap = state.behind?.isGap ?? false
  if (button === 'giveUp' && isGap) {
    const isDone = (await runner.giveUp(key)) === 'done'
    count.giveUp += Number(isDone)
    return isDone
  }
  if (button === 'fill' && isGap) {
    if (cancelledAbove.has(key)) return true
    const isDone = (await fill(runner, key)) === 'done'
    count.fill += Number(isDone)
    return isDone
  }
  if (button === 'cancel' && canCancel(batch, state)) {
    const isDone = (await cancel(runner, key)) === 'done'
    if (isDone && isGap) cancelledAbove.add(key)
    count.cancel += Number(isDone && isGap)
    return isDone
  }
  if (button === 'speedUp' && speedable(state)) await speedUp(runner, key)
  return false
}

/** Presses for each batch in the way the first of these buttons that does something. */
const pressFirst = async (pool: Pool, buttons: readonly Button[]) => {
  for (const { batch } of await inTheWay())
    for (const button of buttons) if (await press(pool, batch.key, button)) break
}

/** Returns the nonces that sealed transactions of more than one batch had. */
const sealedTwice = async () => {
  const owners = new Map<number, Set<string>>()
  for (const { key } of await journal.batches.toArray()) {
    const events = await eventsOf(key)
    const sealed = new Set(events.flatMap((one) => (one.type === 'sealed' ? [one.hash] : [])))
    for (const one of events)
      if (one.type === 'signed' && sealed.has(one.hash))
        owners.set(one.nonce, (owners.get(one.nonce) ?? new Set()).add(key))
  }
  return [...owners].filter(([, keys]) => keys.size > 1).map(([nonce]) => nonce)
}

/** True if a batch fills a gap: it alone is approved for a nonce. */
const hasFilled = async () =>
  (await journal.batches.toArray()).some(({ nonce }) => nonce !== undefined)

/** Lets the chain go on, with the user at the buttons, until nothing is in the way. */
const freeLane = async (pool: Pool, buttons: readonly Button[]) => {
  for (let round = 0; round < 8 && (await inTheWay()).length > 0; round++) {
    pool.mine()
    await pool.pass(3)
    await pressFirst(pool, buttons)
  }
  expect(await inTheWay()).toEqual([])
}

test.each<Button[][]>([
  [['fill', 'speedUp']],
  [['fill', 'cancel', 'speedUp']],
  // A batch that was cancelled before its gap was named has no Cancel any more.
  [['cancel', 'fill', 'speedUp']],
  [['giveUp', 'fill', 'speedUp']],
])(
  'whatever an account’s counts go through, one of %j frees its lane',
  async (buttons) => {
    const [first = 'fill'] = buttons
    count = { fill: 0, cancel: 0, giveUp: 0, speedUp: 0 }
    await fc.assert(
      fc.asyncProperty(history, async (all) => {
        await emptyDatabase()
        const pool = openPool()
        for (const { does, many } of all) await steps[does]?.(pool, many)
        pool.node.lag = 0
        pool.node.isBlind = false
        cancelledAbove = new Set()
        await freeLane(pool, buttons)
        // A nonce of a sealed block is used again only by a click: on Fill, on Cancel, or on Give up.
        if (first !== 'giveUp' && !(await hasFilled())) expect(await sealedTwice()).toEqual([])
        // A lane is freed for good: the next batch has no gap below it.
        await steps.approve?.(pool, 0)
        pool.mine()
        await pool.pass(3)
        expect(await inTheWay()).toEqual([])
      }),
      { numRuns: 15, examples: always },
    )
    expect(count[first]).toBeGreaterThan(0)
  },
  600_000,
)
