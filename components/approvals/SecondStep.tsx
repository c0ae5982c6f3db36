import { t, type Key } from '../text/messages'
import { Notice } from '../ui/Notice'
import type { Caution } from './approval'

const sentences: Record<Caution, Key> = {
  fails: 'step_fails',
  unchecked: 'step_unchecked',
  old: 'step_old',
}

/** Names the risk that the user accepts by the second step. */
export const SecondStep = ({ caution }: { caution: Caution }) => (
  <Notice tone="bad" isAlert>
    {t(sentences[caution])}
  </Notice>
)
