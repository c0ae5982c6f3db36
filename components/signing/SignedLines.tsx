import { ArrowDownLeft, ArrowUpRight, KeyRound, Play, UserRound } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type {
  Coming,
  Leaving,
  ReadSignature,
  SignedCall,
  SignedRight,
} from '@/lib/decode/signatures/reading'
import styles from '../calls/Changes.module.css'
import { Party } from '../calls/Party'
import { isSame, type Place } from '../calls/place'
import { Sentence } from '../calls/Sentence'
import { namedAt } from '../calls/tokenFacts'
import { isUnlimited, units } from '../text/amount'
import { plural, t, type Key } from '../text/messages'
import { Text } from '../text/Text'
import { visible } from '../text/visible'
import { Button } from '../ui/Button'
import { Lead } from '../ui/Lead'
import { atWorst } from './atWorst'
import { SignedAmount } from './SignedAmount'
import { untilText } from './untilText'

const step = 20

/** The first thing to look at: what the signature lets leave, what comes back, who gets which rights. */
export const SignedLines = ({ reading, place }: { reading: ReadSignature; place: Place }) => {
  const [shown, setShown] = useState(step)
  const { deals, rights, calls, deed } = reading
  const lines: ReactNode[] = [
    ...deals.flatMap(({ leaves, returns }) => [
      ...leaves.map((line) => <Leaves line={line} deed={deed} place={place} />),
      ...returns.map((line) => <Returns line={line} leaves={leaves} place={place} />),
    ]),
    ...rights.map((right) => <Right right={right} place={place} />),
    ...calls.map((call) => <Called call={call} place={place} />),
  ]
  const rest = lines.length - shown
  return (
    <Lead>
      {deals.length > 1 && <p>{plural('sign_eachAlone', deals.length)}</p>}
      {deed === 'cancel' && <p>{t('sign_cancels')}</p>}
      {deed === 'attest' && <p>{t('sign_attests')}</p>}
      {lines.length > 0 && (
        <ul className={styles.lines} aria-label={t('sign_effects')}>
          {lines.slice(0, shown).map((line, index) => (
            <li key={index} className={styles.line}>
              {line}
            </li>
          ))}
        </ul>
      )}
      {rest > 0 && (
        <Button isSmall onClick={() => setShown(shown + step)}>
          {plural('showMoreValues', rest)}
        </Button>
      )}
    </Lead>
  )
}

const Label = ({ children }: { children: ReactNode }) => (
  <span className={styles.label}>{children}</span>
)

const verbOf = ({ how }: Leaving, deed: ReadSignature['deed']): Key => {
  if (how === 'spends') return deed === 'trade' ? 'sign_give' : 'permit_allow'
  return deed === 'send' ? 'flow_send' : 'sign_give'
}

const Leaves = ({
  line,
  deed,
  place,
}: {
  line: Leaving
  deed: ReadSignature['deed']
  place: Place
}) => {
  const { asset, amount, from, to, how, until } = line
  const isAll = amount === null || isUnlimited(amount)
  const Icon = how === 'spends' && deed !== 'trade' ? KeyRound : ArrowUpRight
  const party = to && <Party address={to} place={place} />
  return (
    <>
      <Label>
        <Icon size={16} aria-hidden />
        {t(verbOf(line, deed))}
      </Label>
      <span className={`${styles.amount} ${isAll ? styles.danger : ''}`}>
        <SignedAmount asset={asset} amount={amount} place={place} />
      </span>
      {!isSame(from, place.from) && (
        <Label>
          <Text id="sign_from" values={[<Party key="from" address={from} place={place} />]} />
        </Label>
      )}
      <Label>
        {party ? (
          <Text id={how === 'spends' ? 'byWhom' : 'flow_to'} values={[party]} />
        ) : (
          t('sign_toAnyone')
        )}
      </Label>
      <Label>{untilText(until)}</Label>
      <AtWorst line={line} place={place} />
    </>
  )
}

const AtWorst = ({ line, place }: { line: Leaving; place: Place }) => {
  const { asset, amount } = line
  const lost = atWorst(line, place)
  const token = asset.kind === 'token' ? namedAt(place.tokens, asset.address) : undefined
  if (lost === undefined || amount === 0n || !token) return null
  const text = `${units(lost, token.decimals)} ${visible(token.symbol)}`
  return <span className={styles.warn}>{t('sign_couldLose', text)}</span>
}

const Returns = ({
  line: { asset, amount, to },
  leaves,
  place,
}: {
  line: Coming
  leaves: readonly Leaving[]
  place: Place
}) => {
  const isOwn = isSame(to, place.from)
  const isKnown = asset.kind !== 'token' || namedAt(place.tokens, asset.address) !== undefined
  const isGood = isOwn && isKnown && amount !== null
  const isGivers = leaves.some(({ from }) => isSame(from, to))
  return (
    <>
      <Label>
        <ArrowDownLeft size={16} aria-hidden className={isGood ? styles.in : undefined} />
        {t(isOwn ? 'flow_getLeast' : isGivers ? 'sign_giverGets' : 'sign_othersGet')}
      </Label>
      <span className={`${styles.amount} ${isGood ? styles.in : ''}`}>
        {amount === null ? (
          t('sign_undecided')
        ) : (
          <SignedAmount asset={asset} amount={amount} place={place} />
        )}
      </span>
      {!isOwn && (
        <Label>
          <Text id="flow_to" values={[<Party key="to" address={to} place={place} />]} />
        </Label>
      )}
    </>
  )
}

const rights: Record<SignedRight['right'], Key> = {
  positions: 'sign_rightPositions',
  trading: 'sign_rightTrading',
  fees: 'sign_rightFees',
}

const Right = ({
  right: { right, over, to, isGiven },
  place,
}: {
  right: SignedRight
  place: Place
}) => (
  <>
    <Label>
      <UserRound size={16} aria-hidden />
      {t(isGiven ? 'sign_youLet' : 'sign_takeBack')}
    </Label>
    <span className={`${styles.amount} ${isGiven ? styles.danger : ''}`}>{t(rights[right])}</span>
    <Label>
      <Text
        id={isGiven ? 'flow_to' : 'sign_from'}
        values={[<Party key="to" address={to} place={place} />]}
      />
    </Label>
    {over && (
      <Label>
        <Text id="sign_over" values={[<Party key="over" address={over} place={place} />]} />
      </Label>
    )}
  </>
)

const Called = ({ call, place }: { call: SignedCall; place: Place }) => {
  const { from, to, value, data, reading, isDelegated } = call
  return (
    <>
      <Label>
        <Play size={16} aria-hidden />
        <Text id="sign_inNameOf" values={[<Party key="from" address={from} place={place} />]} />
      </Label>
      <span>
        <Sentence
          call={{ to, value: `0x${value.toString(16)}`, data }}
          reading={reading}
          place={place}
        />
      </span>
      {isDelegated && <span className={styles.warn}>{t('sign_delegated')}</span>}
    </>
  )
}
