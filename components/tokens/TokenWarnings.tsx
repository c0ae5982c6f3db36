import type { ProposedAsset } from '@/lib/holdings/proposed'
import { t } from '../text/messages'
import { Notice } from '../ui/Notice'
import type { Tokens } from '../calls/tokenFacts'
import type { Told } from './TokenFacts'
import { TokenNotices } from './TokenNotices'

/** Warns where a site's claims differ from the chain, or the symbol may be taken for another token's. */
export const TokenWarnings = ({
  told,
  tokens,
  asset: { options, type },
}: {
  told: Told
  tokens: Tokens
  asset: ProposedAsset
}) => {
  const { symbol, decimals } = told
  const isOther = options.symbol !== undefined && symbol !== undefined && options.symbol !== symbol
  const isOtherPoint =
    type === 'ERC20' && options.decimals !== undefined && options.decimals !== decimals
  const isNameless = symbol === undefined && type === 'ERC20'
  return (
    <>
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
    </>
  )
}
