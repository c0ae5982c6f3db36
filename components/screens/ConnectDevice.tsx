import { ExternalLink } from 'lucide-react'
import { addDevice, type FoundOnDevice } from '../devices/addDevice'
import { DeviceAddresses } from '../devices/DeviceAddresses'
import { useAccounts } from '../hooks/queries'
import { useAction } from '../hooks/useAction'
import { useHere } from '../hooks/useHere'
import { t } from '../text/messages'
import { Button } from '../ui/Button'
import { Lead } from '../ui/Lead'
import { Note } from '../ui/Note'
import { Problem } from '../ui/Problem'
import layout from '../ui/layout.module.css'
import list from '../ui/List.module.css'
import { SubScreen } from '../shell/SubScreen'

/** Adds accounts whose keys are in a Ledger. */
export const ConnectLedger = () => <ConnectDevice kind="ledger" />

/** Adds accounts whose keys are in a device that reads and shows QR codes. */
export const ConnectQr = () => <ConnectDevice kind="qr" />

const ConnectDevice = ({ kind }: { kind: 'ledger' | 'qr' }) => {
  const here = useHere()
  return (
    <SubScreen title={t(kind === 'qr' ? 'qr_title' : 'device_title')} back="accounts">
      <Lead gap={8}>
        <Note>{t(kind === 'qr' ? 'qr_about' : 'device_about')}</Note>
        {/* The browser's own question, for a device or the camera, takes the focus, which closes the popup. */}
        {innerWidth < 800 && (
          <a
            className={`${layout.inline} ${layout.aired}`}
            href={location.href}
            target="_blank"
            rel="noreferrer"
          >
            <ExternalLink size={16} aria-hidden />
            {t('welcomeTab')}
          </a>
        )}
      </Lead>
      {here && (
        <DeviceAddresses kind={kind} chainId={here.network.chainId}>
          {(found) => <Add found={found} />}
        </DeviceAddresses>
      )}
    </SubScreen>
  )
}

const Add = ({ found }: { found: FoundOnDevice }) => {
  const accounts = useAccounts()
  const known = accounts?.find(({ address }) => address === found.address)
  const { run, isPending, error } = useAction(async () => {
    const answer = await addDevice(found)
    return answer === 'done' ? undefined : t('accountKnown')
  })
  if (known && known.source !== 'watch') return <span className={list.muted}>{known.name}</span>
  return (
    <>
      <Problem text={error} />
      <Button
        isSmall
        aria-label={t('device_addAddress', found.address)}
        disabled={isPending || !accounts}
        onClick={run}
      >
        {t('accountAdd')}
      </Button>
    </>
  )
}
