import { isDeviceError } from '../ledger/fault'
import { t, type Key } from '../../text/messages'
import { isQrError, type QrFault } from './fault'

const texts: Record<QrFault, Key> = {
  foreign: 'qr_foreign',
  'other kind': 'qr_otherKind',
  damaged: 'qr_damaged',
  mixed: 'qr_mixed',
  'too long': 'qr_tooLong',
  endless: 'qr_endless',
  'other request': 'qr_otherRequest',
  fingerprint: 'qr_fingerprint',
  path: 'qr_path',
  'bad key': 'qr_badKey',
  'no account': 'qr_noAccount',
  wrong: 'qr_wrong',
  'too much': 'qr_tooMuch',
  'no format': 'qr_noFormat',
  'no camera': 'qr_noCamera',
  'camera refused': 'qr_refused',
  'camera busy': 'qr_busy',
  'no code': 'qr_noCode',
}

/** Says why a QR code was not taken, and the next step; `name`: the account whose signature was meant. */
export const qrText = (error: unknown, name = ''): string => {
  if (isQrError(error)) return t(texts[error.qr], error.qr === 'wrong' ? name : '')
  // The background's word on a signature, which is the same for every device.
  if (isDeviceError(error) && error.fault === 'wallet locked') return t('device_walletLocked')
  if (isDeviceError(error) && error.fault === 'bad answer') return t('qr_wrong', name)
  return t('qr_damaged')
}
