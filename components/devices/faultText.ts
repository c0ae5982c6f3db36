import { t, type Key } from '../text/messages'
import { isDeviceError, type Fault } from './ledger/fault'

const texts: Record<Fault, Key> = {
  unplugged: 'device_unplugged',
  silent: 'device_silent',
  busy: 'device_busy',
  locked: 'device_locked',
  'wallet locked': 'device_walletLocked',
  'wrong app': 'device_wrongApp',
  'old app': 'device_oldApp',
  'blind-signing off': 'device_blindOff',
  'delegation off': 'device_delegationOff',
  delegation: 'device_delegation',
  'unlisted delegate': 'device_unlisted',
  'wrong seed': 'device_wrongSeed',
  refused: 'device_refused',
  'too much': 'device_tooMuch',
  'bad request': 'device_badRequest',
  'bad answer': 'device_badAnswer',
  unread: 'device_unread',
}

/** Says why a device did not do what it was asked, and the next step; `name`: the account that was meant. */
export const faultText = (error: unknown, name = ''): string => {
  if (!isDeviceError(error)) return t('device_unread', '')
  const word = error.word === undefined ? '' : `0x${error.word.toString(16).padStart(4, '0')}`
  return t(texts[error.fault], error.fault === 'wrong seed' ? name : word)
}
