import { TriangleAlert } from 'lucide-react'
import type { Address } from 'viem'
import { contractName } from '@/lib/decode/contracts'
import { useAccounts, useContacts } from '../hooks/queries'
import { t } from '../text/messages'
import { Hex } from '../ui/Hex'
import { useCounterparty } from './counterparties'
import { nameOf } from './nameOf'
import { isSame, type Place } from './place'
import styles from './Party.module.css'

/** Someone in a call: the account itself, a contract by its maker's name, or a whole address with the user's name for it. */
export const Party = ({ address, place }: { address: Address; place: Place }) => {
  const known = useCounterparty(address)
  if (isSame(address, place.from)) return t('party_you')
  const name = contractName(address, place.chainId)
  if (name) return <>{name}</>
  return (
    <>
      <Name address={address} />
      <Hex value={address} />
      {known?.resembles ? (
        <span className={`${styles.mark} ${styles.bad}`}>
          <TriangleAlert size={12} aria-hidden />
          {t('partyLookAlike')}
        </span>
      ) : (
        known?.isNew && <span className={styles.mark}>{t('partyNew')}</span>
      )}
    </>
  )
}

/** The user's own name for an address, never in place of it. */
const Name = ({ address }: { address: Address }) => {
  const name = nameOf(address, useAccounts(), useContacts())
  return name === undefined ? null : (
    <>
      <bdi className={styles.name}>{name}</bdi>{' '}
    </>
  )
}
