import { getAddress, isAddress, zeroAddress, type Address } from 'viem'

/** A typed recipient: an address, a name, or neither. */
export type Typed =
  | { kind: 'empty' }
  | { kind: 'address'; address: Address }
  | { kind: 'name'; name: string }
  /** No address: a digit is wrong, some are missing or too many, or it is the zero address. */
  | { kind: 'wrong'; why: 'checksum' | 'length' | 'zero' | 'neither' }

type Named = { address: Address; name: string }

/** Parses a typed recipient: an address with a right checksum or none, a contact's name, or a name to look up. */
export const readRecipient = (text: string, contacts: readonly Named[]): Typed => {
  const typed = text.trim()
  if (typed === '') return { kind: 'empty' }
  const same = contacts.find(({ name }) => name.toLowerCase() === typed.toLowerCase())
  if (same) return { kind: 'address', address: same.address }
  if (/^0x[0-9a-f]{40}$/i.test(typed)) {
    // All of one case says nothing of its digits: it has no checksum.
    const isPlain = /^0x([0-9a-f]{40}|[0-9A-F]{40})$/.test(typed)
    if (!isPlain && !isAddress(typed)) return { kind: 'wrong', why: 'checksum' }
    const address = getAddress(typed.toLowerCase())
    return address === zeroAddress ? { kind: 'wrong', why: 'zero' } : { kind: 'address', address }
  }
  if (/^0x/i.test(typed)) return { kind: 'wrong', why: 'length' }
  return /^[^\s.]+(\.[^\s.]+)+$/.test(typed)
    ? { kind: 'name', name: typed }
    : { kind: 'wrong', why: 'neither' }
}
