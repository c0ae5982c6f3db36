import { ArrowUpRight, CircleQuestionMark, KeyRound } from 'lucide-react'
import { native } from '../text/native'
import type { Outflow } from './outflowsOf'
import { Party } from './Party'
import type { Place } from './place'
import { RightText } from './RightText'
import { isNamed, TokenName, TokenNumber } from './TokenAmount'
import styles from './Changes.module.css'
import { plural, t } from '../text/messages'
import { Text } from '../text/Text'
import type { Unmeasured } from './unmeasured'

/** Lists payments and allowances by the word of the calls. */
export const Outflows = ({ outflows, rights, place }: Unmeasured & { place: Place }) => (
  <>
    {outflows.map((outflow, index) => (
      // One token may stand on several lines; they are never sorted anew.
      <Line key={index} outflow={outflow} place={place} />
    ))}
    {rights.map((right, index) => (
      <li key={`right ${index}`} className={styles.grant}>
        <KeyRound size={16} aria-hidden className={styles.danger} />
        <span>
          <RightText {...right} place={place} />
        </span>
      </li>
    ))}
  </>
)

/** Stands in place of changes while there are none to show: the word of the calls, and how many cannot be read. */
export const OnlyCalls = ({
  outflows,
  rights,
  unread,
  place,
}: Unmeasured & { unread: number; place: Place }) => (
  <ul className={styles.lines} aria-label={t('out_label')}>
    {outflows.length === 0 && (
      <li className={styles.line}>
        <span className={styles.label}>
          <ArrowUpRight size={16} aria-hidden />
          {t('out_send')}
        </span>
        <span className={styles.amount}>{native(0n, place.chainId)}</span>
      </li>
    )}
    <Outflows outflows={outflows} rights={rights} place={place} />
    {unread > 0 && (
      <li className={styles.warn}>
        <CircleQuestionMark size={16} aria-hidden />
        {plural('out_unread', unread)}
      </li>
    )}
  </ul>
)

const words = { send: 'out_send', allow: 'permit_allow', allowAll: 'out_allowAll' } as const

const Line = ({ outflow, place }: { outflow: Outflow; place: Place }) => {
  const { kind, token, unit, to, isUnlimited } = outflow
  const Icon = kind === 'send' ? ArrowUpRight : KeyRound
  const isDangerous = isUnlimited || kind === 'allowAll'
  return (
    <li className={styles.line}>
      <span className={styles.label}>
        <Icon size={16} aria-hidden />
        {t(words[kind])}
      </span>
      <span className={`${styles.amount} ${isDangerous ? styles.danger : ''}`}>
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
          values={[<Recipients to={to} place={place} />]}
        />
      </span>
    </li>
  )
}

const What = ({ outflow, place }: { outflow: Outflow; place: Place }) => {
  const { kind, token, amount, unit, isUnlimited } = outflow
  if (token === null) return <>{native(amount, place.chainId)}</>
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
const Recipients = ({ to, place }: { to: Outflow['to']; place: Place }) => {
  const [only] = to
  if (to.length > 1) return plural('out_listed', to.length)
  return only ? <Party address={only} place={place} /> : t('out_newContract')
}
