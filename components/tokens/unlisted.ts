import type { UnlistedReason } from '@/lib/holdings/list'
import type { ProposedAsset } from '@/lib/holdings/proposed'
import { t } from '../text/messages'
import { networkName } from '../text/network'
import { standardNames } from './TokenFacts'

/** Why a token is not listed, to the user. */
export const sentenceOfUnlisted = (
  found: UnlistedReason,
  { type, chainId }: Pick<ProposedAsset, 'type' | 'chainId'>,
): string =>
  ({
    'no contract': t('watchAssetNoContract', networkName(chainId)),
    'other standard': t(
      type === 'ERC20' ? 'watchAssetNoToken' : 'watchAssetNoItem',
      standardNames[type],
    ),
    'not owned': t('watchAssetNotOwned'),
  })[found]
