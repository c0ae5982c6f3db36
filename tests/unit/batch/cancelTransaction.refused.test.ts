import type { Hex } from 'viem'
import { beforeEach, expect, test } from 'vitest'
import { toError } from '@/lib/rpc/errors'
import { emptyDatabase } from '../database'
import { storeBatch } from './batches'
import { cancel, codeOf, lookOn, start } from './runnerHarness'

beforeEach(emptyDatabase)

test('what the user cancelled does not go out again, though the cancellation is refused', async () => {
  const place = start()
  const { chain, runner } = place
  const batch = await storeBatch({ mode: 'one' })
  await runner.advance()
  const [first] = chain.sent
  chain.sent = []
  chain.answers.eth_sendRawTransaction = ([raw]: [Hex]) => {
    if (raw !== first) throw toError({ code: -32000, message: 'insufficient funds' })
    chain.sent.push(raw)
  }
  await cancel(runner, batch.key)
  await lookOn(place, 3)
  expect(chain.sent).toEqual([])
  expect(await codeOf(batch)).toBe(100)
})
