import type { Batch } from '@/lib/db'
import type { Difference } from '@/lib/db/outcome'
import { useKnownTokens } from '../hooks/queries'
import { useIdentified } from '../tokens/useIdentified'
import { t } from '../text/messages'
import { Notice } from '../ui/Notice'
import { ChangedSince } from './ChangedSince'

/** Says what a dearer transaction would do worse than what was approved, old and new. */
export const ChangedBump = ({
  batch: { chainId, from, calls },
  changed,
}: {
  batch: Pick<Batch, 'chainId' | 'from' | 'calls'>
  changed: readonly Difference[]
}) => {
  const tokens = useIdentified(chainId, from, useKnownTokens(chainId))
  return (
    <Notice tone="warn" isAlert>
      <p>{t('step_worse')}</p>
      <ChangedSince changed={changed} count={calls.length} place={{ chainId, from, tokens }} />
    </Notice>
  )
}
