import { ArrowUpRight, CircleQuestionMark, KeyRound } from 'lucide-react'
import type { Address } from 'viem'
import { native } from '../text/native'
import { isLargeOutflow } from './allowance'
import { ExactAmount } from '../ui/ExactAmount'
import type { Outflow } from './outflowsOf'
import { Party } from './Party'
import type { Place } from './place'
import { RightText } from './RightText'
import { isNamed, TokenName, TokenNumber } from './TokenAmount'
import styles from './Changes.module.css'
import { plural, t } from '../text/messages'
import { Text } from '../text/Text'
import { isAboveAll, isWithoutLimit, type Unmeasured } from './unmeasured'
import { isWhole, type Wholes } from './wholes'

/** Lists rights, allowances and payments by the word of the calls. */
export const Outflows = ({
  outflows,
  rights,
  place,
  wholes,
}: Unmeasured & { place: Place; wholes: Wholes }) => (
  <>
    {rights.map((right, index) => (
      <li key={`right ${index}`} className={`${styles.line} ${styles.bad}`}>
        <span className={styles.right}>
          <KeyRound size={16} aria-hidden className={styles.danger} />
          <span>
            <RightText
              {...right}
              place={place}
              isWhole={isWhole(wholes, `right ${index}`, right.holder)}
            />
          </span>
        </span>
      </li>
    ))}
    {outflows.map((outflow, index) => (
      // One token may stand on several lines; they are never sorted anew.
      <Line
        key={index}
        outflow={outflow}
        place={place}
        isWhole={(address) => isWhole(wholes, `outflow ${index}`, address)}
      />
    ))}
  </>
)

/** Stands in place of changes while there are none to show: the word of the calls, and how many cannot be read. */
export const OnlyCalls = ({
  outflows,
  rights,
  unread,
  place,
  wholes,
}: Unmeasured & { unread: number; place: Place; wholes: Wholes }) => (
  <ul className={styles.lines} aria-label={t('out_label')}>
    <Outflows outflows={outflows} rights={rights} place={place} wholes={wholes} />
    {outflows.length === 0 && (
      <li className={styles.line}>
        <span className={styles.label}>
          <ArrowUpRight size={16} aria-hidden />
          {t('out_send')}
        </span>
        <span className={styles.amount}>
          <bdi dir="ltr">{native(0n, place.chainId)}</bdi>
        </span>
      </li>
    )}
    {unread > 0 && (
      <li className={styles.warn}>
        <CircleQuestionMark size={16} aria-hidden />
        {plural('out_unread', unread)}
      </li>
    )}
  </ul>
)

const words = { send: 'out_send', allow: 'permit_allow', allowAll: 'out_allowAll' } as const

const Line = ({
  outflow,
  place,
  isWhole,
}: {
  outflow: Outflow
  place: Place
  isWhole: (address: Address) => boolean
}) => {
  const { kind, token, unit, to } = outflow
  const Icon = kind === 'send' ? ArrowUpRight : KeyRound
  return (
    <li className={`${styles.line} ${isWithoutLimit(outflow) ? styles.bad : ''}`}>
      <span className={styles.label}>
        <Icon size={16} aria-hidden />
        {t(words[kind])}
      </span>
      <span className={`${styles.amount} ${isAboveAll(outflow, place) ? styles.danger : ''}`}>
        <What outflow={outflow} place={place} />
      </span>
      {token !== null && !isNamed({ asset: token, place, unit }) && (
        <span className={styles.label}>
          <Text id="ofWhat" values={[<TokenName asset={token} place={place} />]} />
        </span>
      )}
      <span className={styles.label}>
        <Text
          id={kind === 'send' ? 'out_to' : 'byWhom'}
          values={[<Recipients to={to} place={place} isWhole={isWhole} />]}
        />
      </span>
      {isLargeOutflow(outflow, place) && <span className={styles.warn}>{t('grant_large')}</span>}
    </li>
  )
}

const What = ({ outflow, place }: { outflow: Outflow; place: Place }) => {
  const { kind, token, amount, unit, isUnlimited } = outflow
  if (token === null) return <ExactAmount text={native(amount, place.chainId)} />
  if (kind === 'allowAll') return t('call_everyToken')
  return (
    <TokenNumber
      asset={token}
      amount={amount}
      unit={unit}
      isUnlimited={isUnlimited}
      place={place}
    />
  )
}

/** Whom something goes to: one by name or address, more of them by their number. */
const Recipients = ({
  to,
  place,
  isWhole,
}: {
  to: Outflow['to']
  place: Place
  isWhole: (address: Address) => boolean
}) => {
  const [only] = to
  if (to.length > 1) return plural('out_listed', to.length)
  return only ? (
    <Party address={only} place={place} isWhole={isWhole(only)} />
  ) : (
    t('out_newContract')
  )
}
