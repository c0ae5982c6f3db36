import type { Quote } from '@/lib/simulate/quote'
import { ether, etherAtMost } from '../text/amount'
import { Notice } from '../ui/Notice'
import { Skeleton } from '../ui/Skeleton'
import styles from './Terms.module.css'

/** What it costs, and why it cannot be approved if it cannot: right above the buttons. */
export const Terms = ({
  quote,
  problem,
}: {
  quote: Quote | undefined
  problem: string | undefined
}) => (
  <>
    {problem && (
      <Notice tone="warn" isAlert>
        {problem}
        {!quote && ' Volley keeps asking.'}
      </Notice>
    )}
    {quote?.isShort && <Shortage quote={quote} />}
    <div>
      {quote?.upgrade && (
        <p>
          This{' '}
          <a href="#upgrade">
            {quote.account.delegate ? 'replaces the account’s code' : 'upgrades the account'}
          </a>
        </p>
      )}
      <p>
        Network fee at most{' '}
        {quote ? <strong>{etherAtMost(BigInt(quote.ceiling), 3)}</strong> : <Skeleton width={16} />}
      </p>
      <Estimate l1Fee={quote && BigInt(quote.l1Fee)} />
    </div>
  </>
)

/** Its place is held, as most networks have one. */
const Estimate = ({ l1Fee }: { l1Fee: bigint | undefined }) =>
  l1Fee !== 0n && (
    <p className={styles.estimate}>
      plus about {l1Fee === undefined ? <Skeleton width={12} /> : etherAtMost(l1Fee, 2)} for the L1,
      uncapped
    </p>
  )

const Shortage = ({ quote: { value, ceiling, l1Fee, balance } }: { quote: Quote }) => (
  <Notice tone="bad" isAlert>
    Not enough ETH: this takes up to{' '}
    {etherAtMost(BigInt(value) + BigInt(ceiling) + BigInt(l1Fee), 6)}, and the account has{' '}
    {ether(BigInt(balance))}.
  </Notice>
)
