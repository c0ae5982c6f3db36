import { encodeErrorResult, parseAbi } from 'viem'
import { expect, test } from 'vitest'
import { stateOf } from '@/lib/batch/journal'
import type { World } from '@/lib/batch/world'
import type { Batch, Mode } from '@/lib/db'
import { toError } from '@/lib/rpc/errors'
import { buy, codeOf, pay, typesOf, useWaitingBatches } from './waitingBatches'

const { refuse, mine, open, approve } = useWaitingBatches()

const data = encodeErrorResult({
  abi: parseAbi(['error Error(string)']),
  args: ['the shop is closed'],
})
const reason = { why: 'reverted', data, size: 100 }

/** Takes the node's trace away, as most public nodes have none. */
const untraced = (world: World): World => ({
  ...world,
  request: (chainId, method, params) =>
    method === 'debug_traceTransaction'
      ? Promise.reject(toError({ code: -32601, message: 'the method does not exist' }))
      : world.request(chainId, method, params),
})

/** Runs a batch whose shop closes after the signature, and returns what is known of its failure. */
const closed = async (
  mode: Mode,
  change?: (world: World) => World,
): Promise<{ batch: Batch; explained: unknown }> => {
  const { runner, world } = open(change)
  const calls = mode === 'one' ? [buy] : [pay, buy]
  const batch = await approve(calls, mode)
  await runner.advance()
  if (mode === 'sequence') {
    await mine()
    await runner.look(31337)
    await runner.advance()
  }
  await refuse(data)
  await mine()
  await world.wait(1_000)
  await runner.look(31337)
  const { transactions } = await stateOf(batch.key)
  return { batch, explained: transactions.at(-1)?.explained }
}

test.each<[string, Mode, number, number]>([
  ['one call', 'one', 0, 500],
  ['an atomic batch', 'atomic', 1, 500],
  ['calls in order', 'sequence', 1, 600],
])('of %s the trace says which failed, and why', async (_, mode, index, code) => {
  const { batch, explained } = await closed(mode)
  expect(await codeOf(batch)).toBe(code)
  expect(explained).toEqual({ by: 'trace', failing: { index, reason } })
  expect((await typesOf(batch)).slice(-2)).toEqual(['sealed', 'explained'])
})

test.each<[Mode, number]>([
  ['one', 0],
  ['atomic', 1],
  ['sequence', 1],
])('without a trace a run at the parent block says so: %s', async (mode, index) => {
  // The shop is closed in the parent block already.
  const { explained } = await closed(mode, (world) => untraced(world))
  expect(explained).toEqual({ by: 'run', failing: { index, reason } })
})
