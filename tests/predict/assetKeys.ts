import type { Address } from 'viem'
import type { Allowance, Asset } from '@/lib/db/outcome'

/** One name for an asset, the same for what was predicted and what was measured. */
export const assetKey = (asset: Asset): string => {
  if (asset.standard === 'native') return 'ether'
  const whole = `${asset.standard} ${asset.address.toLowerCase()}`
  return 'tokenId' in asset ? `${whole} ${BigInt(asset.tokenId)}` : whole
}

/** One name for what somebody may take. */
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
