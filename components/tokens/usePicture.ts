import type { Address } from 'viem'
import type * as pictures from '@/lib/listed/pictures'
import { chunkHook } from '../hooks/chunkHook'
import { useListed } from './useListed'

/** The drawings that ship with the wallet. */
export const usePictures = chunkHook<typeof pictures>(() => import('@/lib/listed/pictures'))

/** The picture of a listed token as the URL of an image; undefined for any other, and while lists are loaded. */
export const usePicture = (address: Address, chainId: number): string | undefined => {
  const [listed, drawn] = [useListed(), usePictures()]
  if (!listed || listed === 'failed' || !drawn || drawn === 'failed') return undefined
  const name = listed.listedPicture(address, chainId)
  return name === undefined ? undefined : drawn.pictureUrl(name)
}
