import { formatGwei, numberToHex, parseGwei, type Hex } from 'viem'
import type { Fees } from '@/lib/db'
import { t, type Key } from '../text/messages'
import { asTyped, readTyped } from '../text/typed'

/** Fees as the user writes them, in gwei per gas; a tip only where the chain has a base fee. */
export type Written = { highest: string; tip?: string }

/** The error of each field of custom fees. */
export type Problems = { highest?: string; tip?: string }

/** Longer than any fee is, before the decimal sign and after. */
const number = /^\d{1,9}(\.\d{1,9})?$/

const readGwei = (text: string): bigint | undefined => {
  const typed = readTyped(text)
  return typed !== undefined && number.test(typed) ? parseGwei(typed) : undefined
}

/** Wei per gas as gwei, as it is typed. */
export const gweiText = (wei: Hex): string => asTyped(formatGwei(BigInt(wei)))

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

const say = (key: Key, isLegacy: boolean) => t(key, labels(isLegacy).highest, asTyped('1.5'))

/** Parses the fields of custom fees into fees or errors. */
export const readFees = ({ highest, tip }: Written): Fees | Problems => {
  const isLegacy = tip === undefined
  const most = readGwei(highest) ?? 0n
  const problem = most > 0n ? {} : { highest: say('feeMustBePositive', isLegacy) }
  if (isLegacy) return most > 0n ? { gasPrice: numberToHex(most) } : problem
  const priority = readGwei(tip)
  if (priority === undefined)
    return { ...problem, tip: t('feePriorityMustBeNumber', asTyped('0.01')) }
  if (most === 0n) return problem
  if (priority > most) return { tip: t('feePriorityTooHigh') }
  return { maxFeePerGas: numberToHex(most), maxPriorityFeePerGas: numberToHex(priority) }
}

/** Tells parsed fees from errors. */
export const areFees = (read: Fees | Problems): read is Fees =>
  'gasPrice' in read || 'maxFeePerGas' in read
