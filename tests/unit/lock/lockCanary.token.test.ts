import { pad, type Address, type Hex } from 'viem'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { checkCall } from '@/lib/lock/check'
import { codeOf } from '@/lib/lock/codes'
import { bites } from '@/lib/lock/lockCanary'
import { request } from '@/lib/network/node'
import { encodeBalanceOf } from '@/lib/simulate/tokens'
import { emptyDatabase } from '../database'
import { alice, bob as router, stranger as token } from '../accounts'
import {
  ownFault,
  contractNode,
  honestRouter,
  refusesAnyCall,
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
vi.mock('@/lib/lock/codes', () => ({ codeOf: vi.fn() }))

const [chainId, code] = [31337, '0xc0de'] as const
const place = { chainId, router, code, account: alice, token } as const

let codes: Partial<Record<Address, Hex>>

const has =
  (balance: bigint): ContractCode =>
  () =>
    pad(`0x${balance.toString(16)}`)

const stand = (ofToken: ContractCode, ofRouter: ContractCode) =>
  vi.mocked(request).mockImplementation(
    contractNode({
      [token]: ofToken,
      [router]: ofRouter,
      [alice]: ofToken,
    }),
  )

beforeEach(async () => {
  await emptyDatabase()
  codes = { [token]: '0x70c3' }
  vi.mocked(codeOf)
    .mockReset()
    .mockImplementation((_, address) => Promise.resolve(codes[address] ?? null))
  vi.mocked(request).mockReset()
  stand(
    has(9n),
    honestRouter(() => 9n),
  )
})

test('a check bites that passes at the balance, and reverts at one more', async () => {
  expect(await bites(place)).toBe(true)
  expect(vi.mocked(codeOf).mock.calls).toEqual([[chainId, token]])
  const checks = [9n, 10n].map((least) => {
    const { to, data } = checkCall(router, alice, [{ token, least }], 2n ** 64n)
    return { from: alice, to, data }
  })
  const balance = { to: token, data: encodeBalanceOf({ standard: 'ERC20' }, alice) }
  expect(vi.mocked(request).mock.calls).toStrictEqual(
    [balance, ...checks].map((call) => [chainId, 'eth_call', [call, 'pending']]),
  )
})

test('a balance of nothing is checked like any other', async () => {
  stand(has(0n), honestRouter())
  expect(await bites(place)).toBe(true)
})

test.each<[string, ContractCode]>([
  ['sees one less', honestRouter(() => 8n)],
  ['sees one more', honestRouter(() => 10n)],
  ['takes any call', takesAnyCall],
  ['refuses any call', refusesAnyCall],
  ['refuses in other words', honestRouter(() => 9n, '0x12345678')],
  ['is not told of', unsaid],
  ['is not reached by a fault of the wallet', ownFault],
])('a check does not bite of a router that %s', async (_, ofRouter) => {
  stand(has(9n), ofRouter)
  expect(await bites(place)).toBe(false)
})

test.each<[string, ContractCode]>([
  ['says nothing', () => '0x'],
  ['says more than a number', () => pad('0x09', { size: 33 })],
  ['says less than a number', () => pad('0x09', { size: 31 })],
  ['reverts', refusesAnyCall],
  ['is not told of', unsaid],
])('a token whose balance %s is not held, and the router is not tried', async (_, ofToken) => {
  stand(
    ofToken,
    honestRouter(() => 9n),
  )
  expect(await bites(place)).toBe(false)
  expect(request).toHaveBeenCalledOnce()
})

test('a token that is not there is not held, and nothing is asked', async () => {
  codes = {}
  expect(await bites(place)).toBe(false)
  expect(request).not.toHaveBeenCalled()
})

describe('what was found out of a token', () => {
  test('is kept, whatever the balance is then and whoever asks', async () => {
    expect(await bites(place)).toBe(true)
    stand(has(7n), takesAnyCall)
    expect(await bites({ ...place, account: router })).toBe(true)
    expect(request).toHaveBeenCalledTimes(3)
  })

  test.each<[string, Partial<Parameters<typeof bites>[0]>, Hex]>([
    ['another chain', { chainId: 1 }, '0x70c3'],
    ['other code of the router', { code: '0xc0ff' }, '0x70c3'],
    ['other code of the token', {}, '0x70c4'],
    ['another token of the same code', { token: alice }, '0x70c3'],
  ])('is not told of %s', async (_, change, own) => {
    expect(await bites(place)).toBe(true)
    codes = { [token]: own, [alice]: own }
    stand(has(9n), takesAnyCall)
    expect(await bites({ ...place, ...change })).toBe(false)
  })

  test.each<[string, ContractCode, ContractCode]>([
    ['balance', silent, honestRouter()],
    ['check', has(9n), silent],
  ])('is nothing where the node does not answer of the %s', async (_, ofToken, ofRouter) => {
    stand(ofToken, ofRouter)
    await expect(bites(place)).rejects.toMatchObject({ code: 4901 })
    stand(
      has(9n),
      honestRouter(() => 9n),
    )
    expect(await bites(place)).toBe(true)
  })
})
