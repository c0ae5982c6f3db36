import { Fragment, type ReactNode } from 'react'
import type { Address } from 'viem'
import type { Allowance, Difference, Verdict } from '@/lib/db/outcome'
import { isRightLine } from '../calls/changeRows'
import { Party } from '../calls/Party'
import type { Place } from '../calls/place'
import { RightText } from '../calls/RightText'
import { TokenAmount, TokenName } from '../calls/TokenAmount'
import { uncheckedText } from '../calls/uncheckedText'
import { plural, t } from '../text/messages'
import { Text } from '../text/Text'
import { StatedAmount } from './StatedAmount'

/** Lists what is worse now than what the user approved, with what it was. */
export const ChangedSince = ({
  changed,
  count,
  place,
}: {
  changed: readonly Difference[]
  /** How many calls the batch has. */
  count: number
  place: Place
}) => (
  <ul aria-label={t('changed_label')}>
    {changed.map((one, index) => (
      <li key={index}>{sentenceOf(one, count, place)}</li>
    ))}
  </ul>
)

const sentenceOf = (one: Difference, count: number, place: Place): ReactNode => {
  switch (one.kind) {
    case 'verdict':
      return t('changed_verdict', fateOf(one.is, count, one.failing), fateOf(one.was, count, null))
    case 'failing':
      return one.was === null || one.is === null
        ? fateOf('fails', count, one.is)
        : t('changed_failing', one.is + 1, one.was + 1)
    case 'unchecked':
      return one.is.map((what) => uncheckedText(what)).join(' ')
    case 'asset':
    case 'amount':
      return amounts(one, place)
    case 'payees':
      return payees(one, place)
    case 'allowance':
      return allowance(one, place)
  }
}

const fateOf = (verdict: Verdict, count: number, failing: number | null): string => {
  if (verdict === 'unknown') return t('fate_unknown')
  if (verdict === 'succeeds') return plural('fate_succeeds', count)
  return failing === null || count === 1 ? t('fate_fails') : t('fate_failsAt', failing + 1)
}

const amounts = ({ was, is }: Extract<Difference, { kind: 'amount' | 'asset' }>, place: Place) => {
  const [before, now] = [was, is].map(
    (change) => change && <StatedAmount change={change} place={place} />,
  )
  if (was && is && was.direction === is.direction)
    return <Text id={is.direction === 'in' ? 'changed_in' : 'changed_out'} values={[now, before]} />
  return (
    <>
      {is && (
        <Text id={is.direction === 'in' ? 'changed_inNew' : 'changed_outNew'} values={[now]} />
      )}
      {was && is && '. '}
      {was && (
        <Text id={was.direction === 'in' ? 'flow_goneIn' : 'flow_goneOut'} values={[before]} />
      )}
    </>
  )
}

const payees = (
  { change, was, is }: Extract<Difference, { kind: 'payees' }>,
  place: Place,
): ReactNode => {
  const amount = <StatedAmount change={change} place={place} />
  const [before, now] = [was, is].map((all) => <Parties all={all} place={place} />)
  if (is.length === 0) return <Text id="changed_toNobody" values={[amount, before]} />
  return was.length === 0 ? (
    <Text id="changed_toNew" values={[amount, now]} />
  ) : (
    <Text id="changed_to" values={[amount, now, before]} />
  )
}

/** How many are named. */
const few = 3

const Parties = ({ all, place }: { all: readonly Address[]; place: Place }) => (
  <>
    {all.slice(0, few).map((address, index) => (
      <Fragment key={address}>
        {index > 0 && ', '}
        <Party address={address} place={place} />
      </Fragment>
    ))}
    {all.length > few && <> {plural('flow_receivedByMore', all.length - few)}</>}
  </>
)

const allowance = ({ was, is }: Extract<Difference, { kind: 'allowance' }>, place: Place) => {
  if (isRightLine(is)) {
    const { standard, spender, token } = is
    const right = (
      <RightText
        right={standard}
        holder={spender}
        owner={place.from}
        keeper={token}
        place={place}
      />
    )
    return <Text id="changed_right" values={[right]} />
  }
  const spender = <Party address={is.spender} place={place} />
  const now = <Left allowance={is} place={place} />
  return was ? (
    <Text id="changed_left" values={[spender, now, <Left allowance={was} place={place} />]} />
  ) : (
    <Text id="changed_leftNew" values={[spender, now]} />
  )
}

const Left = ({
  allowance: { standard, token, tokenId, left },
  place,
}: {
  allowance: Allowance
  place: Place
}) => {
  const isOfIds = standard === 'ERC721' || standard === 'ERC1155'
  if (isOfIds && !tokenId)
    return <Text id="grant_every" values={[<TokenName asset={token} place={place} />]} />
  return isOfIds && tokenId ? (
    <TokenAmount asset={token} unit="id" amount={BigInt(tokenId)} place={place} />
  ) : (
    <TokenAmount
      asset={token}
      amount={left === 'all' ? 0n : BigInt(left)}
      isUnlimited={left === 'all'}
      place={place}
    />
  )
}
