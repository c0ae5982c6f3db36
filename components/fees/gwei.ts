import { formatGwei, numberToHex, parseGwei, type Hex } from 'viem'
import type { Fees } from '@/lib/db'
import { t, type Key } from '../text/messages'

/** Fees as the user writes them, in gwei per gas; a tip only where the chain has a base fee. */
export type Written = { highest: string; tip?: string }

/** What a field of written fees must be, if it is not that. */
export type Problems = { highest?: string; tip?: string }

/** More digits than any fee has, before the point and after. */
const number = /^\d{1,9}(\.\d{1,9})?$/

/** Wei per gas as gwei. */
export const gweiText = (wei: Hex): string => formatGwei(BigInt(wei))

/** Fees as they are written. */
export const written = (fees: Fees): Written =>
  'gasPrice' in fees
    ? { highest: gweiText(fees.gasPrice) }
    : { highest: gweiText(fees.maxFeePerGas), tip: gweiText(fees.maxPriorityFeePerGas) }

/** The names of the fields. */
export const labels = (isLegacy: boolean): { highest: string; tip: string } => ({
  highest: t(isLegacy ? 'feeGasPrice' : 'feeMax'),
  tip: t('feePriority'),
})

const say = (key: Key, isLegacy: boolean) => t(key, labels(isLegacy).highest)

/** What was written, as fees or as what is wrong with it. */
export const readFees = ({ highest, tip }: Written): Fees | Problems => {
  const isLegacy = tip === undefined
  const most = highest.trim()
  const isMost = number.test(most) && parseGwei(most) > 0n
  const problem = isMost ? {} : { highest: say('feeMustBePositive', isLegacy) }
  if (isLegacy) return isMost ? { gasPrice: numberToHex(parseGwei(most)) } : problem
  const priority = tip.trim()
  if (!number.test(priority)) return { ...problem, tip: t('feePriorityMustBeNumber') }
  if (!isMost) return problem
  if (parseGwei(priority) > parseGwei(most)) return { tip: t('feePriorityTooHigh') }
  return {
    maxFeePerGas: numberToHex(parseGwei(most)),
    maxPriorityFeePerGas: numberToHex(parseGwei(priority)),
  }
}

/** Whether what was read are fees. */
export const areFees = (read: Fees | Problems): read is Fees =>
  'gasPrice' in read || 'maxFeePerGas' in read
