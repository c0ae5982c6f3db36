import Dexie from 'dexie'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { append, batchesChanged, eventsOf } from '@/lib/batch/journal'
import { journal } from '@/lib/db'
import type { Event } from '@/lib/db/batchEvent'
import { setting } from '@/lib/db/settings'
import { emptyDatabase } from '../database'
import { did, hashOf, storeBatch } from './batches'

beforeEach(emptyDatabase)

const { signed, sent, sealed, stopped, final } = did

const refused = (reason: string): Event => ({ type: 'refused', hash: hashOf('a'), reason })

describe('a refusal that the user can do something about', () => {
  test('is news, with those of other batches', async () => {
    const [one, two] = [await storeBatch(), await storeBatch()]
    await append(one.key, [signed('a'), refused('funds')], 0)
    await append(two.key, [refused('fee'), refused('unfit')], 0)
    expect(await setting('refusals')).toEqual([
      { key: one.key, reason: 'funds' },
      { key: two.key, reason: 'fee' },
      { key: two.key, reason: 'unfit' },
    ])
  })

  test('is none where the batch was refused for it before', async () => {
    const { key } = await storeBatch()
    await append(key, [refused('funds')], 0)
    await append(key, [sent('a')], 0)
    await append(key, [refused('funds')], 0)
    await append(key, [refused('fee')], 0)
    expect(await setting('refusals')).toEqual([
      { key, reason: 'funds' },
      { key, reason: 'fee' },
    ])
  })

  test('that is no news writes nothing', async () => {
    const { key } = await storeBatch()
    await append(key, [refused('node')], 0)
    await append(key, [sent('a')], 0)
    expect(await journal.settings.get('refusals')).toBeUndefined()
  })
})

describe('the end of a batch', () => {
  test('is news beside those of other batches', async () => {
    const keys: string[] = []
    for (const name of ['a', 'b']) {
      const { key } = await storeBatch({ mode: 'one' })
      await append(key, [signed(name), sealed(name)], 0)
      keys.push(key)
    }
    expect(await setting('ended')).toEqual(keys.map((key) => ({ key })))
    expect((await journal.batches.toArray()).map(({ told }) => told)).toEqual([1, 1])
  })

  test('is no news before it comes, nor of a batch that is asked about again', async () => {
    const { key } = await storeBatch()
    await append(key, [signed('a'), sealed('a'), { type: 'asked', why: 'age' }], 0)
    expect(await setting('ended')).toEqual([])
    expect(await journal.batches.get(key)).toMatchObject({ told: 0, live: 1 })
  })

  test('is news where its chain is started anew with a transaction out', async () => {
    const { key } = await storeBatch()
    await append(key, [signed('a'), sent('a'), stopped('reset')], 0)
    expect(await setting('ended')).toEqual([{ key }])
  })

  test('ends its life once it is final', async () => {
    const { key } = await storeBatch({ mode: 'one' })
    await append(key, [signed('a'), sealed('a')], 0)
    expect(await journal.batches.get(key)).toMatchObject({ live: 1 })
    await append(key, [final], 0)
    expect(await journal.batches.get(key)).toMatchObject({ live: 0 })
  })

  test('ends its life where the user gives up what is signed', async () => {
    const { key } = await storeBatch()
    await append(key, [signed('a'), stopped('givenUp')], 0)
    expect(await journal.batches.get(key)).toMatchObject({ live: 0 })
  })
})

describe('who listens to the batches', () => {
  /** Runs and returns how often it was told, and the events that it could read each time. */
  const listening = async (key: string, run: () => Promise<unknown>) => {
    const reads: Promise<number>[] = []
    const stop = batchesChanged.on(() => {
      reads.push(eventsOf(key).then(({ length }) => length))
    })
    await run()
    stop()
    return Promise.all(reads)
  }

  test('is told once it is on disk', async () => {
    const { key } = await storeBatch()
    expect(await listening(key, () => append(key, [sent('a'), sent('b')], 0))).toEqual([3])
  })

  test('is told of events that are part of a larger write once all of that is on disk', async () => {
    const { key } = await storeBatch()
    const told = vi.fn()
    const stop = batchesChanged.on(told)
    const counts = await listening(key, () =>
      journal.transaction('rw', journal.tables, async () => {
        await append(key, [sent('a')], 0)
        await journal.settings.put({ key: 'isDeveloper', value: true })
        expect(told).not.toHaveBeenCalled()
      }),
    )
    stop()
    expect(counts).toEqual([2])
  })

  test('is not within that write, which is over', async () => {
    const { key } = await storeBatch()
    const inside: unknown[] = []
    const stop = batchesChanged.on(() => inside.push(Dexie.currentTransaction))
    await journal.transaction('rw', journal.tables, async () => {
      await append(key, [sent('a')], 0)
    })
    stop()
    expect(inside).toEqual([null])
  })

  test('is told nothing of a larger write that is undone', async () => {
    const { key } = await storeBatch()
    const counts = await listening(key, async () => {
      const undone = journal.transaction('rw', journal.tables, async () => {
        await append(key, [sent('a')], 0)
        throw new Error('undone')
      })
      await expect(undone).rejects.toThrow('undone')
    })
    expect(counts).toEqual([])
    expect(await eventsOf(key)).toHaveLength(1)
  })
})
