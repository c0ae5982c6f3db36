import type { Address } from 'viem'
import { useAccounts, useContacts } from '../hooks/queries'
import { t } from '../text/messages'
import { Avatar } from '../ui/Avatar'
import { ListedAddress } from '../ui/ListedAddress'
import styles from '../ui/List.module.css'
import layout from '../ui/layout.module.css'

/** Offers the recipients that the wallet knows by name, and the way to name more. */
export const Known = ({
  from,
  onChoose,
}: {
  from: Address
  onChoose: (address: Address) => void
}) => {
  const others = useAccounts()?.filter(({ address, isHidden }) => address !== from && !isHidden)
  const known = [...(useContacts() ?? []), ...(others ?? [])]
  return (
    <>
      <ul className={styles.picks} aria-label={t('send_known')}>
        {known.map(({ address, name }) => (
          <li key={address}>
            <button
              type="button"
              className={`${layout.pictured} ${styles.pick}`}
              onClick={() => onChoose(address)}
            >
              <Avatar address={address} size={32} />
              <span className={`${layout.stack} ${layout.flush}`}>
                <strong>{name}</strong>
                <ListedAddress value={address} />
              </span>
            </button>
          </li>
        ))}
      </ul>
      <a href="#contacts">{t('contacts_manage')}</a>
    </>
  )
}
