import { useMemo } from 'react'
import type { ProposedAsset } from '@/lib/holdings/proposed'
import layout from '../ui/layout.module.css'
import { t } from '../text/messages'
import { Notice } from '../ui/Notice'
import type { Told } from './TokenFacts'
import { TokenNotices } from './TokenNotices'
import { useIdentified } from './useIdentified'

/** Warns where a site's claims differ from the chain, or the symbol may be taken for another token's. */
export const TokenWarnings = ({
  told,
  asset: { options, type, chainId, account },
}: {
  told: Told
  asset: ProposedAsset
}) => {
  const { symbol, decimals } = told
  const { address } = options
  const own = useMemo(
    () => (symbol === undefined ? {} : { [address]: { symbol, decimals: decimals ?? 0 } }),
    [address, symbol, decimals],
  )
  const tokens = useIdentified(chainId, account, own)
  const isOther = options.symbol !== undefined && symbol !== undefined && options.symbol !== symbol
  const isOtherPoint =
    type === 'ERC20' && options.decimals !== undefined && options.decimals !== decimals
  const isNameless = symbol === undefined && type === 'ERC20'
  return (
    <div className={layout.stack}>
      <TokenNotices tokens={tokens} />
      {isOther && (
        <Notice tone="warn">{t('watchAssetOtherSymbol', options.symbol ?? '', symbol)}</Notice>
      )}
      {isOtherPoint && (
        <Notice tone="warn">
          {t('watchAssetOtherDecimals', options.decimals ?? 0, decimals ?? 0)}
        </Notice>
      )}
      {isNameless && <Notice tone="warn">{t('watchAssetNoSymbol')}</Notice>}
    </div>
  )
}
