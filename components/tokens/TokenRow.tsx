import type { ReactNode } from 'react'
import type { HeldAsset } from '@/lib/holdings/found'
import type { Holding } from '@/lib/holdings/holdings'
import type { TokenIdentity } from '@/lib/listed/tokenIdentity'
import list from '../ui/List.module.css'
import { units } from '../text/amount'
import { brief } from '../text/brief'
import { t } from '../text/messages'
import { Avatar } from '../ui/Avatar'
import { Hex } from '../ui/Hex'
import styles from './TokenRow.module.css'

/** A token as far as it can be named. */
export type Named = HeldAsset & {
  token?: { symbol: string } | undefined
  /** Absent while it is read. */
  identity?: TokenIdentity | undefined
}

/** A token's own word for itself, or what it is by its standard. */
export const assetName = ({ token, tokenId, standard }: Named): string =>
  token?.symbol ?? (tokenId === undefined ? standard : t('home_item', tokenId))

/** A token by what it says of itself and where it lives; `children`: how much there is, and what can be done. */
export const TokenRow = ({ asset, children }: { asset: Named; children: ReactNode }) => (
  <div className={styles.row}>
    <Avatar address={asset.address} size={32} />
    <span className={styles.what}>
      <bdi className={list.name}>
        {asset.identity?.is === 'false' ? t('token_ownWord', assetName(asset)) : assetName(asset)}
      </bdi>
      {asset.identity?.is === 'false' && (
        <span className={styles.false}>{t('token_false', asset.identity.symbol)}</span>
      )}
      <span className={styles.address}>
        <Hex value={asset.address} />
      </span>
    </span>
    <span className={styles.amount}>{children}</span>
  </div>
)

/** How much of a token there is, short, and to the last digit where the pointer rests. */
export const Held = ({ holding: { token, tokenId, standard, amount } }: { holding: Holding }) => {
  if (tokenId !== undefined && standard === 'ERC721') return null
  const decimals = token?.decimals ?? 0
  const value = BigInt(amount)
  return <span title={units(value, decimals)}>{brief(value, decimals)}</span>
}
