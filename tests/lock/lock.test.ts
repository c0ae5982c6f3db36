import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { baits } from './baits.ts'
import { runLocks } from './lockMatrix.ts'

/** Batches of tokens that differ most, and baits that need no time of their own. */
const few = [
  'plain | dollars for tokens',
  'a fee on transfer | tokens for coin',
  'an ambush | tokens given and pulled',
  'plain | tokens for a plot',
  'plain | stock for tokens',
  'an ambush | tokens by Permit2',
]
const some = [
  'pays 0.6 % less',
  'pays 100 % less, by a transaction before it',
  'for one builder',
  'takes dollars by an older allowance',
  'the token takes 1 % of transfers',
]

test('no bait takes from a locked batch what it takes from one that is not', async () => {
  const tally = await runLocks(
    (name) => few.includes(name),
    undefined,
    baits.filter(({ name }) => some.includes(name)),
  )
  expect(tally).toMatchObject({
    batches: few.length,
    baits: few.length * some.length,
    bitten: few.length * some.length,
    taken: 0,
    falseAlarms: 0,
    grabbed: 5,
    leftovers: 0,
    exactHidden: 0,
    exactStopped: 0,
    wrong: [],
  })
})

/** How far the gas of a run may be from the table: zeros in addresses make data cheaper. */
const near = 400

test('the documents’ table of gas is what locks take', async () => {
  const text = readFileSync(join(import.meta.dirname, '../../docs/batches.md'), 'utf8')
  const rows = [...text.matchAll(/^\| ([a-zA-Z0-9 ]+): [^|]*\| ([\d,]+) *\| ([\d,]+) *\|$/gm)]
  const stated = new Map(
    rows.map(([, name, ...gas]) => [
      `plain | ${name}`,
      gas.map((amount) => Number(amount.replaceAll(',', ''))),
    ]),
  )
  expect(stated.size).toBe(8)
  const measured = new Map<string, number[]>()
  const { wrong } = await runLocks(
    (name) => stated.has(name),
    (name, { gas, exactGas }) => measured.set(name, [gas, exactGas]),
    [],
  )
  expect(wrong).toEqual([])
  const off = [...stated].filter(([name, gas]) =>
    gas.some((amount, form) => !(Math.abs(amount - (measured.get(name)?.[form] ?? 0)) <= near)),
  )
  expect(off.map(([name]) => [name, stated.get(name), measured.get(name)])).toEqual([])
})
