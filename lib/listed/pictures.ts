import type { Address } from 'viem'
import drawings from './pictures.json'
import { listedPicture } from './tokenIdentity'

const byName: Readonly<Record<string, string>> = drawings

/** Returns a listed token's picture as the URL of an image; undefined for a token without one, and for any other. */
export const pictureUrl = (address: Address, chainId: number): string | undefined => {
  const svg = byName[listedPicture(address, chainId) ?? '']
  return svg && `data:image/svg+xml,${encodeURIComponent(svg)}`
}
