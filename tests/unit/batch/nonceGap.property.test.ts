import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { canCancel } from '@/components/batches/canCancel'
import { batchesAhead } from '@/lib/batch/lane'
import type { FrozenTerms } from '@/lib/batch/freeze'
import { eventsOf, livePlaces, stateOf } from '@/lib/batch/journal'
import { speedable } from '@/lib/batch/machine'
import { journal } from '@/lib/db'
import { emptyDatabase } from '../database'
import { storeBatch } from './batches'
import { openPool } from './poolNode'
import { cancel, fill, speedUp } from './runnerHarness'

type Pool = ReturnType<typeof openPool>

let dearer = 1_000
let fills = 0
let givenUp = 0

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
    for (const does of ['approve', 'mine', 'pass', 'finish', 'pass', 'approve'])
      await steps[does]?.(pool, 1)
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

type Buttons = { givesUp: boolean; mayCancel: boolean }

/**
 * Presses the buttons that the pages of these batches show, the gap's first; returns how many gaps were filled.
 */
const press = async ({ runner }: Pool, { givesUp, mayCancel }: Buttons) => {
  let filled = 0
  for (const { batch } of await inTheWay()) {
    const state = await stateOf(batch.key)
    if (state.behind?.isGap && givesUp && (await runner.giveUp(batch.key)) === 'done') givenUp++
    else if (state.behind?.isGap) filled += Number((await fill(runner, batch.key)) === 'done')
    else if (mayCancel && canCancel(batch, state)) await cancel(runner, batch.key)
    else if (speedable(state)) await speedUp(runner, batch.key)
  }
  return filled
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

/** Lets the chain go on, with the user at the buttons, until nothing is in the way. Returns how many gaps were filled. */
const freeLane = async (pool: Pool, buttons: Buttons) => {
  let filled = 0
  for (let round = 0; round < 8 && (await inTheWay()).length > 0; round++) {
    pool.mine()
    await pool.pass(3)
    filled += await press(pool, buttons)
  }
  expect(await inTheWay()).toEqual([])
  return filled
}

test.each([
  ['filling and speeding up', { givesUp: false, mayCancel: false }],
  ['filling and cancelling', { givesUp: false, mayCancel: true }],
  ['giving up', { givesUp: true, mayCancel: false }],
])(
  'whatever an account’s counts go through, %s frees its lane',
  async (_, buttons) => {
    fills = 0
    givenUp = 0
    await fc.assert(
      fc.asyncProperty(history, async (all) => {
        await emptyDatabase()
        const pool = openPool()
        for (const { does, many } of all) await steps[does]?.(pool, many)
        pool.node.lag = 0
        pool.node.isBlind = false
        fills += await freeLane(pool, buttons)
        // A nonce of a sealed block is used again only by a click: on Fill, on Cancel, or on Give up.
        if (!buttons.givesUp && !(await hasFilled())) expect(await sealedTwice()).toEqual([])
        // A lane is freed for good: the next batch has no gap below it.
        await steps.approve?.(pool, 0)
        pool.mine()
        await pool.pass(3)
        expect(await inTheWay()).toEqual([])
      }),
      { numRuns: 15, examples: always },
    )
    expect(buttons.givesUp ? givenUp : fills).toBeGreaterThan(0)
  },
  600_000,
)
