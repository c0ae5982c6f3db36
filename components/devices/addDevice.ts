import { wallet } from '../store/session'
import type { FoundAddress } from './ledger/readAddresses'
import type { FoundQr } from './qr/findAddresses'

/** An address that a device has, with what it takes to ask for its signatures. */
export type FoundOnDevice = FoundAddress | FoundQr

/** Adds the account of a device; `known`: the wallet has another account of this address. */
export const addDevice = ({ address, ...key }: FoundOnDevice): Promise<'done' | 'known'> =>
  'publicKey' in key
    ? wallet('addQrAccount', key)
    : wallet('addDeviceAccount', { address, path: key.path })
