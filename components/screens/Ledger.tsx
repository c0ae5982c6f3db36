import { ExternalLink } from 'lucide-react'
import { DeviceAddresses } from '../devices/DeviceAddresses'
import type { FoundAddress } from '../devices/ledger/readAddresses'
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

/** Adds accounts whose keys are in a Ledger. */
export const Ledger = () => {
  const here = useHere()
  return (
    <SubScreen title={t('device_title')} back="accounts">
      <Lead gap={8}>
        <Note>{t('device_about')}</Note>
        {/* The browser's own list of devices takes the focus, which closes the popup. */}
        {innerWidth < 800 && (
          <a className={layout.inline} href={location.href} target="_blank" rel="noreferrer">
            <ExternalLink size={16} aria-hidden />
            {t('welcomeTab')}
          </a>
        )}
      </Lead>
      {here && (
        <DeviceAddresses chainId={here.network.chainId}>
          {(found) => <Add found={found} />}
        </DeviceAddresses>
      )}
    </SubScreen>
  )
}

const Add = ({ found: { path, address } }: { found: FoundAddress }) => {
  const accounts = useAccounts()
  const known = accounts?.find((account) => account.address === address)
  const { run, isPending, error } = useAction(async () => {
    const answer = await wallet('addDeviceAccount', { address, path })
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
