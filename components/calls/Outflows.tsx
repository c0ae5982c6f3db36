import { ArrowUpRight, CircleQuestionMark, KeyRound } from 'lucide-react'
import { useMemo } from 'react'
import type { Call } from '@/lib/db'
import { ether, some } from '../text/amount'
import { outflowsOf, unreadCount, type Outflow } from './outflows'
import { Party } from './Party'
import type { Place } from './place'
import { readingOf } from './read'
import { isNamed, TokenName, TokenNumber } from './TokenAmount'
import styles from './Outflows.module.css'

/** The first thing to look at: what leaves the account, and what others may take from it. */
export const Outflows = ({ calls, ...place }: { calls: readonly Call[] } & Place) => {
  const { from, chainId } = place
  const read = useMemo(
    () => calls.map((call) => ({ call, reading: readingOf(call, { from, chainId }) })),
    [calls, from, chainId],
  )
  const outflows = outflowsOf(read, place)
  const unread = unreadCount(read)
  return (
    <ul className={styles.outflows} aria-label="What leaves the account">
      {outflows.map((outflow, index) => (
        // One token may stand on several lines; they are never sorted anew.
        <Line key={index} outflow={outflow} place={place} />
      ))}
      {outflows.length === 0 && (
        <li className={styles.flow}>
          <span className={styles.label}>
            <ArrowUpRight size={16} aria-hidden />
            You send
          </span>
          <span className={styles.amount}>0 ETH</span>
        </li>
      )}
      {unread > 0 && (
        <li className={styles.unread}>
          <CircleQuestionMark size={16} aria-hidden />
          {some(unread, 'call carries', 'calls carry')} data that Volley cannot read.
        </li>
      )}
    </ul>
  )
}

const words = { send: 'You send', allow: 'You allow spending of', allowAll: 'You allow taking' }

const Line = ({ outflow, place }: { outflow: Outflow; place: Place }) => {
  const { kind, token, unit, to, isUnlimited } = outflow
  const Icon = kind === 'send' ? ArrowUpRight : KeyRound
  const isDangerous = isUnlimited || kind === 'allowAll'
  return (
    <li className={styles.flow}>
      <span className={styles.label}>
        <Icon size={16} aria-hidden />
        {words[kind]}
      </span>
      <span className={`${styles.amount} ${isDangerous ? styles.danger : ''}`}>
        <What outflow={outflow} place={place} />
      </span>
      {token !== null && !isNamed({ asset: token, place, unit }) && (
        <span className={styles.label}>
          of <TokenName asset={token} place={place} />
        </span>
      )}
      <span className={styles.label}>
        {kind === 'send' ? 'to' : 'by'} <Recipients to={to} place={place} />
      </span>
    </li>
  )
}

const What = ({ outflow, place }: { outflow: Outflow; place: Place }) => {
  const { kind, token, amount, unit, isUnlimited } = outflow
  if (token === null) return <>{ether(amount)}</>
  if (kind === 'allowAll') return <>every token</>
  return <TokenNumber asset={token} {...{ amount, unit, isUnlimited, place }} />
}

const Recipients = ({ to, place }: { to: Outflow['to']; place: Place }) => {
  const [only] = to
  if (to.length > 1) return <>{some(to.length, 'address', 'addresses')}, listed below</>
  return only ? <Party address={only} place={place} /> : <>a new contract</>
}
