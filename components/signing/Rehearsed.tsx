import { useEffect, useMemo, useState, type ReactNode } from 'react'
import type { SignatureReading } from '@/lib/decode/signatures/signatureReading'
import type { TypedData } from '@/lib/sign/typedData'
import styles from '../calls/Changes.module.css'
import type { Place } from '../calls/place'
import { Why } from '../calls/Why'
import { wallet } from '../store/session'
import { t, type Key } from '../text/messages'
import { joinSentences } from '../text/sentences'
import { Text } from '../text/Text'
import { Skeleton } from '../ui/Skeleton'
import { simulateSignature, trialOf, type SignatureSimulation } from './rehearsal'
import { SignedAmount } from './SignedAmount'

const reasons = {
  early: 'sign_simEarly',
  nonce: 'sign_simNonce',
  empty: 'sign_simEmpty',
  short: 'sign_simShort',
  unapproved: 'sign_simUnapproved',
} as const satisfies Record<string, Key>

/** Lists amounts that would leave if the signature were used now, tried by the node; nothing for kinds that cannot be tried. */
export const Rehearsed = ({
  typedData,
  reading,
  place,
}: {
  typedData: TypedData
  reading: SignatureReading
  place: Place
}) => {
  const { from, chainId } = place
  const trial = useMemo(() => trialOf(typedData, reading, from), [typedData, reading, from])
  const [found, setFound] = useState<SignatureSimulation>()
  useEffect(() => {
    if (!trial) return
    let isOver = false
    void simulateSignature(
      (calls, reads) => wallet('rehearse', { chainId, calls, reads }),
      trial,
      from,
    )
      .catch((): SignatureSimulation => ({ kind: 'unknown' }))
      .then((simulation) => {
        if (!isOver) setFound(simulation)
      })
    return () => {
      isOver = true
    }
  }, [trial, chainId, from])

  if (!trial) return null
  return (
    <section>
      <p role="status">{found ? sentenceOf(found, place) : <Skeleton width={24} />}</p>
    </section>
  )
}

const sentenceOf = (found: SignatureSimulation, place: Place): ReactNode => {
  switch (found.kind) {
    case 'leaves':
      return found.moved.map(({ token, amount }) => (
        <span key={token} className={styles.warn}>
          <Text
            id="sign_simLeaves"
            values={[
              <SignedAmount
                key="amount"
                asset={{ kind: 'token', address: token }}
                amount={amount}
                place={place}
              />,
            ]}
          />
        </span>
      ))
    case 'nothing': {
      const { why } = found
      if (why === 'expired') return <span className={styles.label}>{t('sign_simExpired')}</span>
      return (
        <span className={styles.label}>
          <span className={styles.words}>
            {typeof why === 'string' ? (
              joinSentences(t('sign_simNothing'), t(reasons[why]))
            ) : (
              <Text id="sign_simFails" values={[<Why reason={why} />]} />
            )}
          </span>
        </span>
      )
    }
    case 'unknown':
      return <span className={styles.label}>{t('sign_simUnknown')}</span>
  }
}
