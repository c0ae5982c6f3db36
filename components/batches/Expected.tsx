import type { Batch } from '@/lib/db'
import { verdictExpected } from '@/lib/batch/expected'
import type { Verdict } from '@/lib/db/outcome'
import type { Place } from '../calls/place'
import { isRightLine, isUsedUp } from '../calls/changeRows'
import { RightText } from '../calls/RightText'
import { t, type Key } from '../text/messages'
import { Section } from '../ui/Section'
import layout from '../ui/layout.module.css'
import { StatedAmount } from './StatedAmount'
import { loadedLater } from '../hooks/loadedLater'

/** Few batches are approved though they fail. */
const FailedCall = loadedLater(async () => (await import('./FailedCall')).FailedCall)

const verdicts: Record<Verdict, Key> = {
  succeeds: 'expected_succeeds',
  fails: 'expected_fails',
  unknown: 'expected_unknown',
}

const words = {
  out: ['flow_send', 'flow_sendMost'],
  in: ['flow_get', 'flow_getLeast'],
} as const

/** Shows the simulation that the user approved on; older batches have only its verdict. */
export const Expected = ({ batch, place }: { batch: Batch; place: Place }) => {
  const verdict = verdictExpected(batch)
  if (!verdict) return null
  const seen = typeof batch.expected === 'object' ? batch.expected : undefined
  return (
    <Section title={t('expected_title')}>
      <p>{t(verdicts[verdict])}</p>
      {seen?.failing && (
        <p>
          <FailedCall by="seen" failing={seen.failing} count={batch.calls.length} />
        </p>
      )}
      {seen && (
        <ul className={`${layout.stack} ${layout.tight}`}>
          {seen.changes.map((change, index) => (
            <li key={index} className={`${layout.spread} ${layout.wide} ${layout.breaks}`}>
              <span className={layout.muted}>
                {t(words[change.direction][seen.isBound ? 1 : 0])}
              </span>
              <StatedAmount change={change} place={place} />
            </li>
          ))}
          {seen.allowances.map(
            (one, index) =>
              isRightLine(one) &&
              !isUsedUp(one) && (
                <li key={`right ${index}`} className={layout.muted}>
                  <RightText
                    right={one.standard}
                    holder={one.spender}
                    owner={place.from}
                    keeper={one.token}
                    place={place}
                  />
                </li>
              ),
          )}
          {seen.allowances.some((one) => !isRightLine(one) && !isUsedUp(one)) && (
            <li className={layout.muted}>{t('expected_allowances')}</li>
          )}
        </ul>
      )}
    </Section>
  )
}
