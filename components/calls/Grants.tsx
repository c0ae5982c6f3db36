import { KeyRound } from 'lucide-react'
import type { Allowance } from '@/lib/db/outcome'
import type { Guard } from './guard'
import { t } from '../text/messages'
import { Text } from '../text/Text'
import { allowanceLines, grantedBy, isUsedUp, type Shown } from './changeRows'
import styles from './Changes.module.css'
import type { ReadCall } from './outflowsOf'
import { Party } from './Party'
import type { Place } from './place'
import { TokenAmount, TokenName } from './TokenAmount'
import { tokenAt } from './tokenFacts'

/** Who may take what of the account, and what of that remains when the batch has run. */
export const Grants = ({
  allowances,
  guard,
  calls,
  place,
}: {
  allowances: readonly Allowance[]
  guard: Guard
  calls: readonly ReadCall[]
  place: Place
}) =>
  allowances.length > 0 && (
    <ul className={styles.lines} aria-label={t('grant_label')}>
      {allowanceLines(allowances, guard).map((shown) =>
        isUsedUp(shown.line) ? (
          <UsedUp key={shown.key} allowance={shown.line} calls={calls} place={place} />
        ) : (
          <Left key={shown.key} shown={shown} place={place} />
        ),
      )}
    </ul>
  )

const UsedUp = ({
  allowance,
  calls,
  place,
}: {
  allowance: Allowance
  calls: readonly ReadCall[]
  place: Place
}) => {
  const granted = grantedBy(allowance, calls)
  const spender = <Party address={allowance.spender} place={place} />
  const isNothing = granted?.amount === 0n
  return (
    <li className={styles.grant}>
      <KeyRound size={16} aria-hidden />
      <span>
        {isNothing ? (
          <Text
            id="grant_back"
            values={[<TokenName asset={allowance.token} place={place} />, spender]}
          />
        ) : (
          <Text
            id="grant_used"
            values={[
              spender,
              granted ? (
                <TokenAmount asset={allowance.token} place={place} {...granted} />
              ) : (
                <TokenName asset={allowance.token} place={place} />
              ),
            ]}
          />
        )}
      </span>
    </li>
  )
}

const Left = ({
  shown: { line, isBound, isMarked },
  place,
}: {
  shown: Shown<Allowance>
  place: Place
}) => {
  const { standard, token, spender, tokenId, left } = line
  const isCollection = left === 'all' && (standard === 'ERC721' || standard === 'ERC1155')
  const balance = tokenAt(place.tokens, token)?.balance
  const isLarge =
    left !== 'all' && !tokenId && balance !== undefined && BigInt(left) > BigInt(balance)
  return (
    <li className={styles.line} data-changed={isMarked || undefined}>
      <span className={styles.label}>
        <KeyRound size={16} aria-hidden className={left === 'all' ? styles.danger : undefined} />
        <Text
          id={isBound ? 'grant_leftMost' : 'grant_left'}
          values={[<Party address={spender} place={place} />]}
        />
      </span>
      <span className={`${styles.amount} ${left === 'all' || isLarge ? styles.danger : ''}`}>
        {isCollection ? (
          <Text id="grant_every" values={[<TokenName asset={token} place={place} />]} />
        ) : (
          <TokenAmount
            asset={token}
            place={place}
            amount={tokenId ? BigInt(tokenId) : left === 'all' ? 0n : BigInt(left)}
            unit={tokenId ? 'id' : 'amount'}
            isUnlimited={left === 'all'}
          />
        )}
      </span>
      {isLarge && <span className={styles.warn}>{t('grant_large')}</span>}
    </li>
  )
}
