import type { Hex } from 'viem'
import type { Suggested } from '@/lib/batch/batchRequest'
import { gweiText } from '../fees/gwei'
import { count } from '../text/amount'
import { t, type Key } from '../text/messages'

const gasKey = (gas: bigint, limit: bigint): Key =>
  gas === limit ? 'suggested_gasUsed' : gas < limit ? 'suggested_gasMore' : 'suggested_gasLess'

/**
 * Says of each field that a site suggested what it is and if it is used. `limit` is the gas limit of the
 * transaction: the site's own counts where it is enough and the network allows it.
 */
export const suggestionTexts = (
  { gas, nonce, gasPrice, maxFeePerGas, maxPriorityFeePerGas }: Suggested,
  limit: Hex,
): string[] => [
  ...(nonce ? [t('suggested_nonce', count(BigInt(nonce)))] : []),
  ...(gas ? [t(gasKey(BigInt(gas), BigInt(limit)), count(BigInt(gas)))] : []),
  ...(gasPrice ? [t('suggested_gasPrice', gweiText(gasPrice))] : []),
  ...(maxFeePerGas ? [t('suggested_maxFee', gweiText(maxFeePerGas))] : []),
  ...(maxPriorityFeePerGas ? [t('suggested_tip', gweiText(maxPriorityFeePerGas))] : []),
]
