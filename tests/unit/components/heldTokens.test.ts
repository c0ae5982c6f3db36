import { beforeEach, expect, test } from 'vitest'
import { ownTokens } from '@/components/tokens/useIdentified'
import { cache, journal } from '@/lib/db'
import { holdingsKey } from '@/lib/holdings/holdings'
import { tokenIdentity } from '@/lib/listed/tokenIdentity'
import { alice, bob, stranger } from '../accounts'
import { emptyDatabase } from '../database'

beforeEach(emptyDatabase)

const holding = (address: string, symbol: string, change: object = {}) => ({
  standard: 'ERC20',
  address,
  amount: '0x5',
  isWatched: false,
  isOwn: false,
  token: { symbol, decimals: 6 },
  ...change,
})

const hold = (...assets: object[]) =>
  cache.facts.put({ key: holdingsKey(8453, alice), value: { native: '0x0', assets }, at: 1 })

test('what the account was only sent is not its own, and takes no name', async () => {
  await hold(holding(stranger, 'VOLLEY'), holding(bob, 'SAIL', { isOwn: true }))
  const held = await ownTokens(8453, alice)
  expect(held).toEqual([{ address: bob, symbol: 'SAIL' }])
  const asked = { chainId: 8453, coin: 'ETH', held }
  const is = (address: typeof alice, symbol: string) => tokenIdentity({ ...asked, address, symbol })
  expect(is(bob, 'SAIL')).toEqual({ is: 'held' })
  expect(is(stranger, 'VOLLEY')).toEqual({ is: 'unlisted' })
  expect(is(stranger, 'SAIL')).toEqual({ is: 'false', of: bob, symbol: 'SAIL' })
})

test('holdings of an earlier version, which did not tell, are nobody’s', async () => {
  await hold(holding(stranger, 'VOLLEY', { isOwn: undefined }))
  expect(await ownTokens(8453, alice)).toEqual([])
})

test('what the user added counts, what the user hid does not', async () => {
  const row = { chainId: 8453, standard: 'ERC20', addedAt: 1 } as const
  await journal.assets.bulkAdd([
    { ...row, key: `8453:${bob}`, address: bob, symbol: 'SAIL' },
    { ...row, key: `8453:${stranger}`, address: stranger, symbol: 'SPAM', isHidden: true },
  ])
  expect(await ownTokens(8453, alice)).toMatchObject([{ address: bob, symbol: 'SAIL' }])
})
