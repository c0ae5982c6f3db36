import type { ReactNode } from 'react'
import { shortHex } from '../text/shortHex'
import { visibleName } from '../text/visible'
import { Avatar } from '../ui/Avatar'
import { notThat } from './notThat'
import type { Identified } from './sortHoldings'
import layout from '../ui/layout.module.css'
import { assetName, HeldAmount, saidName } from './TokenRow'
import { TokenTile } from './TokenTile'

/** A token in a short list: a known one by symbol and name, any other by its address and its own word. */
export const TokenLine = ({
  holding,
  chainId,
  isKnown,
  children,
}: {
  holding: Identified
  chainId: number
  isKnown: boolean
  /** Below the amount. */
  children?: ReactNode
}) => {
  const { address, identity, token } = holding
  const short = <span title={address}>{shortHex(address)}</span>
  const name = <bdi>{visibleName(isKnown ? assetName(holding) : saidName(holding))}</bdi>
  return (
    <div className={layout.pictured}>
      {isKnown && token ? (
        <TokenTile address={address} chainId={chainId} symbol={token.symbol} />
      ) : (
        <Avatar address={address} size={32} />
      )}
      <span className={`${layout.stack} ${layout.flush} ${layout.breaks}`}>
        <span className={layout.strong}>{isKnown ? name : short}</span>
        <span className={`${layout.muted} ${layout.small}`}>
          {isKnown ? (identity.is === 'listed' && token?.name ? token.name : short) : name}
        </span>
        {identity.is === 'false' && (
          <span className={`${layout.danger} ${layout.small}`}>{notThat(identity)}</span>
        )}
      </span>
      <span className={`${layout.strong} ${layout.ends}`}>
        <HeldAmount holding={holding} />
        {children}
      </span>
    </div>
  )
}
