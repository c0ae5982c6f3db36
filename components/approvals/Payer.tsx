import type { PaymasterService } from '@/lib/sponsor/capability'
import type { Quote } from '@/lib/simulate/quote'
import type { Unsponsored } from '@/lib/rpc/unsponsored'
import type { Place } from '../calls/place'
import { useAction } from '../hooks/useAction'
import { askForHost } from '../networks/hostPermission'
import { setPaysOneself, useApprovalDraft } from '../store/approval'
import { t, type Key } from '../text/messages'
import { sentenceGap } from '../text/sentences'
import { Text } from '../text/Text'
import { Button } from '../ui/Button'
import { Host } from '../ui/Host'
import { Notice } from '../ui/Notice'
import { Problem } from '../ui/Problem'
import layout from '../ui/layout.module.css'
import { PaidBy } from './PaidBy'
import styles from './Terms.module.css'

const reasons: Record<Unsponsored, Key> = {
  refused: 'paid_refused',
  silent: 'paid_silent',
  wrong: 'paid_wrong',
  bundler: 'paid_bundler',
  network: 'paid_network',
  account: 'paid_account',
  order: 'paid_order',
  size: 'paid_size',
}

/** Says who pays for a batch in the user's place, by the host that offered it, and what it takes; or why it does not. */
export const Payer = ({
  paymaster,
  quote,
  place,
}: {
  /** The paymaster that the site named, if it did. */
  paymaster: PaymasterService | undefined
  quote: Quote | undefined
  place: Place
}) => {
  const paysOneself = useApprovalDraft(({ draft }) => draft.paysOneself)
  const { run: ask, error } = useAction(async (of: string) => {
    await askForHost(of)
    return undefined
  })
  const url = quote?.sponsor?.url ?? quote?.unsponsored?.url ?? paymaster?.url
  const host = url ? <Host origin={new URL(url).origin} /> : t('paymaster')
  const switchTo = paymaster?.optional !== false && (
    <Button isSmall onClick={() => setPaysOneself(!paysOneself)}>
      {paysOneself ? (
        <span>
          <Text id="paid_let" values={[host]} />
        </span>
      ) : (
        t('paid_oneself')
      )}
    </Button>
  )
  if (paysOneself) return <div className={`${styles.line} ${styles.whole}`}>{switchTo}</div>
  if (quote?.unsponsored)
    return (
      <div className={styles.whole}>
        <Notice tone="warn" isAlert>
          <Text id={reasons[quote.unsponsored.why]} values={[host]} />
          {sentenceGap()}
          {!quote.unsponsored.isRequired && t('paid_byUser')}
          {quote.unsponsored.why === 'silent' && (
            // One that answers no extension can be read with access to its host; the next quote asks it again.
            <p>
              <Button isSmall onClick={() => ask(url ?? '')}>
                <span>
                  <Text id="paid_access" values={[host]} />
                </span>
              </Button>
            </p>
          )}
          <Problem text={error} />
        </Notice>
      </div>
    )
  if (!quote?.sponsor) return null
  const { url: payer, charges } = quote.sponsor
  return (
    <>
      <p className={`${layout.muted} ${layout.small} ${styles.fee} ${styles.whole}`}>
        <PaidBy url={payer} charges={charges} place={place} /> {t('paid_mayRefuse')}
      </p>
      {switchTo}
    </>
  )
}
