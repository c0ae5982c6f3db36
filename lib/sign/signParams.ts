import { isAddress, isHex, stringToHex, type Address, type Hex } from 'viem'
import * as v from 'valibot'
import { object } from '../rpc/object'
import { parseParams } from '../rpc/limit'
import { address, hex } from '../rpc/schema'
import { readTypedData } from './typedData'
import { refuse } from './types'

/**
 * The user's decision names the hash that is signed, so that only what they saw is signed, and brings the signature of
 * a device.
 */
export const signatureDecision = object({ hash: hex, signature: v.exactOptional(hex) })

const list = v.array(v.unknown(), 'must be an array')

const isAccount = (value: unknown) =>
  typeof value === 'string' && isAddress(value, { strict: false })

/**
 * Splits params into account and content, in either order; if both could be the account, it is `params[at]`.
 */
const inEitherOrder = (params: unknown[], at: 0 | 1): { from: Address; content: unknown } => {
  const where = isAccount(params[at]) ? at : 1 - at
  if (!isAccount(params[where])) refuse(`params[${at}]`, 'must be an address: 0x and 40 hex digits')
  return { from: v.parse(address, params[where]), content: params[1 - where] }
}

/** Returns the bytes of a message as sites give it: hex, or else UTF-8 text. */
export const messageBytes = (text: string): Hex =>
  isHex(text) && text.length % 2 === 0 ? (text.toLowerCase() as Hex) : stringToHex(text)

/** Params of `personal_sign`, [message, address] or the reverse; a message that is not hex is UTF-8 text. */
export const messageParams = v.pipe(
  list,
  v.transform((params) => {
    const { from, content } = inEitherOrder(params, 1)
    if (typeof content !== 'string') return refuse('params[0]', 'must be a message: a string')
    return { from, message: messageBytes(content) }
  }),
)

/**
 * Params of `eth_signTypedData_v4` and `_v3`, [address, data] or the reverse; data as JSON text or as an
 * object.
 */
export const typedDataParams = (version: 3 | 4) =>
  v.pipe(
    list,
    v.transform((params) => {
      const { from, content } = inEitherOrder(params, 0)
      // The limits of a request count JSON text as one string: its content is measured here.
      const data =
        typeof content === 'string' ? parseParams('eth_signTypedData_v4', content) : content
      return { from, typedData: readTypedData(data, version === 4) }
    }),
  )
