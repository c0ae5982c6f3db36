import { expect, test, vi } from 'vitest'
import { withDiskStatus } from '@/lib/batch/diskStatus'
import { fold } from '@/lib/batch/state'
import { rpcError } from '@/lib/rpc/errors'

test('a disk that refuses is told of once, and once more when it has room; its error goes on', async () => {
  const state = fold([])
  const disk = { isFull: false }
  const changed = vi.fn()
  const append = withDiskStatus(
    () =>
      disk.isFull
        ? Promise.reject(new DOMException('full', 'QuotaExceededError'))
        : Promise.resolve(state),
    changed,
  )
  expect(await append('key', [], 0)).toBe(state)
  expect(changed).not.toHaveBeenCalled()
  disk.isFull = true
  for (let time = 0; time < 2; time++) await expect(append('key', [], 0)).rejects.toThrow('full')
  expect(changed.mock.calls).toEqual([[true]])
  disk.isFull = false
  await append('key', [], 0)
  expect(changed.mock.calls).toEqual([[true], [false]])
})

test('what the journal itself refuses says nothing of the disk', async () => {
  const changed = vi.fn()
  const append = withDiskStatus(() => Promise.reject(rpcError('notSigned')), changed)
  await expect(append('key', [], 0)).rejects.toThrow()
  expect(changed).not.toHaveBeenCalled()
})
