import { expect, test, vi } from 'vitest'
import { cache, journal } from '@/lib/db'

test.each([
  ['the journal has reached the disk when a write resolves', journal, 'approvals', 'strict'],
  ['the cache need not', cache, 'facts', 'relaxed'],
] as const)('%s', async (_, database, table, durability) => {
  const opened = vi.spyOn(IDBDatabase.prototype, 'transaction')
  database.close()
  await database.open()
  await database.table(table).clear()
  expect(opened).toHaveBeenLastCalledWith([table], 'readwrite', { durability })
  opened.mockRestore()
})
