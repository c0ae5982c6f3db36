import { beforeEach, expect, test } from 'vitest'
import { isIdle } from '@/lib/batch/idle'
import { append } from '@/lib/batch/journal'
import { asked } from '../approvalRows'
import { emptyDatabase } from '../database'
import { did, storeBatch } from './batches'

const { signed, sent, included, sealed, final, stopped } = did

beforeEach(emptyDatabase)

test.each([
  ['waits for its signature', [], false, true],
  ['is out', [signed('a'), sent('a')], false, false],
  ['is in a block that is not sealed', [signed('a'), included('a')], false, false],
  ['is stopped with a transaction out', [signed('a'), stopped()], false, false],
  ['is sealed', [signed('a'), sealed('a')], true, true],
  ['is final', [signed('a'), sealed('a'), final], true, true],
  ['was stopped in time', [stopped()], true, true],
])(
  'a batch that %s lets the wallet rest: unlocked %3$s, locked %4$s',
  async (_, events, open, locked) => {
    const { key } = await storeBatch({ mode: 'one' })
    await append(key, events, 0)
    expect([await isIdle(true), await isIdle(false)]).toEqual([open, locked])
  },
)

test('a request that waits for the user does not', async () => {
  expect(await isIdle(false)).toBe(true)
  await asked()
  expect(await isIdle(false)).toBe(false)
})
