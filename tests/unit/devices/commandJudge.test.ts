import { expect, test } from 'vitest'
import { judge } from '../../device/commandJudge'

/** Kinds of requests, each with as many as tell something and take no more than seconds. */
const counts = {
  transactions: 200,
  authorizations: 20,
  messages: 30,
  typedData: 30,
  addresses: 10,
}

test('commands are those of Ledger’s own kit to the byte, and viem finds the device’s account in each signature', async () => {
  const { requests, apdus, differing, wrong } = await judge(counts, 7)
  expect(differing).toEqual([])
  expect(wrong).toEqual([])
  expect(requests).toBe(200 + 20 + 30 + 30 + 2 * 10)
  expect(apdus).toBeGreaterThan(1_000)
})
