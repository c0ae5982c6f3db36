import { concatBytes, hexToBytes, numberToBytes, size, type Hex } from 'viem'
import { command, chunksOf, sendAll, type Command, type Exchange } from './apdu'
import { deviceError } from './fault'
import { encodePath } from './path'
import { readMessageSignature } from './signature'

const signMessageIns = 0x08

/** The most bytes of a message that the app shows (src/features/sign_message/cmd_sign_message.c, `final_process`). */
const maxMessage = 32_766

/** Returns the commands that have the app sign bytes as a personal message (EIP-191). */
export const messageCommands = (path: string, message: Hex): Command[] => {
  const bytes = hexToBytes(message)
  const length = numberToBytes(bytes.length, { size: 4 })
  return chunksOf(concatBytes([encodePath(path), length, bytes])).map((part, index) =>
    command(signMessageIns, index === 0 ? 0x00 : 0x80, 0, part),
  )
}

/** Has the app sign bytes as a personal message (EIP-191). */
export const signMessageOnDevice = async (
  exchange: Exchange,
  path: string,
  message: Hex,
): Promise<Hex> => {
  if (size(message) > maxMessage) throw deviceError('too much')
  return readMessageSignature(await sendAll(exchange, messageCommands(path, message)))
}
