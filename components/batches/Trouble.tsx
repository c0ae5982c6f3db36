import { useLiveQuery } from 'dexie-react-hooks'
import { troubleOf } from '@/lib/batch/trouble'
import type { Batch } from '@/lib/db'
import { t } from '../text/messages'
import { visible } from '../text/visible'
import { Notice } from '../ui/Notice'

/** Says why a batch could not be signed, in the words of its node. */
export const Trouble = ({ batch }: { batch: Batch }) => {
  const trouble = useLiveQuery(() => troubleOf(batch, Date.now()), [batch])
  return trouble ? <Notice tone="warn">{t('trouble', visible(trouble.message))}</Notice> : null
}
