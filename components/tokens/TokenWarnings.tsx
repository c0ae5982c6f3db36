import type { ProposedAsset } from '@/lib/holdings/proposed'
import layout from '../ui/layout.module.css'
import { t } from '../text/messages'
import { Hex } from '../ui/Hex'
import { Notice } from '../ui/Notice'
import type { Told } from './TokenFacts'

/** Warns where a site's claims differ from the chain, or the symbol is that of another token. */
export const TokenWarnings = ({
  told,
  asset: { options, type },
}: {
  told: Told
  asset: ProposedAsset
}) => {
  const { symbol, decimals, twin } = told
  const isOther = options.symbol !== undefined && symbol !== undefined && options.symbol !== symbol
  const isOtherPoint =
    type === 'ERC20' && options.decimals !== undefined && options.decimals !== decimals
  const isNameless = symbol === undefined && type === 'ERC20'
  if (!isOther && !isOtherPoint && !isNameless && !twin) return null
  return (
    <div className={layout.stack}>
      {isOther && (
        <Notice tone="warn">{t('watchAssetOtherSymbol', options.symbol ?? '', symbol)}</Notice>
      )}
      {isOtherPoint && (
        <Notice tone="warn">
          {t('watchAssetOtherDecimals', options.decimals ?? 0, decimals ?? 0)}
        </Notice>
      )}
      {isNameless && <Notice tone="warn">{t('watchAssetNoSymbol')}</Notice>}
      {twin === 'native' && <Notice tone="warn">{t('watchAssetLikeCoin', symbol ?? '')}</Notice>}
      {twin && twin !== 'native' && (
        <Notice tone="warn">
          {t('watchAssetLikeToken', symbol ?? '')} <Hex value={twin} />
        </Notice>
      )}
    </div>
  )
}
