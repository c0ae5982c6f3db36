import { useHere } from '../hooks/useHere'
import { t } from '../text/messages'
import { titleOf } from '../text/network'
import { Avatar } from '../ui/Avatar'
import { CopyButton } from '../ui/CopyButton'
import { SingleAddress } from '../ui/SingleAddress'
import { Note } from '../ui/Note'
import { QrCode } from '../ui/QrCode'
import layout from '../ui/layout.module.css'
import styles from '../ui/tile.module.css'
import { SubScreen } from '../shell/SubScreen'
import { loadedLater } from '../hooks/loadedLater'

/** Part of the screen that only an account in a device needs. */
const ShowAddress = loadedLater(async () => (await import('../devices/ShowAddress')).ShowAddress)

/** An account's address for others to send to: to be scanned, read whole, or copied. */
export const Receive = () => {
  const here = useHere()
  if (!here) return null
  const { account, network } = here
  const { address, devicePath: path, name } = account
  return (
    <SubScreen title={t('receive_title')}>
      <div className={`${layout.stack} ${layout.loose} ${layout.padded} ${layout.centered}`}>
        <div className={layout.inline}>
          <Avatar address={account.address} size={24} />
          <strong>{account.name}</strong>
        </div>
        <QrCode text={account.address} label={t('receive_code')} className={styles.code} />
        <div className={`${layout.inline} ${layout.flush}`}>
          <SingleAddress value={account.address} />
          <CopyButton text={account.address} what={t('home_addressOf', account.name)} />
        </div>
        {account.source === 'ledger' && path !== undefined && (
          <ShowAddress key={address} account={{ address, path, name }} chainId={network.chainId} />
        )}
        <p>{t('receive_on', titleOf(network))}</p>
        <Note>{t('receive_note', network.symbol)}</Note>
      </div>
    </SubScreen>
  )
}
