import { keccak256, numberToHex, type Hex } from 'viem'
import { expect, test } from 'vitest'
import { stateOf } from '@/lib/batch/journal'
import { statusCode } from '@/lib/batch/status'
import { setting } from '@/lib/db/settings'
import { emptyDatabase } from '../database'
import { stranger } from '../accounts'
import { storeBatch } from './batches'
import { start } from './runnerHarness'

/** Runs a batch of so many calls in order to its final block. Returns the CPU time that it took, in ms. */
const run = async (count: number) => {
  await emptyDatabase()
  const place = start()
  const { chain, runner, include } = place
  const calls = Array.from({ length: count }, (_, index) => ({
    to: stranger,
    value: numberToHex(index + 1),
    data: '0x' as Hex,
  }))
  const batch = await storeBatch({ calls })
  const before = process.cpuUsage()
  await runner.advance()
  for (let index = 0; index < count; index++) {
    chain.latest++
    include(keccak256(chain.sent[index] ?? '0x'), { block: chain.latest })
    chain.count++
    chain.now += 1_000
    await runner.look(31337)
    await runner.advance()
  }
  chain.finalized = chain.latest
  chain.now += 60_000
  await runner.look(31337)
  const { user, system } = process.cpuUsage(before)
  const state = await stateOf(batch.key)
  expect([statusCode(batch, state), state.final]).toEqual([200, true])
  expect(new Set(chain.sent).size).toBe(count)
  expect(await setting('ended')).toEqual([{ key: batch.key }])
  return (user + system) / 1_000
}

test('the work of a batch in order grows as its calls do', async () => {
  // The first run compiles the code.
  await run(20)
  const few = await run(60)
  const many = await run(600)
  // In proportion it is 10, by the square 100. Compared are two CPU times of one process, never seconds.
  expect(many / few).toBeLessThan(25)
})
