import { concatBytes, fromRlp, hexToBytes, hexToNumber, toRlp, type Hex } from 'viem'
import { command, maxData, chunksOf, sendAll, type Command, type Exchange } from './apdu'
import { encodePath } from './path'
import { readSignatureAnswer, type Signature } from './signature'

const signIns = 0x04

const first = 0x00
const more = 0x80

/** A transaction type is at most 0x7f (EIP-2718); a list, thus a legacy transaction, begins above. */
const isLegacy = (unsigned: Uint8Array): boolean => (unsigned[0] ?? 0) > 0x7f

/** Returns the last three fields of a legacy transaction: chain ID, and two that are empty (EIP-155). */
const markerOf = (unsigned: Hex): Hex[] => {
  const fields = fromRlp(unsigned)
  if (!Array.isArray(fields) || fields.length !== 9)
    throw new Error('a legacy transaction has nine fields')
  return fields.slice(-3) as Hex[]
}

/**
 * Returns the size of parts. Where a part of a legacy transaction ended before its chain ID, an app before 1.16.0 took
 * what came for a whole transaction without one, and signed that (src_features/signTx/ethUstream.c at 1.12.0).
 * Ledger's kit still avoids it, in the same way (`SendSignTransactionTask.getChunks`).
 */
const partSize = (path: Uint8Array, unsigned: Uint8Array, marker: number): number => {
  const length = path.length + unsigned.length
  if (length <= maxData) return maxData
  for (let size = maxData; size > path.length; size--)
    if (length % size === 0 || length % size > marker) return size
  return maxData
}

/** Returns the commands that have the app sign a transaction, which is serialized without a signature. */
export const transactionCommands = (path: string, unsigned: Hex): Command[] => {
  const levels = encodePath(path)
  const bytes = hexToBytes(unsigned)
  // The marker within the list: its own head of one byte is none of the transaction's.
  const marker = isLegacy(bytes) ? hexToBytes(toRlp(markerOf(unsigned))).length - 1 : 0
  const size = marker > 0 ? partSize(levels, bytes, marker) : maxData
  return chunksOf(concatBytes([levels, bytes]), size).map((part, index) =>
    command(signIns, index === 0 ? first : more, 0, part),
  )
}

/**
 * Returns v of the even parity as the app gives it: 0 for typed transactions; for legacy ones 35 and twice the chain
 * ID, of which the app takes the highest 4 bytes, cut to one byte (src/features/sign_tx/ui_common_sign_tx.c).
 */
const evenOf = (unsigned: Hex): number => {
  if (!isLegacy(hexToBytes(unsigned))) return 0
  const [chainId = '0x'] = markerOf(unsigned)
  return (
    (hexToNumber(chainId.length > 10 ? (chainId.slice(0, 10) as Hex) : chainId) * 2 + 35) & 0xff
  )
}

/** Has the app sign a transaction (legacy, type 1, 2 or 4), which is serialized without a signature. */
export const signTransactionOnDevice = async (
  exchange: Exchange,
  path: string,
  unsigned: Hex,
): Promise<Signature> =>
  readSignatureAnswer(
    await sendAll(exchange, transactionCommands(path, unsigned)),
    evenOf(unsigned),
  )
