import { useState } from 'react'
import { t } from '../../text/messages'
import { Button } from '../../ui/Button'
import { Notice } from '../../ui/Notice'
import layout from '../../ui/layout.module.css'
import type { DeviceRequest } from '../ledger/signOnDevice'
import type { Decided } from '../signAsked'
import { AnimatedCode } from './AnimatedCode'
import { qrText } from './qrText'
import type { QrAccount } from './qrAccount'
import { Scanner } from './Scanner'
import { readQrSignature } from './signatureAnswer'
import { signRequest, type SignRequest } from './signRequest'

/** Makes the request, or gives why there is none. */
const requestOr = (account: QrAccount, asked: DeviceRequest): SignRequest | { error: unknown } => {
  try {
    return signRequest(account, asked)
  } catch (error) {
    return { error }
  }
}

/** Has a device sign one thing by codes: the one that it reads, then the one that it answers with. */
export const QrTask = ({
  account,
  asked,
  decided: { onSigned, onRefused },
}: {
  account: QrAccount & { name: string }
  asked: DeviceRequest
  decided: Decided
}) => {
  const [request] = useState(() => requestOr(account, asked))
  const [step, setStep] = useState<'show' | 'scan' | 'done'>('show')
  const [isKept, setKept] = useState(false)
  // A request that a rejection ends takes this part away with it.
  const refuse = () =>
    void onRefused().then(
      () => setKept(true),
      () => setKept(true),
    )
  const reject = (
    <>
      <Button onClick={refuse}>{t('qr_reject')}</Button>
      {isKept && <p role="status">{t('qr_kept')}</p>}
    </>
  )
  if ('error' in request)
    return (
      <>
        <Notice tone="bad" isAlert>
          {qrText(request.error)}
        </Notice>
        <div className={layout.wrap}>{reject}</div>
      </>
    )
  switch (step) {
    case 'done':
      return <p role="status">{t('qr_done')}</p>
    case 'show':
      return (
        <>
          <p>{t('qr_scanThis')}</p>
          <AnimatedCode ur={request.ur} />
          <div className={layout.wrap}>
            <Button kind="primary" onClick={() => setStep('scan')}>
              {t('qr_scanAnswer')}
            </Button>
            {reject}
          </div>
        </>
      )
    case 'scan':
      return (
        <>
          <p>{t('qr_answer')}</p>
          <Scanner
            name={account.name}
            onMessage={async (message) => {
              await onSigned(readQrSignature(message, request))
              setStep('done')
            }}
          />
          <div className={layout.wrap}>
            <Button onClick={() => setStep('show')}>{t('qr_showAgain')}</Button>
            {reject}
          </div>
        </>
      )
  }
}
