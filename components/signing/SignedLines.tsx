import { ArrowDownLeft, ArrowUpRight, Fuel, KeyRound, Play, UserRound } from 'lucide-react'
import { Fragment, useContext, useState, type ReactNode } from 'react'
import type { Address } from 'viem'
import {
  contractOf,
  type Coming,
  type Leaving,
  type ReadSignature,
  type SignedCall,
  type SignedRelay,
  type SignedRight,
} from '@/lib/decode/signatures/signatureReading'
import { sameAddress } from '@/lib/values/address'
import styles from '../calls/Changes.module.css'
import { CallAction } from '../calls/CallAction'
import { KnownParties } from '../calls/counterparties'
import { Party } from '../calls/Party'
import type { Place } from '../calls/place'
import { Sentence } from '../calls/Sentence'
import { Steps } from '../calls/Steps'
import { isNameless, namedAt } from '../calls/tokenFacts'
import { Unlisted } from '../calls/Unlisted'
import { shippedName, useContractNames } from '../calls/useContractNames'
import { isWhole, wholesOf, type Candidate } from '../calls/wholes'
import { useAccounts, useContacts } from '../hooks/queries'
import { count, isUnlimited, units } from '../text/amount'
import { plural, t, type Key } from '../text/messages'
import { native } from '../text/native'
import { Text } from '../text/Text'
import { visible } from '../text/visible'
import { Button } from '../ui/Button'
import { Lead } from '../ui/Lead'
import { atWorst } from './atWorst'
import { worthOf } from './returnDoubts'
import { callLeavings } from './callLeavings'
import { loadedLater } from '../hooks/loadedLater'
import { SignedAmount } from './SignedAmount'
import { allowedText, usableText } from './untilText'

const Worth = loadedLater(async () => (await import('../prices/Worth')).Worth)

const step = 20

/** The first thing to look at: what the signature lets leave, what comes back, who gets which rights. */
export const SignedLines = ({ reading, place }: { reading: ReadSignature; place: Place }) => {
  const [shown, setShown] = useState(step)
  const { deals, rights, calls, relay, deed, standard } = reading
  const within = callLeavings(reading, place.tokens)
  const [accounts, contacts] = [useAccounts(), useContacts()]
  const parties = useContext(KnownParties)
  const taking = [
    ...deals.flatMap(({ leaves, returns }) => [...leaves, ...returns]).map(({ to }) => to),
    ...rights.map(({ to }) => to),
    ...within.map(({ to }) => to),
  ]
  const candidates = taking.flatMap((address, at): Candidate[] =>
    address ? [{ line: String(at), address }] : [],
  )
  const names = useContractNames()
  const known = [
    ...candidates.filter(({ address }) => shippedName(names, address, place.chainId) !== undefined),
    ...(accounts ?? []),
    ...(contacts ?? []),
    // Digits of an address that resembles another stand in its warning.
    ...[...parties.values()].filter(({ resembles }) => resembles),
  ].map(({ address }) => address)
  const wholes = wholesOf(candidates, known, place)
  let at = 0
  /** The party of the next line, in the order of `taking`. */
  const next = (to: Address | null | undefined) => {
    const line = String(at++)
    return to && <Party address={to} place={place} isWhole={isWhole(wholes, line, to)} />
  }
  const lines: ReactNode[] = [
    ...deals.flatMap(({ leaves, returns }) => [
      ...leaves.map((line) => (
        <Leaves line={line} to={next(line.to)} deed={deed} end={reading.until} place={place} />
      )),
      ...returns.map((line) => (
        <Returns line={line} to={next(line.to)} leaves={leaves} standard={standard} place={place} />
      )),
      ...(isForNothing(leaves, returns) && deed === 'trade' ? [<NothingBack />] : []),
    ]),
    ...rights.map((right) => <Right right={right} to={next(right.to)} place={place} />),
    ...within.map((line) => (
      <Leaves line={line} to={next(line.to)} deed={deed} end={reading.until} place={place} />
    )),
    ...calls.map((call) => <Called call={call} place={place} />),
    ...(relay ? [<Relayed relay={relay} place={place} />] : []),
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

/** True if something leaves, and none of what comes is for those who give it. */
const isForNothing = (leaves: readonly Leaving[], returns: readonly Coming[]): boolean =>
  leaves.length > 0 && !returns.some(({ to }) => leaves.some(({ from }) => sameAddress(from, to)))

const NothingBack = () => (
  <>
    <Label>
      <ArrowDownLeft size={16} aria-hidden />
      {t('sign_inReturn')}
    </Label>
    <span className={`${styles.amount} ${styles.danger}`}>{t('sign_nothingBack')}</span>
  </>
)

const Label = ({ children }: { children: ReactNode }) => (
  <span className={styles.label}>{children}</span>
)

const verbOf = ({ how }: Leaving, deed: ReadSignature['deed']): Key => {
  if (how === 'spends') return deed === 'trade' ? 'sign_give' : 'permit_allow'
  return deed === 'send' ? 'flow_send' : 'sign_give'
}

const Leaves = ({
  line,
  to,
  deed,
  end,
  place,
}: {
  line: Leaving
  /** Who may take it, shown; nothing for anyone. */
  to: ReactNode
  deed: ReadSignature['deed']
  /** Time from which nobody can use the signature, in seconds since 1970; null for none. */
  end: bigint | null
  place: Place
}) => {
  const { asset, amount, from, how, until } = line
  const isAll = amount === null || isUnlimited(amount)
  const isAllowance = how === 'spends' && deed !== 'trade'
  const Icon = isAllowance ? KeyRound : ArrowUpRight
  return (
    <>
      <Label>
        <Icon size={16} aria-hidden />
        {t(verbOf(line, deed))}
      </Label>
      <span className={`${styles.amount} ${isAll ? styles.danger : ''}`}>
        <SignedAmount asset={asset} amount={amount} place={place} />
        <InMoney asset={asset} amount={amount} place={place} />
      </span>
      {!sameAddress(from, place.from) && (
        <Label>
          <Text id="sign_from" values={[<Party key="from" address={from} place={place} />]} />
        </Label>
      )}
      <Label>
        {to ? (
          <Text id={how === 'spends' ? 'byWhom' : 'flow_to'} values={[to]} />
        ) : (
          t('sign_toAnyone')
        )}
      </Label>
      {isAllowance ? (
        <>
          {/* Two ends beside each other: that of the signature, and that of what it allows. */}
          {end !== until && <Label>{usableText(end)}</Label>}
          <Label>{allowedText(until)}</Label>
        </>
      ) : (
        <Label>{usableText(until)}</Label>
      )}
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
  return (
    <span className={styles.warn}>
      <span>
        <Text
          id="sign_couldLose"
          values={[
            <Fragment key="lost">
              {text}
              <InMoney asset={asset} amount={lost} place={place} />
            </Fragment>,
          ]}
        />
      </span>
    </span>
  )
}

/** Worth of an amount of the coin or of a token that goes by its name; nothing where the amount is not known. */
const InMoney = ({
  asset,
  amount,
  place,
}: Pick<Leaving, 'asset' | 'amount'> & { place: Place }) => {
  if (amount === null || isUnlimited(amount)) return null
  if (asset.kind === 'coin') return <Worth asset="native" amount={amount} place={place} />
  return asset.kind === 'token' && namedAt(place.tokens, asset.address) ? (
    <Worth asset={asset.address} amount={amount} place={place} />
  ) : null
}

const Returns = ({
  line,
  to,
  leaves,
  standard,
  place,
}: {
  line: Coming
  to: ReactNode
  leaves: readonly Leaving[]
  standard: ReadSignature['standard']
  place: Place
}) => {
  const { asset, amount, to: receiver } = line
  const isOwn = sameAddress(receiver, place.from)
  const contract = contractOf(asset)
  const isKnown =
    asset.kind === 'coin' ||
    (contract !== undefined && namedAt(place.tokens, contract) !== undefined)
  const isDust = worthOf(line, standard, place.tokens) === 'dust'
  const isGood = isOwn && isKnown && amount !== null && !isDust
  const isGivers = leaves.some(({ from }) => sameAddress(from, receiver))
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
        <InMoney asset={asset} amount={amount} place={place} />
      </span>
      {contract && isNameless(place.tokens, contract) && <Unlisted />}
      {!isOwn && (
        <Label>
          <Text id="flow_to" values={[to]} />
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
  right: { right, over, isGiven, most },
  to,
  place,
}: {
  right: SignedRight
  to: ReactNode
  place: Place
}) => (
  <>
    <Label>
      <UserRound size={16} aria-hidden />
      {t(isGiven ? 'sign_youLet' : 'sign_takeBack')}
    </Label>
    <span className={`${styles.amount} ${isGiven ? styles.danger : ''}`}>{t(rights[right])}</span>
    {most !== null && <Label>{t('sign_upTo', most)}</Label>}
    <Label>
      <Text id={isGiven ? 'flow_to' : 'sign_rightFrom'} values={[to]} />
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
        {isDelegated ? (
          // Words for the contract at that address say nothing of its code in another one's place.
          <CallAction reading={reading} to={to} value={value} place={place} />
        ) : (
          <Sentence
            call={{ to, value: `0x${value.toString(16)}`, data }}
            reading={reading}
            place={place}
          />
        )}
      </span>
      {reading.kind === 'multicall' && <Steps steps={reading.steps} place={place} />}
      {isDelegated && <span className={styles.warn}>{t('sign_delegated')}</span>}
    </>
  )
}

/** Who sends a call and who pays for it, at what price: what of that the account pays, the payer decides. */
const Relayed = ({ relay, place }: { relay: SignedRelay; place: Place }) => {
  const { worker, paymaster, gasPrice, share, base } = relay
  return (
    <>
      <Label>
        <Fuel size={16} aria-hidden />
        {t('sign_relayed')}
      </Label>
      <span>
        <Party address={worker} place={place} />
      </span>
      <Label>
        <Text
          id="sign_relayPaid"
          values={[<Party key="paymaster" address={paymaster} place={place} />]}
        />
      </Label>
      <Label>{t('sign_relayGas', units(gasPrice, 9))}</Label>
      {(share > 0n || base > 0n) && (
        <Label>{t('sign_relayFee', count(share), native(base, place.chainId))}</Label>
      )}
    </>
  )
}
