import { expect, test } from 'vitest'
import { journal } from '@/lib/db'
import { permission } from '@/lib/sites/permissions'
import { createRowCache } from '@/lib/db/rowCache'
import { emptyDatabase } from '../database'
import { alice, dapp } from '../accounts'

type Hook = (...given: unknown[]) => void

/** A table whose answers a test holds back, and whose hooks it calls. */
const fakeTable = () => {
  const hooks: Record<string, Hook> = {}
  const reads: ((row: string) => void)[] = []
  const hear = (name: string, hook: Hook) => (hooks[name] = hook)
  const table = {
    get: () => new Promise<string>((resolve) => reads.push(resolve)),
    hook: hear,
    db: { on: hear },
  }
  const answer = (row: string) => reads.shift()?.(row)
  return { rows: createRowCache<string>(table as never, 2), hooks, reads, answer }
}

test.each<[string, unknown[]]>([
  ['creating', ['a', 'row']],
  ['updating', [{}, 'a', 'row']],
  ['deleting', ['a', 'row']],
  ['ready', []],
])('a read that began before %s is not kept', async (name, given) => {
  const { rows, hooks, reads, answer } = fakeTable()
  const read = rows.get('a')
  hooks[name]?.(...given)
  answer('old')
  expect(await read).toBe('old')
  void rows.get('a')
  expect(reads).toHaveLength(1)
})

test('no more rows are kept than it is told', async () => {
  const { rows, reads, answer } = fakeTable()
  for (const key of ['a', 'b', 'c']) {
    const read = rows.get(key)
    answer(key)
    await read
  }
  expect(await rows.get('c')).toBe('c')
  void rows.get('a')
  expect(reads).toHaveLength(1)
})

test('what was read of a transaction that was taken back is not kept', async () => {
  await emptyDatabase()
  const undone = journal.transaction('rw', journal.permissions, async () => {
    await journal.permissions.put({ origin: dapp, accounts: [alice], chainId: 1, createdAt: 0 })
    expect(await permission(dapp)).toBeDefined()
    throw new Error('the disk is full')
  })
  await expect(undone).rejects.toThrow('the disk is full')
  expect(await permission(dapp)).toBeUndefined()
})
