import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { checkCall } from '@/lib/lock/check'
import { keepsTime } from '@/lib/lock/lockCanary'
import { request } from '@/lib/network/node'
import { emptyDatabase } from '../database'
import { alice, bob as router } from '../accounts'
import {
  ownFault,
  contractNode,
  honestRouter,
  refusesAnyCall,
  revertsWith,
  silent,
  takesAnyCall,
  unsaid,
  type ContractCode,
} from './contractNode'

// Test files share modules in a worker: these have to be loaded with this file's fakes.
vi.hoisted(() => vi.resetModules())
afterAll(() => {
  vi.resetModules()
})
vi.mock('@/lib/network/node', () => ({ request: vi.fn() }))

const place = { chainId: 31337, router, code: '0xc0de', account: alice } as const

const stands = (code: ContractCode) =>
  vi.mocked(request).mockImplementation(contractNode({ [router]: code }))

beforeEach(async () => {
  await emptyDatabase()
  vi.mocked(request).mockReset()
  stands(honestRouter())
})

test('a router keeps to the deadline that passes before it, and reverts after it', async () => {
  expect(await keepsTime(place)).toBe(true)
  const calls = [2n ** 64n, 1n].map((deadline) => {
    const { to, data } = checkCall(router, alice, [], deadline)
    return [31337, 'eth_call', [{ from: alice, to, data }, 'pending']]
  })
  expect(vi.mocked(request).mock.calls).toStrictEqual(calls)
})

test.each<[string, ContractCode]>([
  ['takes any call', takesAnyCall],
  ['refuses any call', refusesAnyCall],
  ['says of any call that it is late', revertsWith('0x5bf6f916')],
  ['is late in other words', (call) => (passesIn(call) ? '0x' : revertsWith('0x12345678')(call))],
  ['is late without a word', (call) => (passesIn(call) ? '0x' : refusesAnyCall(call))],
  ['is not told of', unsaid],
  ['is told of only before the deadline', (call) => (passesIn(call) ? '0x' : unsaid(call))],
  [
    'is told of only after the deadline',
    (call) => (passesIn(call) ? unsaid(call) : revertsWith('0x5bf6f916')(call)),
  ],
  ['is not reached by a fault of the wallet', ownFault],
])('code does not keep to it that %s', async (_, code) => {
  stands(code)
  expect(await keepsTime(place)).toBe(false)
})

const passesIn = (call: Parameters<ContractCode>[0]): boolean => {
  try {
    honestRouter()(call)
    return true
  } catch {
    return false
  }
}

describe('what was found out', () => {
  test('is kept for the code, wherever it stands and whoever asks', async () => {
    expect(await keepsTime(place)).toBe(true)
    stands(takesAnyCall)
    expect(await keepsTime({ ...place, account: router, router: alice })).toBe(true)
    expect(request).toHaveBeenCalledTimes(2)
  })

  test('is not told of other code, nor of another chain', async () => {
    expect(await keepsTime(place)).toBe(true)
    stands(takesAnyCall)
    expect(await keepsTime({ ...place, code: '0xc0ff' })).toBe(false)
    expect(await keepsTime({ ...place, chainId: 1 })).toBe(false)
  })

  test('is nothing where the node does not answer, and the next time it is asked again', async () => {
    stands(silent)
    await expect(keepsTime(place)).rejects.toMatchObject({ code: 4901 })
    stands(honestRouter())
    expect(await keepsTime(place)).toBe(true)
  })
})
