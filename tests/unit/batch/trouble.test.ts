import { beforeEach, expect, test } from 'vitest'
import { troubleOf } from '@/lib/batch/trouble'
import { toError } from '@/lib/rpc/errors'
import { emptyDatabase } from '../database'
import { storeBatch } from './batches'
import { silence } from './fakeChain'
import { start, types } from './runnerHarness'

beforeEach(emptyDatabase)

test('an error before the signature is kept until a signature is made', async () => {
  const { chain, runner } = start()
  const batch = await storeBatch({ mode: 'one' })
  chain.answers.eth_getTransactionCount = () => {
    throw toError({ code: -32602, message: '"pending" is not yet supported' })
  }
  await runner.advance()
  expect(await types(batch)).toEqual(['approved'])
  expect(await troubleOf(batch, Date.now())).toEqual({
    code: -32602,
    message: '"pending" is not yet supported',
  })
  delete chain.answers.eth_getTransactionCount
  await runner.advance()
  expect(await types(batch)).toEqual(['approved', 'signed', 'sent'])
  expect(await troubleOf(batch, Date.now())).toBeUndefined()
})

test('silence is such an error, and what is minutes old says nothing of now', async () => {
  const { chain, runner } = start()
  const batch = await storeBatch({ mode: 'one' })
  chain.answers.eth_getTransactionCount = silence
  await runner.advance()
  expect(await troubleOf(batch, Date.now())).toMatchObject({ code: 4901 })
  expect(await troubleOf(batch, Date.now() + 5 * 60_000)).toBeUndefined()
  expect(await troubleOf({ ...batch, key: 'another' }, Date.now())).toBeUndefined()
})
