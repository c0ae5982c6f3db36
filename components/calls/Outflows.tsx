import { ArrowUpRight, CircleQuestionMark, KeyRound } from 'lucide-react'
import type { Address } from 'viem'
import type { Call } from '@/lib/db'
import { ether, isUnlimited, some } from '../text/amount'
import { Hex } from '../ui/Hex'
import { outflowsOf, unreadCount, type Outflow } from './outflows'
import { TokenAmount } from './TokenAmount'
import { tokenAt, type Tokens } from './tokens'
import styles from './Outflows.module.css'

/** The first thing to look at: what leaves the account, and what others may take from it. */
export const Outflows = ({
  calls,
  from,
  tokens,
}: {
  calls: readonly Call[]
  from: Address
  tokens: Tokens
}) => {
  const outflows = outflowsOf(calls, from)
  const unread = unreadCount(calls)
  return (
    <ul className={styles.outflows} aria-label="What leaves the account">
      {outflows.map((outflow) => (
        <Line key={`${outflow.kind} ${outflow.token}`} outflow={outflow} tokens={tokens} />
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

const Line = ({ outflow, tokens }: { outflow: Outflow; tokens: Tokens }) => {
  const { kind, token, amount, to } = outflow
  const Icon = kind === 'send' ? ArrowUpRight : KeyRound
  const isDangerous = kind === 'allow' && isUnlimited(amount)
  return (
    <li className={styles.flow}>
      <span className={styles.label}>
        <Icon size={16} aria-hidden />
        {kind === 'send' ? 'You send' : 'You allow spending of'}
      </span>
      <span className={`${styles.amount} ${isDangerous ? styles.danger : ''}`}>
        {token ? <TokenAmount amount={amount} address={token} tokens={tokens} /> : ether(amount)}
      </span>
      {token && tokens && !tokenAt(tokens, token) && (
        <span className={styles.label}>
          of <Hex value={token} />
        </span>
      )}
      <span className={styles.label}>
        {kind === 'send' ? 'to' : 'by'} <Recipients to={to} />
      </span>
    </li>
  )
}

const Recipients = ({ to }: { to: Outflow['to'] }) => {
  const [only] = to
  if (to.length > 1) return <>{some(to.length, 'address', 'addresses')}, listed below</>
  return only ? <Hex value={only} /> : <>a new contract</>
}
