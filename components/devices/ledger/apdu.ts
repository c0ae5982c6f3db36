import { concatBytes } from 'viem'
import { deviceError, type Fault } from './fault'
import { faultOf, success } from './statusWord'

/** Sends an APDU and returns the answer with its status word. One at a time. */
export type Exchange = (apdu: Uint8Array) => Promise<Uint8Array>

/** A command to an app: class, instruction, two parameters and data, of 255 bytes at most. */
export type Command = { cla: number; ins: number; p1: number; p2: number; data: Uint8Array }

/** The most bytes of data in a command. */
export const maxData = 255

/** Class of the commands of the device's own system, which names the app that runs. */
export const system = 0xb0

/** Class of the commands of the Ethereum app (src/apdu_constants.h). */
const ethereum = 0xe0

/** Returns a command to the Ethereum app. */
export const command = (ins: number, p1: number, p2: number, data: Uint8Array): Command => ({
  cla: ethereum,
  ins,
  p1,
  p2,
  data,
})

/** Returns the bytes of a command. Throws if its data are too long for one. */
export const encodeCommand = ({ cla, ins, p1, p2, data }: Command): Uint8Array => {
  if (data.length > maxData) throw new Error('the data are too long for one command')
  return concatBytes([new Uint8Array([cla, ins, p1, p2, data.length]), data])
}

/** True for a command that the device answers by itself: which app runs, its settings, an address that it does not show. */
export const asksNobody = ([cla, ins, p1]: Uint8Array): boolean =>
  cla === system || ins === 0x06 || (ins === 0x02 && p1 === 0)

/**
 * Returns what a status word means as the answer to a command: a rejection only where there was something to reject,
 * for a site takes that as its user's word.
 */
const faultTo = (apdu: Uint8Array, word: number): Fault => {
  const fault = faultOf(word)
  return fault === 'refused' && asksNobody(apdu) ? 'unread' : fault
}

/** Sends a command and returns the data of the answer. Throws a device's error for any word but success. */
export const send = async (exchange: Exchange, one: Command): Promise<Uint8Array> => {
  const apdu = encodeCommand(one)
  const answer = await exchange(apdu)
  if (answer.length < 2) throw deviceError('bad answer')
  const word = new DataView(answer.buffer, answer.byteOffset + answer.length - 2).getUint16(0)
  if (word !== success) throw deviceError(faultTo(apdu, word), word)
  return answer.subarray(0, -2)
}

/** Sends commands in turn and returns the data of the last answer. */
export const sendAll = async (
  exchange: Exchange,
  commands: readonly Command[],
): Promise<Uint8Array> => {
  let answer: Uint8Array = new Uint8Array()
  for (const one of commands) answer = await send(exchange, one)
  return answer
}

/** Splits bytes into parts of `size`; nothing is one empty part. */
export const chunksOf = (bytes: Uint8Array, size = maxData): Uint8Array[] =>
  Array.from({ length: Math.max(1, Math.ceil(bytes.length / size)) }, (_, part) =>
    bytes.subarray(part * size, (part + 1) * size),
  )
