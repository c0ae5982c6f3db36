import { useState } from 'react'
import type { Hex } from 'viem'
import { typedDataDigests } from '@/lib/sign/hashTypedData'
import type { TypedData } from '@/lib/sign/typedData'
import type { OnDevice } from '../approvals/useSignatureDecision'
import { t } from '../text/messages'
import { Button } from '../ui/Button'
import { Heading } from '../ui/Heading'
import { Problem } from '../ui/Problem'
import styles from './Device.module.css'
import { DeviceTask } from './DeviceTask'
import type { DeviceRequest } from './ledger/signOnDevice'
import { fitsFields } from './ledger/typedData'

/** Content to sign: bytes as a personal message, or typed data. */
type Content = { message: Hex } | { typedData: TypedData }

const askedFor = (content: Content, isQr: boolean): DeviceRequest => {
  if ('message' in content) return { kind: 'message', message: content.message }
  const { typedData } = content
  return isQr || fitsFields(typedData)
    ? { kind: 'typed data', typedData }
    : { kind: 'hashes', digests: typedDataDigests(typedData) }
}

/** Has a device sign a message or typed data that the user approved. */
export const SignMessageOnDevice = ({
  id,
  content,
  device: { account, onSigned, onRefused, onBack, error },
}: {
  /** The request. */
  id: string
  content: Content
  device: OnDevice
}) => {
  // Long data take a while: once for the request, not once a render.
  const [asked] = useState(() => askedFor(content, account.source === 'qr'))
  const { address, devicePath: path, name, fingerprint } = account
  return (
    <main className={styles.page}>
      <Heading takesFocus className={styles.title}>
        {t(account.source === 'qr' ? 'qr_confirm' : 'device_confirm')}
      </Heading>
      {path !== undefined && (
        <DeviceTask
          id={id}
          account={{ address, path, name, fingerprint }}
          asked={asked}
          decided={{
            onSigned: (signature) => {
              onSigned(signature)
              return Promise.resolve()
            },
            onRefused: () => {
              onRefused()
              return Promise.resolve()
            },
          }}
        />
      )}
      <Problem text={error} />
      <div className={styles.out}>
        <p>{t(account.source === 'qr' ? 'qr_backText' : 'device_backText')}</p>
        <Button onClick={onBack}>{t('back')}</Button>
      </div>
    </main>
  )
}
