import { zeroAddress, type Address, type Hex } from 'viem'
import type { TypedDataDigests } from '../../../lib/sign/hashTypedData'
import type { TypedData } from '../../../lib/sign/typedData'
import { sameAddress } from '../../../lib/values/address'
import { askAddress } from './address'
import type { Exchange } from './apdu'
import { askBlindSigning, askRunningApp, isAtLeast } from './app'
import { signAuthorization, type Authorization } from './authorization'
import { deviceError, isDeviceError, type Fault } from './fault'
import { signMessageOnDevice } from './message'
import { signatureHex } from './signature'
import { signTransactionOnDevice } from './transaction'
import { signHashed, signTypedDataOnDevice } from './typedData'

/** An account whose key is in a device: where it is, and the address that has to be found there. */
export type DeviceAccount = { path: string; address: Address }

/** Content that a device is asked to sign. `unsigned`: a transaction, serialized without a signature. */
export type DeviceRequest =
  | { kind: 'transaction'; unsigned: Hex }
  | { kind: 'authorization'; authorization: Authorization }
  | { kind: 'message'; message: Hex }
  | { kind: 'typed data'; typedData: TypedData }
  | { kind: 'hashes'; digests: Pick<TypedDataDigests, 'domainHash' | 'messageHash'> }

/** The app as it was found: its version, and if it signs what it cannot explain. */
type Found = { version: readonly number[]; mayBlindSign: boolean }

/** First app that signs authorizations and transactions of type 4 (CHANGELOG.md of the app, 1.17.0). */
const delegating = [1, 17, 0]

/** First app that refuses an authorization by another word than a user does. */
const saysWhy = [1, 20, 0]

/** Delegates of the app's own list (src/features/sign_authorization_eip7702/whitelist_7702.c at 1.22.0). */
const listed: readonly Address[] = ['0x4Cd241E8d1510e30b2076397afc7508Ae59C66c9', zeroAddress]

const needsDelegating = (asked: DeviceRequest): boolean =>
  asked.kind === 'authorization' ||
  (asked.kind === 'transaction' && asked.unsigned.startsWith('0x04'))

/** Reads which app runs and whose key it has. Throws why it cannot sign for the account. */
const findApp = async (
  exchange: Exchange,
  { path, address }: DeviceAccount,
  asked: DeviceRequest,
): Promise<Found> => {
  const { name, version } = await askRunningApp(exchange)
  if (name !== 'Ethereum') throw deviceError('wrong app')
  if (needsDelegating(asked) && !isAtLeast(version, delegating)) throw deviceError('old app')
  // Asking for the address ends what a page that was closed half-way had begun.
  if (!sameAddress(await askAddress(exchange, path), address)) throw deviceError('wrong seed')
  return { version, mayBlindSign: await askBlindSigning(exchange) }
}

/** SWO_COMMAND_NOT_ALLOWED, by which app 1.20.0 and later refuse an authorization. */
const notAllowed = 0x6980

/**
 * Returns what a failure comes from, as far as the app tells: that it signs nothing that it cannot explain, that its
 * setting for authorizations is off, or that a delegate is not on its list. An app before 1.20.0 answers the last two
 * as a user who rejects.
 */
const explained = (
  fault: Fault,
  word: number | undefined,
  asked: DeviceRequest,
  found: Found,
): Fault => {
  if (asked.kind === 'authorization') {
    if (fault === 'refused' && !isAtLeast(found.version, saysWhy)) return 'delegation'
    if (word !== notAllowed) return fault
    const isListed = listed.some((one) => sameAddress(one, asked.authorization.address))
    return isListed ? 'delegation off' : 'unlisted delegate'
  }
  const isUnexplained = asked.kind !== 'message' && fault === 'bad request'
  return isUnexplained && !found.mayBlindSign ? 'blind-signing off' : fault
}

const sign = async (exchange: Exchange, path: string, asked: DeviceRequest): Promise<Hex> => {
  switch (asked.kind) {
    case 'transaction':
      return signatureHex(await signTransactionOnDevice(exchange, path, asked.unsigned))
    case 'authorization':
      return signatureHex(await signAuthorization(exchange, path, asked.authorization))
    case 'message':
      return signMessageOnDevice(exchange, path, asked.message)
    case 'typed data':
      return signTypedDataOnDevice(exchange, path, asked.typedData)
    case 'hashes':
      return signHashed(exchange, path, asked.digests)
  }
}

/**
 * Has a device sign for an account, and returns the signature: r, s, and 27 or 28. Throws a device's error with the
 * reason in one word. Who signed what is checked by the background.
 */
export const signOnDevice = async (
  exchange: Exchange,
  account: DeviceAccount,
  asked: DeviceRequest,
): Promise<Hex> => {
  const found = await findApp(exchange, account, asked)
  try {
    return await sign(exchange, account.path, asked)
  } catch (error) {
    if (!isDeviceError(error)) throw error
    throw deviceError(explained(error.fault, error.word, asked, found), error.word)
  }
}
