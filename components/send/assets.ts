import { formatUnits } from 'viem'
import type { Holdings } from '@/lib/holdings/holdings'
import type { Network } from '@/lib/network/network'
import { brief } from '../text/brief'
import { asTyped } from '../text/typed'
import { t } from '../text/messages'

/** Something that can be sent: `most` of it there is, in raw units. */
export type Sendable = {
  key: string
  label: string
  symbol: string
  decimals: number
  most: bigint
  asset: { address?: `0x${string}`; tokenId?: string }
}

/** Lists the holdings of an account that can be sent, the chain's coin first. */
export const sendablesOf = (
  { symbol, decimals }: Network,
  holdings: Holdings | undefined,
): Sendable[] => [
  {
    key: 'native',
    symbol,
    decimals,
    asset: {},
    label: holdings ? `${symbol} · ${brief(BigInt(holdings.native), decimals)}` : symbol,
    most: BigInt(holdings?.native ?? 0),
  },
  ...(holdings?.assets ?? []).flatMap(
    ({ standard, address, tokenId, token, amount }): Sendable[] => {
      const most = BigInt(amount)
      if (most === 0n) return []
      if (standard === 'ERC721' && tokenId !== undefined)
        return [
          {
            key: `${address}:${tokenId}`,
            symbol: '',
            decimals: 0,
            most,
            label: t('send_item', tokenId, address),
            asset: { address, tokenId },
          },
        ]
      if (standard !== 'ERC20' || !token) return []
      return [
        {
          key: address,
          symbol: token.symbol,
          decimals: token.decimals,
          most,
          label: `${token.symbol} · ${brief(most, token.decimals)}`,
          asset: { address },
        },
      ]
    },
  ),
]

/** An amount of it, as it is typed. */
export const typedAmount = (amount: bigint, { decimals }: Sendable): string =>
  asTyped(formatUnits(amount, decimals))
