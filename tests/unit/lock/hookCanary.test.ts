import { keccak256, type Address, type Hex } from 'viem'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Call } from '@/lib/db'
import { hooksBite, inexactBy } from '@/lib/lock/hookCanary'
import { enforcers, hookCall, openingsOf } from '@/lib/lock/hooks'
import { codeOf } from '@/lib/lock/codes'
import { run } from '@/lib/simulate/run'
import { emptyDatabase } from '../database'
import { alice, bob, stranger } from '../accounts'

// Test files share modules in a worker: these have to be loaded with this file's fakes.
vi.hoisted(() => vi.resetModules())
afterAll(() => {
  vi.resetModules()
})
vi.mock('@/lib/lock/codes', () => ({ codeOf: vi.fn() }))
vi.mock('@/lib/simulate/run', () => ({ run: vi.fn() }))

const chainId = 31337
const call: Call = { to: bob, value: '0x0', data: '0xab' }
const plan = { chainId, from: alice, calls: [call] }

let codes: Partial<Record<Address, Hex>>

/** Has the four calls end so: one by one, 1 where it passes. */
const ends = (...statuses: number[]) =>
  vi.mocked(run).mockResolvedValue({
    results: statuses.map((status) => ({ status: `0x${status}` })),
  } as unknown as Awaited<ReturnType<typeof run>>)

const bites = (token: Address | null = null) => hooksBite(chainId, alice, token)

beforeEach(async () => {
  await emptyDatabase()
  vi.mocked(run).mockReset()
  codes = { [enforcers.native]: keccak256('0x01'), [enforcers.ERC20]: keccak256('0x02') }
  vi.mocked(codeOf).mockReset()
  vi.mocked(codeOf).mockImplementation((_, address) => Promise.resolve(codes[address] ?? null))
  ends(1, 1, 1, 0)
})

test('hooks bite that pass where nothing changed, and revert where one more was to come', async () => {
  expect(await bites()).toBe(true)
  const asked = vi.mocked(run).mock.calls[0]?.[1]
  const [same, more] = [0n, 1n].map((amount) =>
    hookCall(alice, { token: null, isDown: false, amount }),
  ) as [Call, Call]
  expect(asked).toEqual([...openingsOf([same]), same, ...openingsOf([more]), more])
})

test('they are tried from the account as it is, with room for each and no fees', async () => {
  codes[stranger] = keccak256('0x03')
  await bites(stranger)
  expect(vi.mocked(codeOf).mock.calls).toEqual([
    [chainId, enforcers.ERC20],
    [chainId, stranger],
  ])
  const [scene, calls, reads] = vi.mocked(run).mock.calls[0] ?? []
  expect(scene).toEqual({
    chainId,
    from: alice,
    override: null,
    ahead: [],
    spent: 0n,
    cap: 300_000,
  })
  const [same, more] = [0n, 1n].map((amount) =>
    hookCall(alice, { token: stranger, isDown: false, amount }),
  ) as [Call, Call]
  expect(calls).toEqual([...openingsOf([same]), same, ...openingsOf([more]), more])
  expect(reads).toEqual([])
})

test.each([[[1, 1, 1, 1]], [[1, 0, 1, 0]], [[0, 0, 0, 0]], [[1, 1, 1]]])(
  'hooks do not that end as %j',
  async (statuses) => {
    ends(...statuses)
    expect(await bites()).toBe(false)
  },
)

describe('what was found out', () => {
  test('is kept for the token, and for the code of both', async () => {
    codes[stranger] = keccak256('0x03')
    expect(await bites(stranger)).toBe(true)
    ends(1, 1, 1, 1)
    expect(await bites(stranger)).toBe(true)
    expect(run).toHaveBeenCalledOnce()
    expect(await bites()).toBe(false)
    codes[stranger] = keccak256('0x04')
    expect(await bites(stranger)).toBe(false)
    codes[stranger] = keccak256('0x03')
    codes[enforcers.ERC20] = keccak256('0x05')
    expect(await bites(stranger)).toBe(false)
    codes[bob] = keccak256('0x03')
    codes[enforcers.ERC20] = keccak256('0x02')
    expect(await bites(bob)).toBe(false)
    expect(run).toHaveBeenCalledTimes(5)
  })
})

test('nothing bites that is not there, and nothing is tried', async () => {
  expect(await bites(stranger)).toBe(false)
  codes = { [stranger]: keccak256('0x03'), [enforcers.native]: keccak256('0x01') }
  expect(await bites(stranger)).toBe(false)
  codes = {}
  expect(await bites()).toBe(false)
  expect(run).not.toHaveBeenCalled()
})

describe('what a batch changes can be compared', () => {
  test('where the hooks bite', async () => {
    expect(await inexactBy(plan)).toBeUndefined()
  })

  test('but not where they do not, or nobody can tell', async () => {
    ends(1, 1, 1, 1)
    expect(await inexactBy(plan)).toBe('network')
    await emptyDatabase()
    vi.mocked(run).mockRejectedValue(new Error('the node is silent'))
    expect(await inexactBy(plan)).toBe('network')
  })

  test.each(Object.values(enforcers))('nor where one of its calls goes to %s', async (to) => {
    const touching = { ...plan, calls: [call, { ...call, to: to.toLowerCase() as Address }] }
    expect(await inexactBy(touching)).toBe('touched')
    expect(run).not.toHaveBeenCalled()
  })
})
