import { beforeEach, describe, expect, test } from 'vitest'
import { viewOf } from '@/components/batches/batchViews'
import { meaningOf } from '@/components/batches/meaning'
import { wordOf } from '@/components/batches/word'
import { append } from '@/lib/batch/journal'
import type { Batch } from '@/lib/db'
import { storeBatch } from '../batch/batches'
import { start, types } from '../batch/runnerHarness'
import { emptyDatabase } from '../database'

beforeEach(emptyDatabase)

const ask = (batch: Batch, at: number) =>
  append(batch.key, [{ type: 'asked', why: 'delegate' }], at)

const page = async (batch: Batch) => {
  const view = await viewOf(batch)
  const word = wordOf(view, true)
  return { word, meaning: meaningOf(word, batch, view.state, view.isQueued) }
}

describe('the page of a batch that has not begun agrees with the runner', () => {
  test('a batch that was confirmed again waits for a newer one that is out', async () => {
    const { chain, runner } = start()
    const older = await storeBatch({ mode: 'one' })
    await ask(older, chain.now)
    await storeBatch()
    await runner.advance()
    await append(older.key, [{ type: 'confirmed' }], chain.now)
    await runner.advance()
    expect(await types(older)).toEqual(['approved', 'asked', 'confirmed'])
    expect(await page(older)).toEqual({
      word: 'Waiting for its turn',
      meaning: 'Another batch of this account goes first. Nothing is signed yet.',
    })
  })

  test('a newer batch does not wait for one that waits for the user', async () => {
    const { chain, runner } = start()
    const older = await storeBatch({ mode: 'one' })
    await ask(older, chain.now)
    const newer = await storeBatch({ mode: 'one' })
    expect((await viewOf(newer)).isQueued).toBe(false)
    expect((await page(newer)).meaning).toBe('Nothing is signed yet.')
    await runner.advance()
    expect(await types(newer)).toEqual(['approved', 'signed', 'sent'])
  })
})
