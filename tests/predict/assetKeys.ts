import type { Address } from 'viem'
import type { Allowance, Asset } from '@/lib/db/outcome'

/** Returns a key for an asset, equal for prediction and measurement. */
export const assetKey = (asset: Asset): string => {
  if (asset.standard === 'native') return 'ether'
  const whole = `${asset.standard} ${asset.address.toLowerCase()}`
  return 'tokenId' in asset ? `${whole} ${BigInt(asset.tokenId)}` : whole
}

/** Returns a key for an allowance: standard, token, spender and, for a single token, its ID. */
export const allowanceKey = ({
  standard,
  token,
  spender,
  tokenId,
}: {
  standard: Allowance['standard']
  token: Address
  spender: Address
  tokenId?: bigint | string
}): string => {
  const whole = `${standard} ${token.toLowerCase()} ${spender.toLowerCase()}`
  return tokenId === undefined ? whole : `${whole} ${BigInt(tokenId)}`
}
