import Dexie, { type EntityTable } from 'dexie'
import { Component, createElement, type ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keyedQuery } from '@/components/hooks/keyedQuery'
import { openDom } from './dom'

class Names extends Dexie {
  names!: EntityTable<{ id: number; name: string }, 'id'>
}

let db: Names
let dom: Awaited<ReturnType<typeof openDom>>

beforeEach(async () => {
  db = new Names('keyed-query', { cache: 'disabled' })
  db.version(1).stores({ names: 'id' })
  await db.names.bulkPut([
    { id: 1, name: 'Alice' },
    { id: 2, name: 'Bob' },
  ])
  dom = await openDom()
})
afterEach(async () => {
  await dom.close()
  await db.delete()
})

test('each key is read once, whoever asks and however often, and again after a change', async () => {
  const read = vi.fn(async (id: number) => (await db.names.get(id))?.name)
  const useName = keyedQuery(read)
  const Name = ({ id }: { id: number }) => createElement('p', null, useName(id) ?? 'reading')
  const Names = ({ ids }: { ids: number[] }) =>
    ids.map((id, index) => createElement(Name, { key: index, id }))
  useName.ahead(1)
  await vi.waitFor(() => expect(read.mock.calls).toEqual([[1]]))
  await dom.show(Names, { ids: [1, 1, 2] })
  await vi.waitFor(() => expect(dom.text()).toBe('AliceAliceBob'))
  expect(read.mock.calls).toEqual([[1], [2]])
  await db.names.put({ id: 2, name: 'Carol' })
  await vi.waitFor(() => expect(dom.text()).toBe('AliceAliceCarol'))
})

/** Shows what its children throw, whenever they do. */
class Thrown extends Component<{ children: ReactNode }, { error?: Error }> {
  override state: { error?: Error } = {}
  static getDerivedStateFromError = (error: Error) => ({ error })
  override render = () => this.state.error?.message ?? this.props.children
}

test('a query that fails is thrown to who shows it', async () => {
  const useName = keyedQuery((_: number): Promise<string> =>
    Promise.reject(new Error('the disk is full')),
  )
  useName.ahead(1)
  const Name = () => createElement('p', null, useName(1) ?? 'reading')
  await dom.show(() => createElement(Thrown, null, createElement(Name)), {})
  await vi.waitFor(async () => {
    await dom.settle(() => new Promise((resolve) => setTimeout(resolve)))
    expect(dom.text()).toBe('the disk is full')
  })
})
