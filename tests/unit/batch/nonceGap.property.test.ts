import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { canCancel } from '@/components/batches/canCancel'
import { batchesAhead } from '@/lib/batch/lane'
import { livePlaces, stateOf } from '@/lib/batch/journal'
import { speedable } from '@/lib/batch/machine'
import { parseTransaction } from 'viem'
import { emptyDatabase } from '../database'
import { storeBatch } from './batches'
import { openPool } from './poolNode'
import { cancel, fill, speedUp } from './runnerHarness'

type Pool = ReturnType<typeof openPool>

let dearer = 1_000
let fills = 0

/** Event at an account between two looks; `many` from 0 to 3. */
const steps: Record<string, (pool: Pool, many: number) => unknown> = {
  approve: async ({ runner }) => {
    const price = `0x${(dearer++).toString(16)}` as const
    await storeBatch({
      mode: 'one',
      fees: { maxFeePerGas: price, maxPriorityFeePerGas: '0x64' },
    })
    await runner.advance()
  },
  foreign: ({ foreign }, many) => foreign(many),
  vanish: ({ vanish }) => vanish(),
  approveBehind: async (pool, many) => {
    pool.foreign(many)
    await steps.approve?.(pool, 0)
    pool.vanish()
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
const weights: Record<string, number> = { approve: 2, approveBehind: 4, mine: 2, takeBack: 2 }

const history = fc.array(
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

/** Presses the buttons that the pages of these batches show, the gap's first. */
const press = async ({ runner }: Pool, mayCancel: boolean) => {
  for (const { batch } of await inTheWay()) {
    const state = await stateOf(batch.key)
    if (state.behind?.isGap) fills += Number((await fill(runner, batch.key)) === 'done')
    else if (mayCancel && canCancel(batch, state)) await cancel(runner, batch.key)
    else if (speedable(state)) await speedUp(runner, batch.key)
  }
}

test.each([
  ['filling and speeding up', false],
  ['filling and cancelling', true],
])(
  'whatever an account’s counts go through, %s frees its lane',
  async (_, mayCancel) => {
    await fc.assert(
      fc.asyncProperty(history, async (all) => {
        await emptyDatabase()
        const pool = openPool()
        for (const { does, many } of all) await steps[does]?.(pool, many)
        pool.node.lag = 0
        pool.node.isBlind = false
        for (let round = 0; round < 8 && (await inTheWay()).length > 0; round++) {
          pool.mine()
          await pool.pass(3)
          await press(pool, mayCancel)
        }
        expect(await inTheWay()).toEqual([])
        // A nonce of a sealed block is signed again only by the click that fills a gap below it.
        for (const { state } of await livePlaces())
          for (const { nonce, raw } of state.transactions)
            expect(parseTransaction(raw).nonce).toBe(nonce)
      }),
      { numRuns: 25 },
    )
    expect(fills).toBeGreaterThan(0)
  },
  120_000,
)
