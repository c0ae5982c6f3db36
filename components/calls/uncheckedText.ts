import type { Unchecked } from '@/lib/db/outcome'
import { t, type Key } from '../text/messages'

const sentences: Record<Unchecked, Key> = {
  changes: 'unchecked_changes',
  allowances: 'unchecked_allowances',
  transaction: 'unchecked_transaction',
  order: 'unchecked_order',
  price: 'unchecked_price',
  rights: 'unchecked_rights',
  pending: 'unchecked_pending',
  block: 'unchecked_block',
}

/** Says in plain words which effects the simulation could not see. */
export const uncheckedText = (what: Unchecked): string => t(sentences[what])
