import { timeText } from '../text/time'
import { isLarge, type Allowing } from './allowance'
import { Party } from './Party'
import { isSame, type Place } from './place'
import { TokenAmount, TokenName } from './TokenAmount'
import { unitOf } from './tokens'
import styles from './Sentence.module.css'

type Props = { deed: Allowing; place: Place }

/** Who may spend how much of what, and until when. */
export const Allow = ({ deed, place }: Props) => {
  const isSet = deed.kind === 'permit' || deed.change === 'set'
  if (BigInt(deed.amount) === 0n && isSet) return <TakeBack {...{ deed, place }} />
  return (
    <>
      Let <Spender {...{ deed, place }} /> spend <HowMuch {...{ deed, place }} />
      {!isSame(deed.owner, place.from) && (
        <>
          {' '}
          of <Party address={deed.owner} place={place} />
        </>
      )}
      {deed.keeper === 'Permit2' && ' through Permit2'}
      {deed.until && `, ${untilText(BigInt(deed.until))}`}
      {!deed.isUnlimited && isLarge(deed, place) && (
        <strong className={styles.danger}>, more than you have</strong>
      )}
    </>
  )
}

const Spender = ({ deed, place }: Props) => <Party address={deed.spender} place={place} />

const HowMuch = ({ deed, place }: Props) => {
  const { token, unit, isUnlimited } = deed
  const amount = (
    <TokenAmount amount={BigInt(deed.amount)} asset={token} {...{ place, unit, isUnlimited }} />
  )
  if (deed.kind === 'approve' && deed.change !== 'set')
    return (
      <>
        {amount} {deed.change === 'add' ? 'more' : 'less'}
      </>
    )
  return isUnlimited ? <strong className={styles.danger}>{amount}</strong> : amount
}

/** Nothing to spend: of a token with IDs, it would be the one with ID 0. */
const TakeBack = ({ deed, place }: Props) => (
  <>
    Take back the <TokenName asset={deed.token} place={place} /> allowance of{' '}
    <Spender {...{ deed, place }} />
    {unitOf(place.tokens, deed.token, deed.unit) === 'either' && ', or let it take token ID 0'}
  </>
)

/** Permit2 takes 0 as the end of its block, and 2^48 - 1 never comes. */
const untilText = (seconds: bigint): string => {
  if (seconds === 0n) return 'in this block alone'
  if (seconds > 253_402_300_799n) return 'for ever'
  return `until ${timeText(Number(seconds) * 1000)}`
}
