import { ArrowDownLeft, ArrowUpRight, CircleQuestionMark, Minus, TriangleAlert } from 'lucide-react'
import { useMemo, useState, type ReactNode } from 'react'
import { numberToHex } from 'viem'
import type { Call } from '@/lib/db'
import type { Change } from '@/lib/db/outcome'
import type { Quote } from '@/lib/simulate/quote'
import { assetKey } from '@/lib/simulate/material'
import { sameAddress } from '@/lib/values/address'
import { chunkHook } from '../hooks/chunkHook'
import { useAccounts, useContacts } from '../hooks/queries'
import { belowFirst, firstPlace, SentencePlace, WrittenOut } from './counterparties'
import type { Guard } from './guard'
import { plural, t } from '../text/messages'
import { Text } from '../text/Text'
import { Button } from '../ui/Button'
import { Lead } from '../ui/Lead'
import { Skeleton } from '../ui/Skeleton'
import { isLargeLeft } from './allowance'
import { AssetAmount } from './AssetAmount'
import {
  allowanceLines,
  changeLines,
  expectedLines,
  isRightLine,
  isTakenBack,
  isUsedUp,
  splitGains,
  type ShownLine,
} from './changeRows'
import styles from './Changes.module.css'
import { ChangeWorth } from './ChangeWorth'
import { Grants } from './Grants'
import { OnlyCalls, Outflows } from './Outflows'
import { outflowsOf, unreadCount } from './outflowsOf'
import { noteOf } from './noteOf'
import type { Place } from './place'
import { readingOf } from './read'
import { onwardRows, receiverRows } from './receiverRows'
import { Receivers } from './Receivers'
import { TokenName } from './TokenAmount'
import { Unlisted } from './Unlisted'
import { isNameless, namedAt } from './tokenFacts'
import { areDangerous, unmeasuredOf } from './unmeasured'
import { shippedName, useContractNames } from './useContractNames'
import { isWhole, wholesOf, writtenIn, type Candidate, type Wholes } from './wholes'

/** Loaded while the first quote is awaited: a line must not grow once it stands. */
const useHeldLine = chunkHook(async () => {
  const { HeldLine, limitOf } = await import('../lock/HeldLine')
  return { HeldLine, limitOf }
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
  const names = useContractNames()
  const [isWholeList, setWholeList] = useState(false)
  const [accounts, contacts] = [useAccounts(), useContacts()]
  const own = [...(accounts ?? []), ...(contacts ?? [])].map(({ address }) => address)
  if (!quote || !guard || !names || (quote.lock && !locks))
    return <Held {...expectedLines(read, outflows)} />
  const left = unmeasuredOf(read, quote, place)
  const isDanger = areDangerous(left, place)
  const unread = unreadCount(read)
  const chunk = typeof locks === 'object' ? locks : undefined
  const lines = changeLines(quote.changes, guard)
  const { first, later } = splitGains(lines)
  const shownLines = isWholeList ? lines : first
  const flows = shownLines.map((shown, index) => {
    const change = shown.now ?? shown.line
    const { asset } = shown.line
    return {
      shown,
      isNamedAbove:
        asset.standard !== 'native' &&
        shownLines
          .slice(0, index)
          .some(
            ({ line }) =>
              line.asset.standard !== 'native' && sameAddress(line.asset.address, asset.address),
          ),
      // A bounded line that is held has one limit: what the chain holds it to.
      limit: shown.isBound ? chunk?.limitOf(shown.line, quote, guard) : undefined,
      receivers:
        change.direction === 'out'
          ? receiverRows(change, quote, read, from)
          : onwardRows(change, read, from),
    }
  })
  const { allowances, lock = {} } = quote
  const stated = allowances.filter((one) => !isTakenBack(one, lock, read))
  const grants = allowanceLines(stated, guard)
  const isBad = ({ line }: (typeof grants)[number]) =>
    !isUsedUp(line) &&
    !line.isOlder &&
    (line.left === 'all' || isRightLine(line) || isLargeLeft(line, place))
  const isCalled = (address: string) =>
    calls.some(({ to, data }) => data !== '0x' && to && sameAddress(to, address))
  const moved = flows.flatMap(({ shown, receivers }) =>
    receivers.rows.flatMap(({ address }): Candidate[] =>
      address && !shown.isGone
        ? [{ line: assetKey(shown.line), address, isCalled: isCalled(address) }]
        : [],
    ),
  )
  const told = left.outflows.flatMap(({ to: [only], to }, index): Candidate[] =>
    only && to.length === 1
      ? [{ line: `outflow ${index}`, address: only, isCalled: isCalled(only) }]
      : [],
  )
  const granted = (isFirst: boolean) =>
    grants.flatMap((grant): Candidate[] =>
      isUsedUp(grant.line) || isBad(grant) !== isFirst
        ? []
        : [{ line: grant.key, address: grant.line.spender }],
    )
  // In the order of the screen: an address is written out on the first line that names it.
  const named = [
    ...granted(true),
    ...left.rights.map(({ holder }, index) => ({ line: `right ${index}`, address: holder })),
    ...(isDanger ? [...told, ...moved] : [...moved, ...told]),
    ...granted(false),
  ]
  const shipped = named.flatMap(({ address }) =>
    shippedName(names, address, chainId) === undefined ? [] : [address],
  )
  // Digits of an address that resembles another stand in its warning.
  const alike = quote.parties.flatMap(({ address, resembles }) => (resembles ? [address] : []))
  const wholes = wholesOf(named, [...own, ...shipped, ...alike], place)
  const bad = <Grants lines={grants.filter(isBad)} calls={read} place={place} wholes={wholes} />
  const rest = (
    <Grants
      lines={grants.filter((one) => !isBad(one))}
      calls={read}
      place={place}
      wholes={wholes}
    />
  )
  // Without a simulation, only the calls tell what leaves the account.
  if (quote.unchecked.includes('changes') && quote.changes.length === 0)
    return (
      <WrittenOut value={writtenIn(wholes)}>
        <Lead gap={8}>
          {bad}
          <OnlyCalls {...left} unread={unread} place={place} wholes={wholes} />
          {rest}
        </Lead>
      </WrittenOut>
    )
  const isLeft = left.outflows.length + left.rights.length > 0
  const unmeasured = (
    <ul className={styles.lines} aria-label={t('flow_unchecked')}>
      <li className={styles.warn}>
        <CircleQuestionMark size={16} aria-hidden />
        {t('flow_unchecked')}
      </li>
      <Outflows {...left} place={place} wholes={wholes} />
    </ul>
  )
  const note = noteOf(quote, lines.filter(({ isGone }) => !isGone).length, unread)
  return (
    <WrittenOut value={writtenIn(wholes)}>
      <Lead gap={8}>
        {note === 'flow_unread' && (
          <p className={styles.unread}>
            <TriangleAlert size={16} aria-hidden />
            {t(note)}
          </p>
        )}
        {bad}
        {isDanger && unmeasured}
        {((note !== undefined && note !== 'flow_unread') || lines.length > 0) && (
          <ul className={styles.lines} aria-label={t('flow_label')}>
            {flows.map(({ shown, isNamedAbove, limit, receivers }) =>
              shown.isGone ? (
                <Gone key={shown.key} line={shown.line} place={place} />
              ) : (
                <Line
                  key={shown.key}
                  shown={shown}
                  isNamedAbove={isNamedAbove}
                  receivers={receivers}
                  place={place}
                  wholes={wholes}
                  limit={limit}
                  held={
                    chunk && (
                      <chunk.HeldLine
                        line={shown.line}
                        quote={quote}
                        guard={guard}
                        place={place}
                        isSaid={limit !== undefined}
                      />
                    )
                  }
                />
              ),
            )}
            {later.length > 0 && !isWholeList && (
              <li>
                <Button isSmall onClick={() => setWholeList(true)}>
                  {plural('flow_more', later.length)}
                </Button>
              </li>
            )}
            {note && note !== 'flow_unread' && (
              <li className={styles.label}>
                <Minus size={16} aria-hidden />
                {t(note)}
              </li>
            )}
          </ul>
        )}
        {isLeft && !isDanger && unmeasured}
        {rest}
      </Lead>
    </WrittenOut>
  )
}

const words = {
  out: ['flow_send', 'flow_sendMost'],
  in: ['flow_get', 'flow_getLeast'],
} as const

const Line = ({
  shown: { line, isBound, now, isMarked, was, isElsewhere },
  isNamedAbove,
  receivers,
  place,
  wholes,
  limit,
  held,
}: {
  shown: ShownLine<Change>
  /** True if the asset's contract stands on a line above. */
  isNamedAbove: boolean
  receivers: ReturnType<typeof receiverRows>
  place: Place
  wholes: Wholes
  /** The amount to which the chain holds a bounded line. */
  limit: bigint | undefined
  held: ReactNode
}) => {
  const { asset, direction } = line
  const said = limit === undefined ? line : { ...line, amount: numberToHex(limit) }
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
        <bdi key={said.amount} dir="ltr" className={styles.rolls}>
          {isOut ? '−' : '+'}
          <AssetAmount change={said} place={place} />
        </bdi>
        <ChangeWorth change={said} place={place} />
      </span>
      <SentencePlace value={isNamedAbove ? belowFirst : firstPlace}>
        <OfToken asset={asset} place={place} />
      </SentencePlace>
      {held}
      {asset.standard !== 'native' && isNameless(place.tokens, asset.address) && <Unlisted />}
      <Receivers
        {...receivers}
        place={place}
        isWhole={(address) => isWhole(wholes, assetKey(line), address)}
      />
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
      <span>
        <Text id="flow_of" values={[<TokenName asset={asset.address} place={place} />]} />
      </span>
    </span>
  )

/** Lists effects that the armed quote had and the batch no longer has. */
const Gone = ({ line, place }: { line: Change; place: Place }) => {
  const isOut = line.direction === 'out'
  const amount = (
    <bdi dir="ltr">
      {isOut ? '−' : '+'}
      <AssetAmount change={line} place={place} />
    </bdi>
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
