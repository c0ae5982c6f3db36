import { ArrowDownLeft, ArrowUpRight, CircleQuestionMark, Minus } from 'lucide-react'
import { useMemo, type ReactNode } from 'react'
import type { Call } from '@/lib/db'
import type { Change } from '@/lib/db/outcome'
import type { Quote } from '@/lib/simulate/quote'
import { chunkHook } from '../hooks/chunkHook'
import type { Guard } from './guard'
import { t } from '../text/messages'
import { Text } from '../text/Text'
import { Lead } from '../ui/Lead'
import { Skeleton } from '../ui/Skeleton'
import { AssetAmount } from './AssetAmount'
import { changeLines, expectedLines, type Shown } from './changeRows'
import styles from './Changes.module.css'
import { Grants } from './Grants'
import { OnlyCalls, Outflows } from './Outflows'
import { outflowsOf, unreadCount } from './outflowsOf'
import { noteOf } from './noteOf'
import type { Place } from './place'
import { readingOf } from './read'
import { receiverRows } from './receiverRows'
import { Receivers } from './Receivers'
import { TokenName } from './TokenAmount'
import { Unlisted } from './Unlisted'
import { isNameless, namedAt } from './tokenFacts'
import { unmeasuredOf } from './unmeasured'

/** Loaded while the first quote is awaited: a line must not grow once it stands. */
const useHeldLine = chunkHook(async () => {
  const { HeldLine } = await import('../lock/HeldLine')
  return { HeldLine }
})

/** The first thing to look at: what leaves the account, what arrives, what others may still take of it. */
export const Changes = ({
  calls,
  quote,
  guard,
  ...place
}: { calls: readonly Call[]; quote: Quote | undefined; guard: Guard | undefined } & Place) => {
  const { from, chainId } = place
  const read = useMemo(
    () => calls.map((call) => ({ call, reading: readingOf(call, { from, chainId }) })),
    [calls, from, chainId],
  )
  const outflows = useMemo(() => outflowsOf(read, place), [read, place.tokens])
  const locks = useHeldLine()
  if (!quote || !guard || (quote.lock && !locks)) return <Held {...expectedLines(read, outflows)} />
  const grants = <Grants allowances={quote.allowances} guard={guard} calls={read} place={place} />
  const left = unmeasuredOf(read, quote, place)
  const unread = unreadCount(read)
  // Without a simulation, only the calls tell what leaves the account.
  if (quote.unchecked.includes('changes') && quote.changes.length === 0)
    return (
      <Lead>
        <OnlyCalls {...left} unread={unread} place={place} />
        {grants}
      </Lead>
    )
  const isLeft = left.outflows.length + left.rights.length > 0
  const lines = changeLines(quote.changes, guard)
  const note = noteOf(quote, lines.filter(({ isGone }) => !isGone).length, unread)
  return (
    <Lead>
      {(note !== undefined || lines.length > 0) && (
        <ul className={styles.lines} aria-label={t('flow_label')}>
          {lines.map((shown) =>
            shown.isGone ? (
              <Gone key={shown.key} line={shown.line} place={place} />
            ) : (
              <Line
                key={shown.key}
                shown={shown}
                receivers={receiverRows(shown.now ?? shown.line, quote, read, from)}
                place={place}
                held={
                  locks &&
                  locks !== 'failed' && (
                    <locks.HeldLine line={shown.line} quote={quote} guard={guard} place={place} />
                  )
                }
              />
            ),
          )}
          {note && (
            <li className={note === 'flow_unread' ? styles.warn : styles.label}>
              {note === 'flow_unread' ? (
                <CircleQuestionMark size={16} aria-hidden />
              ) : (
                <Minus size={16} aria-hidden />
              )}
              {t(note)}
            </li>
          )}
        </ul>
      )}
      {isLeft && (
        <ul className={styles.lines} aria-label={t('flow_unchecked')}>
          <li className={styles.warn}>
            <CircleQuestionMark size={16} aria-hidden />
            {t('flow_unchecked')}
          </li>
          <Outflows {...left} place={place} />
        </ul>
      )}
      {grants}
    </Lead>
  )
}

const words = {
  out: ['flow_send', 'flow_sendMost'],
  in: ['flow_get', 'flow_getLeast'],
} as const

const Line = ({
  shown: { line, isBound, now, isMarked, was, isElsewhere },
  receivers,
  place,
  held,
}: {
  shown: Shown<Change>
  receivers: ReturnType<typeof receiverRows>
  place: Place
  held: ReactNode
}) => {
  const { asset, direction } = line
  const isOut = direction === 'out'
  const Icon = isOut ? ArrowUpRight : ArrowDownLeft
  return (
    <li className={styles.line} data-changed={isMarked || undefined}>
      <span className={styles.label}>
        <Icon
          size={16}
          aria-hidden
          className={isKnown(asset, place) ? styles[direction] : undefined}
        />
        {t(words[direction][isBound ? 1 : 0])}
      </span>
      <span className={`${styles.amount} ${isKnown(asset, place) ? styles[direction] : ''}`}>
        {isOut ? '−' : '+'}
        <AssetAmount change={line} place={place} />
      </span>
      <OfToken asset={asset} place={place} />
      {held}
      {asset.standard !== 'native' && isNameless(place.tokens, asset.address) && <Unlisted />}
      {isOut && <Receivers {...receivers} place={place} />}
      {isElsewhere && <span className={styles.warn}>{t('flow_elsewhere')}</span>}
      {(now ?? was ?? (isMarked && !isElsewhere)) && (
        <span className={styles.warn}>
          {now ? (
            <Text id="flow_now" values={[<AssetAmount change={now} place={place} />]} />
          ) : was ? (
            <Text id="flow_was" values={[<AssetAmount change={was} place={place} />]} />
          ) : (
            t('flow_new')
          )}
        </span>
      )}
    </li>
  )
}

/** The coin, or a token that is listed or the account's own: only these may look like a gain. */
const isKnown = (asset: Change['asset'], { tokens }: Place): boolean =>
  asset.standard === 'native' || namedAt(tokens, asset.address) !== undefined

/** The token, where the amount does not name it. */
const OfToken = ({ asset, place }: { asset: Change['asset']; place: Place }) =>
  asset.standard !== 'native' &&
  (asset.standard !== 'ERC20' || namedAt(place.tokens, asset.address) === undefined) && (
    <span className={styles.label}>
      <Text id="flow_of" values={[<TokenName asset={asset.address} place={place} />]} />
    </span>
  )

/** Lists effects that the armed quote had and the batch no longer has. */
const Gone = ({ line, place }: { line: Change; place: Place }) => {
  const isOut = line.direction === 'out'
  const amount = (
    <span>
      {isOut ? '−' : '+'}
      <AssetAmount change={line} place={place} />
    </span>
  )
  return (
    <li className={styles.line} data-changed>
      <span className={styles.warn}>
        <Text id={isOut ? 'flow_goneOut' : 'flow_goneIn'} values={[amount]} />
      </span>
      <OfToken asset={line.asset} place={place} />
    </li>
  )
}

/** As high as what will most likely stand there. */
const Held = ({ changes, allowances }: { changes: number; allowances: number }) => (
  <Lead>
    <ul className={styles.lines} aria-hidden="true">
      {Array.from({ length: changes }, (_, index) => (
        <li key={index} className={styles.line}>
          <span className={styles.label}>
            <Skeleton width={12} />
          </span>
          <span className={styles.amount}>
            <Skeleton width={10} />
          </span>
        </li>
      ))}
      {Array.from({ length: allowances }, (_, index) => (
        <li key={index} className={styles.label}>
          <Skeleton width={36} />
        </li>
      ))}
    </ul>
  </Lead>
)
