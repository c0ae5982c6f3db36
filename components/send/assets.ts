import { formatUnits, type Address } from 'viem'
import type { Holdings } from '@/lib/holdings/holdings'
import type { TokenIdentity } from '@/lib/listed/tokenIdentity'
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

/** Tells whose name a token bears; undefined while that is read. */
type Identify = ((token: { address: Address; symbol: string }) => TokenIdentity) | undefined

/** A token by its symbol if it is known, else by its address and its own word. */
const labelOf = (address: Address, symbol: string, identify: Identify): string => {
  const is = identify?.({ address, symbol }).is
  return is === 'listed' || is === 'held' ? symbol : `${address} ${t('token_ownWord', symbol)}`
}

/** Lists the holdings of an account that can be sent, the chain's coin first. */
export const sendablesOf = (
  { symbol, decimals }: Network,
  holdings: Holdings | undefined,
  identify?: Identify,
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
          label: `${labelOf(address, token.symbol, identify)} · ${brief(most, token.decimals)}`,
          asset: { address },
        },
      ]
    },
  ),
]

/** An amount of it, as it is typed. */
export const typedAmount = (amount: bigint, { decimals }: Sendable): string =>
  asTyped(formatUnits(amount, decimals))
