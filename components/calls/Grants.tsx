import { KeyRound } from 'lucide-react'
import type { Allowance, Right } from '@/lib/db/outcome'
import { t } from '../text/messages'
import { Text } from '../text/Text'
import { isLargeLeft } from './allowance'
import { SentencePlace } from './counterparties'
import { grantedBy, isRightLine, isUsedUp, type ShownLine } from './changeRows'
import styles from './Changes.module.css'
import type { ReadCall } from './outflowsOf'
import { Party } from './Party'
import type { Place } from './place'
import { Recorded } from './Recorded'
import { RightText } from './RightText'
import { TokenAmount, TokenName } from './TokenAmount'
import { namedAt, tokenAt } from './tokenFacts'
import { isWhole, type Wholes } from './wholes'
import { loadedLater } from '../hooks/loadedLater'

const Worth = loadedLater(async () => (await import('../prices/Worth')).Worth)

/** Lists who may take what of the account, and what of that remains when the batch has run. */
export const Grants = ({
  lines,
  calls,
  place,
  wholes,
}: {
  lines: readonly ShownLine<Allowance>[]
  calls: readonly ReadCall[]
  place: Place
  wholes: Wholes
}) =>
  lines.length > 0 && (
    <ul className={styles.lines} aria-label={t('grant_label')}>
      {lines.map((shown) =>
        isRightLine(shown.line) ? (
          <RightLeft
            key={shown.key}
            shown={shown}
            right={shown.line.standard}
            place={place}
            isWhole={isWhole(wholes, shown.key, shown.line.spender)}
          />
        ) : isUsedUp(shown.line) ? (
          <UsedUp key={shown.key} allowance={shown.line} calls={calls} place={place} />
        ) : (
          <Left
            key={shown.key}
            shown={shown}
            place={place}
            isWhole={isWhole(wholes, shown.key, shown.line.spender)}
          />
        ),
      )}
    </ul>
  )

/** A right that somebody has when the batch has run, or that is taken back. */
const RightLeft = ({
  shown: { line, isMarked },
  right,
  place,
  isWhole,
}: {
  shown: ShownLine<Allowance>
  right: Right
  place: Place
  isWhole: boolean
}) => {
  const { token: keeper, spender: holder, tokenId, left, isUnproven } = line
  const isBack = isUsedUp(line)
  const text = (
    <RightText
      right={right}
      holder={holder}
      owner={place.from}
      keeper={keeper}
      place={place}
      isWhole={isWhole}
    />
  )
  const hasAmount = right === 'borrow' || (right === 'take' && tokenId !== undefined)
  return (
    <li
      className={`${styles.line} ${isBack ? '' : styles.bad}`}
      data-changed={isMarked || undefined}
    >
      <span className={isBack ? styles.grant : styles.right}>
        <KeyRound size={16} aria-hidden className={isBack ? undefined : styles.danger} />
        <span>{isBack ? <Text id="right_back" values={[text]} /> : text}</span>
      </span>
      {hasAmount && !isBack && (
        <span className={`${styles.amount} ${styles.danger}`}>
          <TokenAmount
            asset={keeper}
            place={place}
            amount={left === 'all' ? 0n : BigInt(left)}
            isUnlimited={left === 'all'}
          />
        </span>
      )}
      {!isBack && (right === 'act' || right === 'control' || (right === 'take' && !hasAmount)) && (
        <span>{t('right_worst')}</span>
      )}
      {isUnproven && <span className={styles.warn}>{t('right_unproven')}</span>}
    </li>
  )
}

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
  const spender = (
    <SentencePlace value={-0.5}>
      <Party address={allowance.spender} place={place} />
    </SentencePlace>
  )
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
  isWhole,
}: {
  shown: ShownLine<Allowance>
  place: Place
  isWhole: boolean
}) => {
  const { standard, token, spender, tokenId, left, isOlder = false } = line
  const isAll = left === 'all'
  // An older allowance is not given now.
  const isNewAll = isAll && !isOlder
  const isCollection = isAll && (standard === 'ERC721' || standard === 'ERC1155')
  const balance = tokenAt(place.tokens, token)?.balance
  const held = balance === undefined ? undefined : BigInt(balance)
  const isLarge = isLargeLeft(line, place)
  // Only a token that goes by its name may look like money.
  const isPriced = !isCollection && !tokenId && namedAt(place.tokens, token) !== undefined
  return (
    <li
      className={`${styles.line} ${isNewAll ? styles.bad : isOlder ? styles.older : ''}`}
      data-changed={isMarked || undefined}
    >
      <span className={styles.label}>
        <KeyRound
          size={16}
          aria-hidden
          className={isNewAll ? styles.danger : isOlder ? styles.doubt : undefined}
        />
        {t(isOlder ? 'grant_older' : isBound ? 'grant_leftMost' : 'grant_left')}
      </span>
      <span
        className={`${styles.amount} ${isOlder ? styles.doubt : isAll || isLarge ? styles.danger : ''}`}
      >
        {isCollection ? (
          <Text id="grant_every" values={[<TokenName asset={token} place={place} />]} />
        ) : (
          <TokenAmount
            asset={token}
            place={place}
            amount={tokenId ? BigInt(tokenId) : isAll ? 0n : BigInt(left)}
            unit={tokenId ? 'id' : 'amount'}
            isUnlimited={isAll}
          />
        )}
        {isPriced && !isAll && <Worth asset={token} amount={BigInt(left)} place={place} />}
      </span>
      {isPriced && isAll && held !== undefined && (
        <span className={styles.label}>
          <span>
            <Text
              id="grant_have"
              values={[<TokenAmount asset={token} place={place} amount={held} />]}
            />
            <Worth asset={token} amount={held} place={place} />
          </span>
        </span>
      )}
      <span className={styles.label}>
        <span>
          <Text
            id="grant_by"
            values={[<Party address={spender} place={place} isWhole={isWhole} />]}
          />
        </span>
      </span>
      {isWhole && <Recorded address={spender} chainId={place.chainId} />}
      {isAll && !isCollection && <span>{t('permit_unlimited')}</span>}
      {isLarge && <span className={styles.warn}>{t('grant_large')}</span>}
    </li>
  )
}
