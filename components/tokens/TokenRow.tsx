import type { ReactNode } from 'react'
import type { HeldAsset } from '@/lib/holdings/found'
import type { Holding } from '@/lib/holdings/holdings'
import type { TokenIdentity } from '@/lib/listed/tokenIdentity'
import list from '../ui/List.module.css'
import { units } from '../text/amount'
import { brief } from '../text/brief'
import { t } from '../text/messages'
import { Avatar } from '../ui/Avatar'
import { ListedAddress } from '../ui/ListedAddress'
import { ShortAddress } from '../ui/ShortAddress'
import { Skeleton } from '../ui/Skeleton'
import layout from '../ui/layout.module.css'
import { notThat } from './notThat'
import { TokenTile } from './TokenTile'

/** A token as far as it can be named. */
export type NameableToken = HeldAsset & {
  token?: { symbol: string } | undefined
  /** Absent while it is read. */
  identity?: TokenIdentity | undefined
}

/** A token's own word for itself, or what it is by its standard. */
export const assetName = ({ token, tokenId, standard }: NameableToken): string =>
  token?.symbol ?? (tokenId === undefined ? standard : t('home_item', tokenId))

/** Tells if a token may go by its symbol: a listed one, or the account's own. */
const isKnown = ({ identity }: NameableToken): boolean =>
  identity?.is === 'listed' || identity?.is === 'held'

/** A token's name, in quotation marks where only the token itself says so. */
export const saidName = (asset: NameableToken): string =>
  isKnown(asset) || !asset.token ? assetName(asset) : t('token_ownWord', assetName(asset))

/**
 * A token by where it lives and what it says of itself: its symbol first only if it is known; `children`: how much
 * there is, and what can be done.
 */
export const TokenRow = ({
  asset,
  chainId,
  children,
}: {
  asset: NameableToken
  chainId: number
  children: ReactNode
}) => {
  const { address, identity, token } = asset
  const name = (
    <span key="name" className={isKnown(asset) ? list.name : undefined}>
      <bdi>{identity ? saidName(asset) : <Skeleton width={6} />}</bdi>
    </span>
  )
  const place = (
    <span key="place" className={layout.muted}>
      {isKnown(asset) ? <ShortAddress value={address} /> : <ListedAddress value={address} />}
    </span>
  )
  return (
    <div className={layout.pictured}>
      {isKnown(asset) && token ? (
        <TokenTile address={address} chainId={chainId} symbol={token.symbol} />
      ) : (
        <Avatar address={address} size={32} />
      )}
      <span className={`${layout.stack} ${layout.flush}`}>
        {identity && !isKnown(asset) ? [place, name] : [name, place]}
        {identity?.is === 'false' && (
          <span className={`${layout.danger} ${layout.small}`}>{notThat(identity)}</span>
        )}
      </span>
      <span className={`${layout.inline} ${layout.tight} ${layout.strong}`}>{children}</span>
    </div>
  )
}

/** How much of a token there is, short, and to the last digit where the pointer rests. */
export const HeldAmount = ({
  holding: { token, tokenId, standard, amount },
}: {
  holding: Holding
}) => {
  if (tokenId !== undefined && standard === 'ERC721') return null
  const decimals = token?.decimals ?? 0
  const value = BigInt(amount)
  return <span title={units(value, decimals)}>{brief(value, decimals)}</span>
}
