import { beforeEach, describe, expect, test } from 'vitest'
import { addBatch, append, eventsOf, liveBatches, stateOf } from '@/lib/batch/journal'
import { fold } from '@/lib/batch/state'
import { journal } from '@/lib/db'
import type { Event } from '@/lib/db/batchEvent'
import { setting } from '@/lib/db/settings'
import { emptyDatabase } from '../database'
import { did, makeBatch, storeBatch } from './batches'

beforeEach(emptyDatabase)

const { signed, sent, included, sealed, moved, stopped, final } = did

/** Writes events as another worker does, past what this one remembers. */
const writeBeside = async (key: string, ...events: Event[]) => {
  const count = await journal.events.where('[key+seq]').between([key, 0], [key, Infinity]).count()
  const rows = events.map((event, index) => ({ key, seq: count + index, at: 0, event }))
  await journal.events.bulkAdd(rows)
}

const asOnDisk = async (key: string) => fold(await eventsOf(key))

describe('a state that is remembered is the one on disk', () => {
  test('after each event', async () => {
    const { key } = await storeBatch()
    const events = [
      [signed('a'), sent('a')],
      [included('a')],
      [moved('a')],
      [sealed('a')],
      [signed('b', 1)],
      [stopped()],
      [final],
    ]
    for (const some of events) {
      expect(await append(key, some, 0)).toEqual(await asOnDisk(key))
      expect(await stateOf(key)).toEqual(await asOnDisk(key))
    }
  })

  test('also where another worker wrote it', async () => {
    const { key } = await storeBatch()
    await stateOf(key)
    await writeBeside(key, signed('a'), sent('a'))
    expect((await stateOf(key)).transactions).toMatchObject([{ sent: true }])
    expect(await append(key, [included('a')], 0)).toEqual(await asOnDisk(key))
  })

  test('not one that was undone with its write', async () => {
    const { key } = await storeBatch()
    const undone = journal.transaction('rw', journal.tables, async () => {
      await append(key, [signed('a')], 0)
      await append(key, [sent('a')], 0)
      await append(key, [included('a')], 0)
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    // The events written instead end like those that were undone.
    await writeBeside(key, signed('b'), sent('a'))
    expect(await stateOf(key)).toEqual(await asOnDisk(key))
  })

  test('not one whose events another context has removed', async () => {
    const { key } = await storeBatch()
    await append(key, [signed('a')], 0)
    await stateOf(key)
    const removal = journal.backendDB().transaction('events', 'readwrite')
    removal.objectStore('events').delete([key, 1])
    await new Promise((resolve) => removal.addEventListener('complete', resolve))
    await writeBeside(key, signed('b'))
    expect(await stateOf(key)).toEqual(await asOnDisk(key))
  })

  test('not one of a batch that is gone', async () => {
    const batch = await storeBatch()
    await append(batch.key, [signed('a'), sent('a')], 0)
    await stateOf(batch.key)
    await journal.events.clear()
    await journal.batches.clear()
    await addBatch(batch)
    await append(batch.key, [signed('b'), sent('a')], 0)
    expect(await stateOf(batch.key)).toEqual(await asOnDisk(batch.key))
  })
})

test('a live batch that is changed is read anew', async () => {
  const batch = await storeBatch()
  expect(await liveBatches()).toMatchObject([{ gas: batch.gas }])
  await journal.batches.update(batch.key, { gas: ['0x1', '0x2'] })
  expect(await liveBatches()).toMatchObject([{ gas: ['0x1', '0x2'] }])
  await journal.batches.update(batch.key, { live: 0 })
  expect(await liveBatches()).toEqual([])
})

describe('a row from before the end had a bit', () => {
  const old = async (...events: Event[]) => {
    const batch = makeBatch({ mode: 'one' })
    await journal.batches.add(batch)
    await writeBeside(batch.key, { type: 'approved' }, ...events)
    return batch.key
  }

  test('tells its end once', async () => {
    const key = await old(signed('a'))
    await append(key, [sealed('a')], 0)
    await append(key, [final], 0)
    expect(await setting('ended')).toEqual([{ key }])
    expect(await journal.batches.get(key)).toMatchObject({ told: 1 })
  })

  test.each([
    ['sealed', [signed('a'), sealed('a')], final],
    ['moved since', [signed('a'), sealed('a'), moved('a')], sealed('a')],
  ] as const)('does not tell it again: %s', async (_, before, event) => {
    const key = await old(...before)
    await append(key, [event], 0)
    expect(await setting('ended')).toEqual([])
    expect(await journal.batches.get(key)).toMatchObject({ told: 1 })
  })
})
