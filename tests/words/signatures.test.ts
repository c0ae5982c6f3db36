import { afterAll, beforeAll, expect, test } from 'vitest'
import { startAnvil } from '../chain/anvil'
import type { Anvil } from '../chain/listen'
import { runSignatures } from './signatures'
import { sourced, unsourced } from './sourced'

let anvil: Anvil
beforeAll(async () => {
  anvil = await startAnvil({ chainId: 1 })
})
afterAll(async () => {
  await anvil.stop()
})

test('what contracts do with a signature is no more than the lines of the wallet say', async () => {
  const { wrong, rows } = await runSignatures(anvil.url, 500, 300, 1)
  expect(wrong).toEqual([])
  const untried = rows.filter(
    ({ row, oracle }) => row.judge.by !== 'nobody' && oracle.accepted === 0,
  )
  expect(untried.map(({ row }) => row.name)).toEqual([])
})

test('every type of the table has a sample with a source, or says why not', () => {
  expect(unsourced()).toEqual([])
})

test('every sample has a source of its own, with its licence', () => {
  expect(new Set(sourced.map(({ name }) => name)).size).toBe(sourced.length)
  expect(
    sourced.filter(({ source, licence }) => !source.startsWith('github.com/') || licence === ''),
  ).toEqual([])
  expect(sourced.filter(({ deed }) => deed !== 'unread').length).toBeGreaterThanOrEqual(150)
})
