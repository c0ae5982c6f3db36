import { getAddress, isAddress } from 'viem'
import type { ProposedAsset } from '@/lib/holdings/proposed'

type Proposal = Pick<ProposedAsset, 'type' | 'options'>

/** Lists the assets that a contract and an item number may be, in the order to ask the chain. */
export const proposals = (
  contract: string,
  item: string,
): 'bad address' | 'bad item' | readonly Proposal[] => {
  const text = contract.trim()
  if (!isAddress(text)) return 'bad address'
  const address = getAddress(text)
  const number = item.trim().replace(/^#/, '')
  if (number === '') return [{ type: 'ERC20', options: { address } }]
  if (!/^\d{1,78}$/.test(number) || BigInt(number) >= 2n ** 256n) return 'bad item'
  const options = { address, tokenId: BigInt(number).toString() }
  return [
    { type: 'ERC721', options },
    { type: 'ERC1155', options },
  ]
}
