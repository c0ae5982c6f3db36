import { fail, words } from './words.ts'

/** A field of a transaction as the app has read it so far; `from` and `to`: where its content stands. */
type Part = { from: number; to: number; isList: boolean }

/** Fields of each type of transactions: how many there are, and the place of `to` and of the data. */
const shapes: Readonly<Record<string, { count: number; to: number; data: number }>> = {
  legacy: { count: 9, to: 3, data: 5 },
  1: { count: 8, to: 4, data: 6 },
  2: { count: 9, to: 5, data: 7 },
  4: { count: 10, to: 5, data: 7 },
}

/** Reads the head of an item; undefined where its bytes have not come yet. */
const readHead = (bytes: Uint8Array, at: number): Part | undefined => {
  const first = bytes[at]
  if (first === undefined) return undefined
  if (first < 0x80) return { from: at, to: at + 1, isList: false }
  const isList = first >= 0xc0
  const short = first - (isList ? 0xc0 : 0x80)
  if (short <= 55) return { from: at + 1, to: at + 1 + short, isList }
  const size = short - 55
  if (at + 1 + size > bytes.length) return undefined
  let length = 0
  for (let index = 0; index < size; index++) length = length * 256 + (bytes[at + 1 + index] ?? 0)
  return { from: at + 1 + size, to: at + 1 + size + length, isList }
}

/** A transaction as far as it has come. `isLegacyAtMarker`: all before the chain ID is there, and nothing after. */
type Read = { isDone: boolean; isAtMarker: boolean; parts: Part[]; hasData: boolean }

/**
 * Reads what has come of a transaction. Ends with 6501 for a type that the app does not know, with 6a80 where a list
 * stands for a value, or where the end of a part leaves less than 4 bytes of calldata (src/features/sign_tx/
 * logic_sign_tx.c, "Missing function selector"). `known`: bytes that had come before this part.
 */
export const readTransaction = (
  bytes: Uint8Array,
  known: number,
  rules: { knowsType4: boolean; mayHaveData: boolean },
): Read => {
  const [first = 0] = bytes
  const isLegacy = first > 0x7f
  const type = isLegacy ? 'legacy' : String(first)
  const shape = shapes[type]
  if (!shape || (type === '4' && !rules.knowsType4)) return fail(words.memoryWrite)
  const list = readHead(bytes, isLegacy ? 0 : 1)
  const parts: Part[] = []
  let at = list?.from ?? bytes.length
  let hasData = false
  if (list && !list.isList) fail(words.incorrectData)
  while (list && parts.length < shape.count) {
    const part = readHead(bytes, at)
    if (!part) break
    const index = parts.length
    const mayBeList = type !== 'legacy' && index > shape.data
    if (part.isList !== mayBeList) fail(words.incorrectData)
    if (index === shape.data && part.to > part.from) {
      hasData = true
      const to = parts[shape.to]
      const isCall = to !== undefined && to.to > to.from
      // Judged once, in the part in which the field's head ends.
      if (isCall && part.to - part.from >= 4 && part.from > known) {
        if (bytes.length - part.from < 4) fail(words.incorrectData)
        if (!rules.mayHaveData) fail(words.incorrectData)
      }
    }
    if (part.to > bytes.length) break
    parts.push(part)
    at = part.to
  }
  return {
    isDone: parts.length === shape.count,
    isAtMarker: isLegacy && parts.length === 6 && at === bytes.length,
    parts,
    hasData,
  }
}
