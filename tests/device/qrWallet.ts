import type { Address } from 'viem'
import type { DeviceRequest } from '@/components/devices/ledger/signOnDevice'
import { readKeys } from '@/components/devices/qr/keys'
import { deriveAddress } from '@/lib/keyring/deriveAddress'
import { openWalletOf } from './deviceWallet.ts'
import { readCodes, signByCodes } from './qrExchange.ts'
import { codesOf, connecting, newQrDevice, type Connecting } from './qrSigner.ts'

/** Puts a wallet together with an account in a QR device, connected by the codes that the device shows. */
export const openQrWallet = async (url: string, form: Connecting = 'bip44') => {
  const device = newQrDevice()
  const [key] = readKeys(readCodes(codesOf(connecting(device, form), 60)))
  if (!key) throw new Error('the device shows no key')
  const steps = key.steps.join('/').replace('*', '4')
  const path = steps === '' ? key.path : `${key.path}/${steps}`
  const own: Address = deriveAddress(key.publicKey, key.chainCode, steps)
  const account = { address: own, path, fingerprint: key.fingerprint }
  /** Codes that come before the camera in place of those of the device. */
  const camera = { change: (codes: string[]): string[] => codes }
  const sign = (asked: DeviceRequest) => signByCodes(device, account, asked, camera.change)
  const row = { source: 'qr', devicePath: path, fingerprint: key.fingerprint } as const
  return Object.assign(await openWalletOf(url, { own, row, sign }), { device, camera, account })
}

/** A wallet with an account in a QR device. */
export type QrWallet = Awaited<ReturnType<typeof openQrWallet>>
