import { TriangleAlert } from 'lucide-react'
import type { Address } from 'viem'
import { contractName } from '@/lib/decode/contracts'
import { sameAddress } from '@/lib/values/address'
import { useAccounts, useContacts } from '../hooks/queries'
import { t } from '../text/messages'
import { Avatar } from '../ui/Avatar'
import { ShortAddress } from '../ui/ShortAddress'
import { WholeAddress } from '../ui/WholeAddress'
import { useCounterparty } from './counterparties'
import { ExplorerLink } from './ExplorerLink'
import { nameOf } from './nameOf'
import type { Place } from './place'
import { tokenAt } from './tokenFacts'
import { shippedName, useContractNames } from './useContractNames'
import styles from '../ui/chip.module.css'
import layout from '../ui/layout.module.css'

/** The digits of a chip whose address stands on the same screen already, where nobody else shares them. */
const repeated = { start: 0, end: 4 }

/**
 * Someone in a call: the account itself, a contract by its maker's name, a listed token by its symbol, an account or
 * contact by the user's, else the first and last digits of the address, fewer where they stand above; all where the
 * decision hangs on it.
 */
export const Party = ({
  address,
  place,
  isWhole = false,
}: {
  address: Address
  place: Place
  isWhole?: boolean
}) => {
  const { known, isRepeated: isElsewhere } = useCounterparty(address)
  const isRepeated = isElsewhere && !isWhole
  const names = useContractNames()
  const own =
    nameOf(address, useAccounts(), useContacts()) ?? shippedName(names, address, place.chainId)
  if (sameAddress(address, place.from)) return t('party_you')
  const token = tokenAt(place.tokens, address)
  const listed = token?.identity.is === 'listed' ? token.symbol : undefined
  const name = contractName(address, place.chainId) ?? listed
  if (name)
    return (
      <span className={layout.strong} title={address}>
        <bdi>{name}</bdi>
      </span>
    )
  return (
    <>
      {isWhole && own === undefined ? (
        <WholeAddress value={address}>
          <ExplorerLink address={address} chainId={place.chainId} />
        </WholeAddress>
      ) : (
        <span className={styles.party}>
          <Avatar address={address} size={14} />
          {own === undefined ? (
            <ShortAddress value={address} {...(isRepeated ? repeated : {})} />
          ) : (
            <span className={layout.strong} title={address}>
              <bdi>{own}</bdi>
            </span>
          )}
        </span>
      )}
      {known?.resembles ? (
        <span className={`${styles.mark} ${styles.beside} ${styles.bad}`}>
          <TriangleAlert size={12} aria-hidden />
          {t('partyLookAlike')}
        </span>
      ) : (
        known?.isNew &&
        !isRepeated && <span className={`${styles.mark} ${styles.beside}`}>{t('partyNew')}</span>
      )}
    </>
  )
}
