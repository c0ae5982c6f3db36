import { KeyRound } from 'lucide-react'
import type { PermitAllowance, Permit } from '@/lib/decode/permit'
import styles from '../calls/Changes.module.css'
import type { Place } from '../calls/place'
import { isNamed, TokenName, TokenNumber } from '../calls/TokenAmount'
import { isUnlimited } from '../text/amount'
import { timeText } from '../text/time'
import { Hex } from '../ui/Hex'
import { Lead } from '../ui/Lead'
import { t } from '../text/messages'
import { Text } from '../text/Text'

/** Explains that a permit is an approval without a transaction. */
export const Allowances = ({ permit, place }: { permit: Permit; place: Place }) => (
  <Lead>
    <ul className={styles.lines} aria-label={t('permit_label')}>
      {permit.allowances.map((allowance, index) => (
        <li key={index} className={styles.line}>
          <span className={styles.label}>
            <KeyRound size={16} aria-hidden />
            {t('permit_allow')}
          </span>
          <span
            className={`${styles.amount} ${isUnlimited(allowance.amount) ? styles.danger : ''}`}
          >
            <TokenNumber
              amount={allowance.amount}
              asset={allowance.token}
              place={place}
              isUnlimited={isUnlimited(allowance.amount)}
            />
          </span>
          {!isNamed({ asset: allowance.token, place }) && (
            <span className={styles.label}>
              <Text id="ofWhat" values={[<TokenName asset={allowance.token} place={place} />]} />
            </span>
          )}
          <span className={styles.label}>
            <Text id="byWhom" values={[<Hex value={permit.spender} />]} />
          </span>
          <span className={styles.label}>{untilText(allowance)}</span>
        </li>
      ))}
    </ul>
  </Lead>
)

/** From here on it is beyond everyone's time: the year 3000, in seconds since 1970. */
const distant = 32_503_680_000n

const untilText = ({ until }: PermitAllowance): string => {
  if (until === null || until >= distant) return t('permit_noEnd')
  const at = Number(until) * 1000
  return at < Date.now() ? t('permit_passed', timeText(at)) : t('permit_until', timeText(at))
}
