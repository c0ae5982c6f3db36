import { concatBytes, getAddress, keccak256, numberToBytes, type Address } from 'viem'
import { command, send, type Command, type Exchange } from './apdu'
import { deviceError } from './fault'
import { encodePath } from './path'

const getAddressIns = 0x02

/** Asks for the address at a path; `shownOn`: the chain for which the device shows it, and the user confirms it. */
export const addressCommand = (path: string, shownOn?: number): Command =>
  command(
    getAddressIns,
    shownOn === undefined ? 0 : 1,
    0,
    shownOn === undefined
      ? encodePath(path)
      : concatBytes([encodePath(path), numberToBytes(shownOn, { size: 8 })]),
  )

/**
 * Reads a public key and the address that the app made of it: a length and 65 bytes, a length and 40 characters.
 * Throws for another form, and for an address that is not that of the key.
 */
export const readAddress = (answer: Uint8Array): Address => {
  if (answer.length !== 107 || answer[0] !== 65 || answer[1] !== 4 || answer[66] !== 40)
    throw deviceError('bad answer')
  const ofKey = `0x${keccak256(answer.subarray(2, 66)).slice(-40)}`
  const said = `0x${new TextDecoder().decode(answer.subarray(67))}`
  if (said.toLowerCase() !== ofKey) throw deviceError('bad answer')
  return getAddress(ofKey)
}

/** Reads the address at a path without a question to the user. */
export const askAddress = async (exchange: Exchange, path: string): Promise<Address> =>
  readAddress(await send(exchange, addressCommand(path)))

/** Reads the address at a path once the user has confirmed it on the device's screen. */
export const confirmAddress = async (
  exchange: Exchange,
  path: string,
  chainId: number,
): Promise<Address> => readAddress(await send(exchange, addressCommand(path, chainId)))
