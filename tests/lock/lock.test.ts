import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Address, Hex } from 'viem'
import { expect, test } from 'vitest'
import { checkCall } from '@/lib/lock/check'
import { universalRouter } from '../chain/router.ts'
import { rpc } from '../chain/rpc.ts'
import { alice } from '../unit/accounts.ts'
import { baits } from './baits.ts'
import { approve, openBed, signed, unit } from './lockBed.ts'
import { runLocks } from './lockMatrix.ts'
import { shapes } from './shapes.ts'

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

const text = readFileSync(join(import.meta.dirname, '../../docs/batches.md'), 'utf8')

/** How far the gas of a run may be from the table: zeros in addresses make data cheaper. */
const near = 400

test('the documents’ table of gas is what locks take', async () => {
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

/** How far the gas of one check may be from its row: zeros in the deadline make data cheaper. */
const nearer = 50

test('the documents’ rows of the router’s check are what it takes of tokens that the batch has touched', async () => {
  const rows = [...text.matchAll(/^\| ((?:one|two) tokens?) *\| ([\d,]+) *\|$/gm)]
  const stated = rows.map(([, name, gas = '']) => [name, Number(gas.replaceAll(',', ''))])
  const bed = await openBed(0)
  try {
    await bed.reset()
    const { dollar, token } = bed.places
    const swap = shapes.find(({ name }) => name === 'dollars for tokens')
    const { batch } = await approve(swap?.calls(bed) ?? [])
    const gasOf = async (tokens: readonly Address[]): Promise<number> => {
      const before = await rpc(bed.url, 'evm_snapshot')
      const leasts = tokens.map((one) => ({ token: one, least: unit }))
      const locks = tokens.length > 0 ? [checkCall(universalRouter, alice, leasts)] : []
      const raw = await signed(bed.url, { ...batch, locks }, true)
      const hash = await rpc<Hex>(bed.url, 'eth_sendRawTransaction', [raw])
      await rpc(bed.url, 'evm_mine')
      const { status, gasUsed } = await rpc<{ status: Hex; gasUsed: Hex }>(
        bed.url,
        'eth_getTransactionReceipt',
        [hash],
      )
      expect(status).toBe('0x1')
      await rpc(bed.url, 'evm_revert', [before])
      return Number(gasUsed)
    }
    const plain = await gasOf([])
    const measured = [
      ['one token', (await gasOf([token])) - plain],
      ['two tokens', (await gasOf([token, dollar])) - plain],
    ] as const
    expect(stated.map(([name]) => name)).toEqual(measured.map(([name]) => name))
    const off = measured.filter(
      ([, gas], row) => !(Math.abs(gas - Number(stated[row]?.[1])) <= nearer),
    )
    expect(off).toEqual([])
  } finally {
    await bed.stop()
  }
})
