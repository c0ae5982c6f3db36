import { sameAddress } from '@/lib/values/address'
import { t } from '../text/messages'
import { Text } from '../text/Text'
import { timeText } from '../text/time'
import { isLargeAllowing, type Allowing } from './allowance'
import { Party } from './Party'
import type { Place } from './place'
import { TokenAmount, TokenName } from './TokenAmount'
import { unitOf } from './tokenFacts'
import layout from '../ui/layout.module.css'

type Props = { deed: Allowing; place: Place }

/** Says in a sentence who may spend how much of what, and until when. */
export const Allow = ({ deed, place }: Props) => {
  const isSet = deed.kind === 'permit' || deed.change === 'set'
  if (BigInt(deed.amount) === 0n && isSet) return <TakeBack deed={deed} place={place} />
  const parts = [<Spender deed={deed} place={place} />, <HowMuch deed={deed} place={place} />]
  const spend = sameAddress(deed.owner, place.from) ? (
    <Text id="allow_spend" values={parts} />
  ) : (
    <Text id="allow_spendOf" values={[...parts, <Party address={deed.owner} place={place} />]} />
  )
  const kept =
    deed.keeper === 'Permit2' ? <Text id="allow_throughPermit2" values={[spend]} /> : spend
  return (
    <>
      {deed.until ? (
        <Text id="allow_until" values={[kept, allowanceEnd(BigInt(deed.until))]} />
      ) : (
        kept
      )}
      {!deed.isUnlimited && isLargeAllowing(deed, place) && (
        <>
          {' '}
          <strong className={layout.danger}>{t('allow_tooMuch')}</strong>
        </>
      )}
    </>
  )
}

const Spender = ({ deed, place }: Props) => <Party address={deed.spender} place={place} />

const HowMuch = ({ deed, place }: Props) => {
  const { token, unit, isUnlimited } = deed
  const amount = (
    <TokenAmount
      amount={BigInt(deed.amount)}
      asset={token}
      place={place}
      unit={unit}
      isUnlimited={isUnlimited}
    />
  )
  if (deed.kind === 'approve' && deed.change !== 'set')
    return <Text id={deed.change === 'add' ? 'allow_more' : 'allow_less'} values={[amount]} />
  return isUnlimited ? <strong className={layout.danger}>{amount}</strong> : amount
}

/** Nothing to spend: of a token with IDs, it would be the one with ID 0, which the token has to rule out. */
const TakeBack = ({ deed, place }: Props) => {
  const mayBeId = unitOf(place.tokens ?? {}, deed.token, deed.unit) === 'either'
  return (
    <Text
      id={mayBeId ? 'allow_takeBackOrZero' : 'allow_takeBack'}
      values={[
        <TokenName asset={deed.token} place={place} />,
        <Spender deed={deed} place={place} />,
      ]}
    />
  )
}

/** Permit2 takes 0 as the end of its block, and 2^48 - 1 never comes. */
export const allowanceEnd = (seconds: bigint): string => {
  if (seconds === 0n) return t('allow_thisBlock')
  if (seconds > 253_402_300_799n) return t('allow_forEver')
  return t('permit_until', timeText(Number(seconds) * 1000))
}
