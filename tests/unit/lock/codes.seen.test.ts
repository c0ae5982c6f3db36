import { keccak256, type Address, type Hex } from 'viem'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { codeOf } from '@/lib/lock/codes'
import { request } from '@/lib/network/node'
import { rpcError } from '@/lib/rpc/errors'
import { emptyDatabase } from '../database'
import { bob, stranger } from '../accounts'

// Test files share modules in a worker: these have to be loaded with this file's fakes.
vi.hoisted(() => vi.resetModules())
afterAll(() => {
  vi.resetModules()
})
vi.mock('@/lib/network/node', () => ({ request: vi.fn() }))

const [chainId, minute] = [8453, 60_000]
const [first, other] = ['0x6001', '0x6002'] as const

const stands = (code: Hex) => vi.mocked(request).mockResolvedValue(code)

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  await emptyDatabase()
  vi.mocked(request).mockReset()
  stands(first)
})
afterEach(() => {
  vi.useRealTimers()
})

describe('the code at an address', () => {
  test('is told by its hash, as it is in the newest block', async () => {
    expect(await codeOf(chainId, bob)).toBe(keccak256(first))
    expect(vi.mocked(request).mock.calls).toEqual([[chainId, 'eth_getCode', [bob, 'latest']]])
  })

  test('is none where there is none, which is not asked again soon either', async () => {
    stands('0x')
    expect(await codeOf(chainId, bob)).toBeNull()
    stands(first)
    expect(await codeOf(chainId, bob)).toBeNull()
    expect(request).toHaveBeenCalledOnce()
  })

  test('counts as seen for ten minutes, and is then asked again', async () => {
    await codeOf(chainId, bob)
    stands(other)
    vi.setSystemTime(Date.now() + 10 * minute - 1)
    expect(await codeOf(chainId, bob)).toBe(keccak256(first))
    vi.setSystemTime(Date.now() + 1)
    expect(await codeOf(chainId, bob)).toBe(keccak256(other))
    expect(request).toHaveBeenCalledTimes(2)
  })

  test.each<[string, number, Address]>([
    ['another address', chainId, stranger],
    ['another chain', 1, bob],
  ])('is not told of %s', async (_, chain, address) => {
    await codeOf(chainId, bob)
    stands(other)
    expect(await codeOf(chain, address)).toBe(keccak256(other))
  })

  test('is not made up where the node does not answer', async () => {
    vi.mocked(request).mockRejectedValueOnce(rpcError('chainDisconnected'))
    await expect(codeOf(chainId, bob)).rejects.toMatchObject({ code: 4901 })
    expect(await codeOf(chainId, bob)).toBe(keccak256(first))
  })
})
