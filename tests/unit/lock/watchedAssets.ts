import { numberToHex, type Address } from 'viem'
import { journal, type WatchedAsset } from '@/lib/db'
import { holdingsKey, type Holding } from '@/lib/holdings/holdings'
import { remember } from '@/lib/network/facts'
import { alice } from '../accounts'

type About = Partial<Pick<WatchedAsset, 'chainId' | 'standard' | 'tokenId' | 'isHidden'>>

/** Has the user watch an asset, an ERC-20 token on Base unless told otherwise; later ones come behind earlier ones. */
export const watchAsset = async (address: Address, about: About = {}): Promise<void> => {
  const count = await journal.assets.count()
  await journal.assets.put({
    key: `${String(count).padStart(3, '0')} ${address}`,
    chainId: 8453,
    address,
    standard: 'ERC20',
    addedAt: count,
    ...about,
  })
}

/** Returns an asset as the account's page shows it: a token of which it has 5. */
export const shownHolding = (address: Address, about: Partial<Holding> = {}): Holding => ({
  standard: 'ERC20',
  address,
  amount: '0x5',
  isWatched: false,
  isOwn: false,
  ...about,
})

/** Has the account's page have shown these last. */
export const showLast = (assets: Holding[]) =>
  remember(holdingsKey(8453, alice), { native: '0x0', assets })

/** Returns so many addresses of contracts, in order. */
export const addressesUpTo = (count: number): Address[] =>
  Array.from({ length: count }, (_, index) => numberToHex(index + 1, { size: 20 }))
