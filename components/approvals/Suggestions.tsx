import type { Hex } from 'viem'
import type { Suggested } from '@/lib/batch/batchRequest'
import { t } from '../text/messages'
import { Section } from '../ui/Section'
import { suggestionTexts } from './suggestionTexts'

/** The nonce, gas limit and fees that a site put into its transaction, and what became of each. */
export const Suggestions = ({
  suggested,
  limit = '0x0',
}: {
  suggested: Suggested
  limit: Hex | undefined
}) => (
  <Section title={t('suggested_title')}>
    <ul>
      {suggestionTexts(suggested, limit).map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  </Section>
)
