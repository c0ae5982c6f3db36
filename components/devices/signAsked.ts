import type { Hex } from 'viem'
import type { Exchange } from './ledger/apdu'
import { isDeviceError } from './ledger/fault'
import { signOnDevice, type DeviceRequest, type DeviceAccount } from './ledger/signOnDevice'

/** Takers of what a device's user decides. */
export type Decided = {
  /** Takes the signature. Throws a device's error if it is not right. */
  onSigned: (signature: Hex) => Promise<void>
  /** Takes a rejection on the device, which is the user's answer. */
  onRefused: () => Promise<void>
}

/**
 * Has a device sign, and brings what its user decided. Throws a device's error if there is no signature, also where the
 * user rejected it. An app that gives one word for a rejection and for a setting that is off brings no rejection.
 */
export const signAsked = async (
  exchange: Exchange,
  account: DeviceAccount,
  asked: DeviceRequest,
  { onSigned, onRefused }: Decided,
): Promise<void> => {
  let signature: Hex
  try {
    signature = await signOnDevice(exchange, account, asked)
  } catch (error) {
    // A background that does not hear of it changes nothing: the user is told, and may reject again.
    if (isDeviceError(error) && error.fault === 'refused') await onRefused().catch(() => undefined)
    throw error
  }
  await onSigned(signature)
}
