import { size, type Hex } from 'viem'
import type { Argument } from '@/lib/decode/reading'
import { sanitize } from '@/lib/decode/sanitize'
import { count } from '../text/amount'
import { plural, t } from '../text/messages'

type Row = { path: string; type: string; value: string }

/** Arguments one below the other, those within others by their path: `params.tokenIn`. */
export const argumentRows = (args: readonly Argument[], above = ''): Row[] =>
  args.flatMap(({ name, type, value }) => {
    const path = above + name
    if (typeof value === 'string') return [{ path, type, value }]
    return value.length > 0
      ? argumentRows(value, `${path}.`)
      : [{ path, type, value: t('call_empty') }]
  })

/** A value as text that is short and cannot rewrite what stands around it. */
export const valueText = ({ type, value }: Row): string => {
  if (/^uint\d*$/.test(type)) return count(BigInt(value))
  if (type === 'bytes' && value.length > 140)
    return `${value.slice(0, 66)}… ${plural('bytes', size(value as Hex))}`
  return sanitize(value, 300)
}
