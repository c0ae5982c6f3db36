import { statusCode } from '@/lib/batch/status'
import type { State } from '@/lib/batch/state'
import type { Batch } from '@/lib/db'

/** A status of batches that the activity can be filtered by. */
export type Became = 'open' | 'done' | 'failed'

/** A filter of the activity: each field that is there leaves only the batches that fit it. */
export type ActivityFilter = {
  became?: Became
  chainId?: number
  origin?: string
  account?: string
  /** Part of a site, an ID, an address or a hash. */
  text?: string
}

const has = (field: string | null, text: string) => field?.toLowerCase().includes(text) ?? false

/** Matches the row of a batch with the filter, but for its status. `found`: the keys that have the hash. */
export const fits = (
  { chainId, origin, account, text = '' }: ActivityFilter,
  found: ReadonlySet<string>,
): ((batch: Batch) => boolean) => {
  const words = text.trim().toLowerCase()
  return (batch) =>
    (chainId === undefined || batch.chainId === chainId) &&
    (origin === undefined || batch.origin === origin) &&
    (account === undefined || batch.from === account) &&
    (words === '' ||
      found.has(batch.key) ||
      [batch.origin, batch.id, batch.key, batch.from].some((field) => has(field, words)) ||
      batch.calls.some(({ to, data }) => has(to, words) || isIn(data, words)))
}

/** An address as an argument: in calldata it has no 0x. */
const isIn = (data: string, words: string): boolean =>
  /^0x[0-9a-f]{40}$/.test(words) && data.toLowerCase().includes(words.slice(2))

/** Matches the status of a batch with the filter. */
export const became = ({ became: wanted }: ActivityFilter, batch: Batch, state: State): boolean => {
  if (wanted === undefined) return true
  const code = statusCode(batch, state)
  if (wanted === 'open') return code === 100
  return wanted === 'done' ? code === 200 : code >= 400
}

/** Tells if a text is the whole hash of a transaction. */
export const isHash = (text = ''): boolean => /^0x[0-9a-f]{64}$/i.test(text.trim())
