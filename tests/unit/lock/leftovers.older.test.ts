import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Allowance } from '@/lib/db/outcome'
import { hasTaken } from '@/lib/lock/operator'
import { isSpent, isSpentBefore } from '@/lib/simulate/spent'
import { bob, stranger } from '../accounts'
import { approving, givenToken, operating } from './givenReadings'
import { given, leftBy, resetOf, startLeftovers, stood, told } from './leftoversHarness'
import { addressesUpTo, watchAsset } from './watchedAssets'

// Test files share modules in a worker: these have to be loaded with this file's fakes.
vi.hoisted(() => vi.resetModules())
afterAll(() => {
  vi.resetModules()
})
vi.mock('@/lib/simulate/spent', () => ({ isSpent: vi.fn(), isSpentBefore: vi.fn() }))
vi.mock('@/lib/lock/operator', () => ({ hasTaken: vi.fn() }))

beforeEach(startLeftovers)

describe('an allowance that stood before the batch', () => {
  test.each<[string, Partial<Allowance>, boolean]>([
    ['is taken back where less is left of it', { before: '0x29', left: '0x28' }, true],
    ['is taken back where it was unlimited and no longer is', { before: 'all' }, true],
    ['stays where all of it is left', { before: '0x28', left: '0x28' }, false],
    ['stays where more of it is left', { before: '0x27', left: '0x28' }, false],
  ])('%s, which takes no simulation', async (_, change, isTaken) => {
    const { resets } = await leftBy([], [stood(change)])
    expect(resets).toEqual(isTaken ? [resetOf()] : [])
    expect(isSpent).not.toHaveBeenCalled()
    expect(isSpentBefore).not.toHaveBeenCalled()
  })

  test('is taken back by a reset of Permit2 where that keeps it', async () => {
    expect((await leftBy([], [stood({ standard: 'Permit2' })])).resets).toEqual([
      resetOf({ standard: 'Permit2' }),
    ])
  })

  test.each([
    ['ERC20', 'token'],
    ['Permit2', 'Permit2'],
  ] as const)('and is unlimited is tried: %s', async (standard, keeper) => {
    const one = stood({ standard, before: 'all', left: 'all' })
    const { resets, plan } = await leftBy([], [one])
    expect(resets).toEqual([])
    expect(isSpentBefore).toHaveBeenCalledExactlyOnceWith(plan, {
      token: givenToken,
      spender: bob,
      keeper,
    })
    vi.mocked(isSpentBefore).mockResolvedValue(true)
    expect((await leftBy([], [one])).resets).toEqual([resetOf({ standard })])
  })

  test('over a collection stays, whatever was taken', async () => {
    vi.mocked(hasTaken).mockResolvedValue(true)
    vi.mocked(isSpentBefore).mockResolvedValue(true)
    const all = stood({ standard: 'ERC721', before: 'all', left: 'all' })
    expect((await leftBy([told(operating())], [all])).resets).toEqual([])
    expect(hasTaken).not.toHaveBeenCalled()
    expect(isSpentBefore).not.toHaveBeenCalled()
  })

  test('over a collection stays where its count fell, too', async () => {
    const all = stood({ standard: 'ERC1155', before: 'all', left: '0x1' })
    expect((await leftBy([], [all])).resets).toEqual([])
  })

  test('is no gift of the batch, though a call names it', async () => {
    vi.mocked(isSpent).mockResolvedValue(true)
    const { resets } = await leftBy([told(approving())], [stood({ before: '0x28' })])
    expect(resets).toEqual([])
    expect(isSpent).not.toHaveBeenCalled()
  })

  test('of which nothing is left needs no reset', async () => {
    expect((await leftBy([], [stood({ left: '0x0' })])).resets).toEqual([])
  })

  test('is not one that the batch set and no call of it is known to give', async () => {
    expect((await leftBy([], [given({ before: '0x64' })])).resets).toEqual([])
  })
})

describe('of many older allowances', () => {
  test('those of tokens that the user knows come before any number of others', async () => {
    const known = '0x00000000000000000000000000000000000000Ab'
    await watchAsset(known)
    const feigned = addressesUpTo(17).map((token) => stood({ token }))
    const { resets } = await leftBy([], [...feigned, stood({ token: known })])
    expect(resets).toHaveLength(16)
    expect(resets[0]?.token).toBe(known)
    expect(resets.slice(1).map(({ token }) => token)).toEqual(addressesUpTo(15))
  })

  test('each is taken back once, also one of a token that the user knows', async () => {
    await watchAsset(givenToken)
    const { resets } = await leftBy([], [stood({ token: stranger }), stood()])
    expect(resets.map(({ token }) => token)).toEqual([givenToken, stranger])
  })

  test('those of tokens that nobody knows stay in their order', async () => {
    const { resets } = await leftBy([], [stood({ token: stranger }), stood()])
    expect(resets.map(({ token }) => token)).toEqual([stranger, givenToken])
  })
})
