import { ExternalLink } from 'lucide-react'
import type { FoundQr } from '../devices/qr/findAddresses'
import { QrAddresses } from '../devices/qr/QrAddresses'
import { useAccounts } from '../hooks/queries'
import { useAction } from '../hooks/useAction'
import { useHere } from '../hooks/useHere'
import { wallet } from '../store/session'
import { t } from '../text/messages'
import { Button } from '../ui/Button'
import { Lead } from '../ui/Lead'
import { Note } from '../ui/Note'
import { Problem } from '../ui/Problem'
import layout from '../ui/layout.module.css'
import list from '../ui/List.module.css'
import { SubScreen } from '../shell/SubScreen'

/** Adds accounts whose keys are in a device that reads and shows QR codes. */
export const Qr = () => {
  const here = useHere()
  return (
    <SubScreen title={t('qr_title')} back="accounts">
      <Lead gap={8}>
        <Note>{t('qr_about')}</Note>
        {/* The browser's question for the camera takes the focus, which closes the popup. */}
        {innerWidth < 800 && (
          <a className={layout.inline} href={location.href} target="_blank" rel="noreferrer">
            <ExternalLink size={16} aria-hidden />
            {t('welcomeTab')}
          </a>
        )}
      </Lead>
      {here && (
        <QrAddresses chainId={here.network.chainId}>{(found) => <Add found={found} />}</QrAddresses>
      )}
    </SubScreen>
  )
}

const Add = ({ found: { address, ...key } }: { found: FoundQr }) => {
  const accounts = useAccounts()
  const known = accounts?.find((account) => account.address === address)
  const { run, isPending, error } = useAction(async () => {
    const answer = await wallet('addQrAccount', key)
    return answer === 'done' ? undefined : t('accountKnown')
  })
  if (known && known.source !== 'watch') return <span className={list.muted}>{known.name}</span>
  return (
    <>
      <Problem text={error} />
      <Button
        isSmall
        aria-label={t('device_addAddress', address)}
        disabled={isPending || !accounts}
        onClick={run}
      >
        {t('accountAdd')}
      </Button>
    </>
  )
}
