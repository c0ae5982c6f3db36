import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Allowance } from '@/lib/db/outcome'
import { hasTaken } from '@/lib/lock/operator'
import { isSpent, isSpentBefore } from '@/lib/simulate/spent'
import { alice, bob, stranger } from '../accounts'
import { approving, givenToken, operating, permitting, readingOf } from './givenReadings'
import { given, leftBy, resetOf, startLeftovers, stood, told } from './leftoversHarness'
import { addressesUpTo } from './watchedAssets'

// Test files share modules in a worker: these have to be loaded with this file's fakes.
vi.hoisted(() => vi.resetModules())
afterAll(() => {
  vi.resetModules()
})
vi.mock('@/lib/simulate/spent', () => ({ isSpent: vi.fn(), isSpentBefore: vi.fn() }))
vi.mock('@/lib/lock/operator', () => ({ hasTaken: vi.fn() }))

beforeEach(startLeftovers)

const spent = () => vi.mocked(isSpent).mockResolvedValue(true)
const taken = () => vi.mocked(hasTaken).mockResolvedValue(true)

describe('an allowance that the batch gives', () => {
  test.each([
    ['by a call', told(approving())],
    ['by a signature', told(permitting())],
    ['in other letters', told(approving({ owner: alice.toLowerCase() as typeof alice }))],
  ])('%s is taken back where the batch spent of it', async (_, one) => {
    spent()
    const { resets, plan } = await leftBy([one], [given()])
    expect(resets).toEqual([resetOf()])
    expect(isSpent).toHaveBeenCalledExactlyOnceWith(
      plan,
      0,
      { ...resetOf(), keeper: 'token' },
      '0x28',
    )
    expect(hasTaken).not.toHaveBeenCalled()
  })

  test('stays where nothing was spent of it', async () => {
    expect((await leftBy([told(approving())], [given()])).resets).toEqual([])
    expect(isSpent).toHaveBeenCalledOnce()
  })

  test('and that Permit2 keeps is asked of Permit2', async () => {
    spent()
    const one = told(approving({ keeper: 'Permit2' }))
    const { resets } = await leftBy([one], [given({ standard: 'Permit2' })])
    expect(resets).toEqual([resetOf({ standard: 'Permit2' })])
    expect(vi.mocked(isSpent).mock.calls[0]?.[2]).toMatchObject({ keeper: 'Permit2' })
  })

  test('is looked at from the last call on that gives it', async () => {
    spent()
    const other = told(approving({ spender: stranger }))
    await leftBy([told(approving()), other, told(approving()), other], [given()])
    expect(vi.mocked(isSpent).mock.calls.map(([, index]) => index)).toEqual([2])
  })

  test('within another call counts as given by that', async () => {
    spent()
    const step = { from: alice, to: givenToken, value: '0x0', mayFail: false } as const
    const within = told({
      kind: 'multicall',
      steps: [{ ...step, reading: readingOf(approving()) }],
    })
    const { resets } = await leftBy([told(operating()), within], [given()])
    expect(resets).toEqual([resetOf()])
    expect(vi.mocked(isSpent).mock.calls.map(([, index]) => index)).toEqual([1])
  })

  test.each([
    ['a deployment', told(approving(), { to: null })],
    ['a payment without data', told(approving(), { data: '0x' })],
    ['a guess', told(approving(), {}, true)],
    ['somebody else’s', told(approving({ owner: stranger }))],
    ['that of another token', told(approving({ token: stranger }))],
    ['one to another spender', told(approving({ spender: stranger }))],
    ['one that another contract keeps', told(approving({ keeper: 'Permit2' }))],
    ['an operator’s right', told(operating())],
    ['a call that gives nothing', told({ kind: 'call', name: 'swap' })],
  ])('is not given by %s', async (_, one) => {
    spent()
    taken()
    expect((await leftBy([one], [given()])).resets).toEqual([])
    expect(isSpent).not.toHaveBeenCalled()
    expect(hasTaken).not.toHaveBeenCalled()
  })

  test.each<[string, Partial<Allowance>]>([
    ['of which nothing is left', { left: '0x0' }],
    ['of one item', { standard: 'ERC721', tokenId: '0x7' }],
    ['that is a right of another kind', { standard: 'act' }],
  ])('%s is none that a reset takes back', async (_, change) => {
    spent()
    taken()
    expect((await leftBy([told(approving()), told(operating())], [given(change)])).resets).toEqual(
      [],
    )
    expect(isSpent).not.toHaveBeenCalled()
    expect(hasTaken).not.toHaveBeenCalled()
  })
})

describe('an operator’s right over a collection', () => {
  test.each(['ERC721', 'ERC1155'] as const)(
    'of %s that took something is taken back',
    async (standard) => {
      taken()
      const { resets, plan, seen } = await leftBy(
        [told(approving()), told(operating())],
        [given({ standard, left: 'all' })],
      )
      expect(resets).toEqual([resetOf({ standard: 'collection' })])
      expect(hasTaken).toHaveBeenCalledExactlyOnceWith(plan, seen, givenToken, 1)
      expect(isSpent).not.toHaveBeenCalled()
    },
  )

  test('stays where nothing was taken', async () => {
    const all = given({ standard: 'ERC721', left: 'all' })
    expect((await leftBy([told(operating())], [all])).resets).toEqual([])
    expect(hasTaken).toHaveBeenCalledOnce()
  })

  test.each([
    [
      'within another call',
      told({
        kind: 'multicall',
        steps: [
          {
            from: alice,
            to: givenToken,
            value: '0x0',
            mayFail: false,
            reading: readingOf(operating()),
          },
        ],
      }),
    ],
    ['that is taken away', told(operating({ isApproved: false }))],
    ['of another operator', told(operating({ operator: stranger }))],
    ['over another collection', told(operating({ token: stranger }))],
    ['of another owner', told(operating({ owner: stranger }))],
    ['that is an approval of one item', told(approving())],
  ])('%s is not the one that is left', async (_, one) => {
    taken()
    spent()
    const all = given({ standard: 'ERC721', left: 'all' })
    expect((await leftBy([one], [all])).resets).toEqual([])
    expect(hasTaken).not.toHaveBeenCalled()
    expect(isSpent).not.toHaveBeenCalled()
  })
})

describe('of many allowances', () => {
  const many = (count: number) => ({
    calls: addressesUpTo(count).map((token) => told(approving({ token }))),
    left: addressesUpTo(count).map((token) => given({ token })),
  })

  test('sixteen are looked at, each of which takes a simulation, and those after them stay', async () => {
    spent()
    const { calls, left } = many(17)
    const { resets } = await leftBy(calls, left)
    expect(resets).toEqual(addressesUpTo(16).map((token) => resetOf({ token })))
    expect(isSpent).toHaveBeenCalledTimes(16)
  })

  test.each([
    [14, 2],
    [15, 1],
    [16, 0],
    [17, 0],
  ])('%i that the batch gives leave room for %i older ones', async (count, room) => {
    vi.mocked(isSpentBefore).mockResolvedValue(true)
    const { calls, left } = many(count)
    const older = [stranger, bob, alice].map((token) => stood({ token, left: 'all' }))
    const { resets } = await leftBy(calls, [...older, ...left])
    expect(resets.map(({ token }) => token)).toEqual([stranger, bob, alice].slice(0, room))
    expect(isSpentBefore).toHaveBeenCalledTimes(room)
  })

  test('those that the batch gives come before older ones', async () => {
    spent()
    const older = stood({ token: stranger })
    const { resets } = await leftBy([told(approving())], [older, given()])
    expect(resets).toEqual([resetOf(), resetOf({ token: stranger })])
  })
})
