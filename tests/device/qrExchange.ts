import { URDecoder, type UR } from '@ngraveio/bc-ur'
import type { Address, Hex } from 'viem'
import { readQrSignature } from '@/components/devices/qr/signatureAnswer'
import { signRequest, type SignRequest } from '@/components/devices/qr/signRequest'
import { createParts, createReader, type Ur } from '@/components/devices/qr/ur'
import type { DeviceRequest } from '@/components/devices/ledger/signOnDevice'
import { answered, codesOf, fingerprintIn, type QrDevice } from './qrSigner.ts'

/** Reads all codes of a message as the wallet's page does; throws what that throws. */
export const readCodes = (codes: readonly string[]): Ur => {
  const { take } = createReader()
  for (const code of codes) {
    const { ur } = take(code)
    if (ur) return ur
  }
  throw new Error('the codes came to no message')
}

/** Reads a message of the wallet as a device does: by the published library, and with every fifth code lost. */
export const readByDevice = (ur: Ur): UR => {
  const { at, count } = createParts(ur)
  const decoder = new URDecoder()
  for (let number = 0; !decoder.isComplete(); number++) {
    if (number > 20 * count + 20) throw new Error('the device could not read the codes')
    if (count === 1 || number % 5 !== 3) decoder.receivePart(at(number))
  }
  return decoder.resultUR()
}

/** Account of a device at a path, as the wallet keeps it. */
export const accountIn = (device: QrDevice, address: Address, path: string) => ({
  address,
  path,
  fingerprint: fingerprintIn(device),
})

/** Shows a request to a device; gives the codes of its answer, none where it shows an error or its user rejects. */
export const shownTo = async (
  device: QrDevice,
  account: ReturnType<typeof accountIn>,
  asked: DeviceRequest,
): Promise<{ request: SignRequest; codes: string[] | undefined }> => {
  const request = signRequest(account, asked)
  const answer = await answered(device, readByDevice(request.ur))
  return { request, codes: answer && codesOf(answer, 60) }
}

/** Has a device sign, from the wallet's codes to its own. Throws `no answer` where it gives none. */
export const signByCodes = async (
  device: QrDevice,
  account: ReturnType<typeof accountIn>,
  asked: DeviceRequest,
  change: (codes: string[]) => string[] = (codes) => codes,
): Promise<Hex> => {
  const { request, codes } = await shownTo(device, account, asked)
  if (!codes) throw new Error('no answer')
  return readQrSignature(readCodes(change(codes)), request)
}
