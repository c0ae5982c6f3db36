import Dexie, { type EntityTable } from 'dexie'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createShared } from '@/components/hooks/sharedQuery'

class Names extends Dexie {
  names!: EntityTable<{ id: number; name: string }, 'id'>
}

let db: Names

beforeEach(() => {
  db = new Names('shared-query', { cache: 'disabled' })
  db.version(1).stores({ names: 'id' })
})
const over: (() => void)[] = []
const noop = () => undefined
afterEach(async () => {
  for (const end of over.splice(0)) end()
  await db.delete()
})

test('a page reads once, for all who ask, and again after a change', async () => {
  await db.names.put({ id: 1, name: 'Alice' })
  const read = vi.fn(() => db.names.toArray())
  const { subscribe, now } = createShared(read)
  expect(now()).toBeUndefined()
  const told = vi.fn()
  over.push(subscribe(told), subscribe(noop))
  await vi.waitFor(() => expect(now()).toEqual({ value: [{ id: 1, name: 'Alice' }] }))
  expect(read).toHaveBeenCalledTimes(1)
  await db.names.put({ id: 1, name: 'Bob' })
  await vi.waitFor(() => expect(now()).toEqual({ value: [{ id: 1, name: 'Bob' }] }))
  expect(read).toHaveBeenCalledTimes(2)
  expect(told).toHaveBeenCalledTimes(2)
})

test('what is read ahead is there for the first who asks, and an answer stays the object that it is', async () => {
  const { ahead, subscribe, now } = createShared(() => db.names.toArray())
  ahead()
  await vi.waitFor(() => expect(now()).toEqual({ value: [] }))
  const first = now()
  over.push(subscribe(noop))
  expect(now()).toBe(first)
})

test('who has left is told nothing', async () => {
  const { subscribe, now } = createShared(() => db.names.toArray())
  const [stays, leaves] = [vi.fn(), vi.fn()]
  over.push(subscribe(stays))
  subscribe(leaves)()
  await vi.waitFor(() => expect(now()).toEqual({ value: [] }))
  expect(stays).toHaveBeenCalledTimes(1)
  expect(leaves).not.toHaveBeenCalled()
})

test('a query that fails tells its error', async () => {
  const { ahead, now } = createShared(() => Promise.reject(new Error('the disk is full')))
  ahead()
  await vi.waitFor(() => expect(now()).toMatchObject({ error: { message: 'the disk is full' } }))
})

test('a query that nobody needs any more ends, and who comes later reads anew', async () => {
  const { subscribe, now } = createShared(() => db.names.toArray())
  const leave = subscribe(noop)
  await vi.waitFor(() => expect(now()).toEqual({ value: [] }))
  leave()
  const next = subscribe(noop)
  await Promise.resolve()
  expect(now()).toEqual({ value: [] })
  next()
  await Promise.resolve()
  expect(now()).toBeUndefined()
  await db.names.put({ id: 1, name: 'Alice' })
  over.push(subscribe(noop))
  await vi.waitFor(() => expect(now()).toEqual({ value: [{ id: 1, name: 'Alice' }] }))
})
