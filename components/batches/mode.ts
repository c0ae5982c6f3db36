import type { Batch } from '@/lib/db'
import { t } from '../text/messages'

/** How a batch runs, in a sentence; undefined for one call, where there is nothing to say. */
export const modeText = (mode: Batch['mode']): string | undefined =>
  mode === 'one' ? undefined : t(mode === 'atomic' ? 'mode_atomic' : 'mode_sequence')
