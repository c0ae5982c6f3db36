import type { Unchecked as What } from '@/lib/db/outcome'
import { t, type Key } from '../text/messages'
import { Notice } from '../ui/Notice'

const sentences: Record<What, Key> = {
  changes: 'unchecked_changes',
  allowances: 'unchecked_allowances',
  transaction: 'unchecked_transaction',
  order: 'unchecked_order',
  price: 'unchecked_price',
  rights: 'unchecked_rights',
  pending: 'unchecked_pending',
  block: 'unchecked_block',
}

/** Lists in plain words the effects that the simulation could not see. */
export const Unchecked = ({ unchecked }: { unchecked: readonly What[] }) =>
  unchecked.length > 0 && (
    <Notice tone="warn">
      {unchecked.map((what) => (
        <p key={what}>{t(sentences[what])}</p>
      ))}
    </Notice>
  )
