import { type ReactNode } from 'react'
import type { Address } from 'viem'
import type { Quote } from '@/lib/simulate/quote'
import { DataFee } from '../fees/DataFee'
import { FeeButton } from '../fees/FeeButton'
import { FeeMisfit } from '../fees/FeeMisfit'
import { UnknownUsual } from '../fees/UnknownUsual'
import { native, nativeAtMost, symbolOf } from '../text/native'
import { Notice } from '../ui/Notice'
import { Skeleton } from '../ui/Skeleton'
import layout from '../ui/layout.module.css'
import styles from './Terms.module.css'
import { t } from '../text/messages'
import { joinSentences } from '../text/sentences'
import { Text } from '../text/Text'
import { loadedLater } from '../hooks/loadedLater'

const FeeWorth = loadedLater(async () => (await import('../prices/Worth')).FeeWorth)

const LockButton = loadedLater(async () => (await import('../lock/LockButton')).LockButton)

/** Shows verdict and fee of a batch right above the buttons, and the reason if it cannot be approved. */
export const Terms = ({
  verdict,
  payer,
  chainId,
  account,
  quote,
  problem,
}: {
  verdict?: ReactNode
  /** The line on who pays, if the site named somebody. */
  payer?: ReactNode
  chainId: number
  /** Who pays the fee. */
  account: Address
  quote: Quote | undefined
  problem: string | undefined
}) => (
  <>
    {problem && (
      <Notice tone="warn" isAlert>
        {quote ? problem : joinSentences(problem, t('terms_keepsAsking'))}
      </Notice>
    )}
    {quote?.isShort && <Shortage chainId={chainId} quote={quote} />}
    {quote && !quote.sponsor && <FeeMisfit fees={quote.fees} offer={quote.offer} />}
    <div>
      {verdict}
      <div className={`${layout.spread} ${styles.line}`}>
        {payer}
        {!quote?.sponsor && (
          <p className={`${layout.muted} ${layout.small} ${styles.fee}`}>
            <Text
              id="terms_fee"
              values={[
                quote ? (
                  <strong>{nativeAtMost(BigInt(quote.ceiling), 3, chainId)}</strong>
                ) : (
                  <Skeleton width={16} />
                ),
              ]}
            />
            {quote && (
              <FeeWorth
                wei={BigInt(quote.ceiling)}
                quote={quote}
                chainId={chainId}
                account={account}
              />
            )}
          </p>
        )}
        {quote && !quote.sponsor && <FeeButton quote={quote} chainId={chainId} />}
        {(quote?.lock ?? quote?.open === 'off') && <LockButton lock={quote.lock} />}
      </div>
      <DataFee chainId={chainId} l1Fee={quote && BigInt(quote.l1Fee)} />
      {quote && !quote.sponsor && quote.offer.usual === undefined && <UnknownUsual />}
    </div>
  </>
)

const Shortage = ({
  chainId,
  quote: { value, ceiling, l1Fee, balance },
}: {
  chainId: number
  quote: Quote
}) => (
  <Notice tone="bad" isAlert>
    {t(
      'terms_short',
      symbolOf(chainId),
      nativeAtMost(BigInt(value) + BigInt(ceiling) + BigInt(l1Fee), 6, chainId),
      native(BigInt(balance), chainId),
    )}
  </Notice>
)
