import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { encodeBatch } from '@/lib/delegate/encode'
import { encodeOnce } from '@/lib/delegate/encodeOnce'
import { executor } from '@/lib/delegate/executor'
import { bob, stranger } from '../accounts'
import { listed } from '../../chain/delegates'

// Test files share modules in a worker: these have to be loaded with this file's fakes.
vi.hoisted(() => vi.resetModules())
afterAll(() => {
  vi.resetModules()
})
vi.mock('@/lib/delegate/encode', { spy: true })

beforeEach(() => {
  vi.mocked(encodeBatch).mockClear()
})

const callsTo = (to: typeof bob) => [{ to, value: '0x1', data: '0x' } as const]

test('the calls of one list are encoded once for a delegate', () => {
  const calls = callsTo(bob)
  const data = encodeOnce(calls, executor)
  expect(encodeOnce(calls, executor)).toBe(data)
  expect(encodeBatch).toHaveBeenCalledOnce()
  expect(data).toBe(encodeBatch(callsTo(bob), executor))
})

test('another list, or another delegate, is encoded by itself', () => {
  const calls = callsTo(bob)
  const data = encodeOnce(calls, executor)
  expect(encodeOnce(callsTo(stranger), executor)).toBe(encodeBatch(callsTo(stranger), executor))
  const other = encodeOnce(calls, listed.metaMask)
  expect(other).toBe(encodeBatch(calls, listed.metaMask))
  expect(other).not.toBe(data)
})

test('what cannot be encoded is refused each time', () => {
  const calls = callsTo(bob)
  for (const _ of [1, 2]) expect(() => encodeOnce(calls, null)).toThrow('no batch')
})
