import { internalOrigin } from '@/lib/approvals/internalOrigin'
import { t } from '../text/messages'
import { hostOf, punycodeReading } from '../text/origin'
import layout from './layout.module.css'

/** A site's origin exactly as it is: whole, wrapped where it must be, punycode as punycode with its letters beside it only where they are no riddle; the wallet itself has none. */
export const Host = ({ origin }: { origin: string }) => {
  const reading = origin === internalOrigin ? undefined : punycodeReading(origin)
  return origin === internalOrigin ? (
    <span>{t('thisWallet')}</span>
  ) : (
    <>
      <bdi className={`${layout.mono} ${layout.breaks}`}>{hostOf(origin)}</bdi>
      {reading && <bdi className={`${layout.muted} ${layout.plain}`}> ({reading})</bdi>}
    </>
  )
}
