import { bytesToHex, concat, numberToHex, size, slice, type Address, type Hex } from 'viem'

/**
 * One read: calldata for a contract and the most bytes of an answer. With `to` null, the balance in wei of
 * the address in `data`.
 */
export type Read = { to: Address | null; data: Hex; most: number }

/** True if two reads ask one contract for one thing. */
export const isSameRead = (one: Read, other: Read): boolean =>
  one.to === other.to && one.data === other.data

/**
 * EVM code that reads contracts by STATICCALL with 200,000 gas each: no answer changes the state, or uses up
 * the gas or memory of another. Its source stands beside its test.
 */
export const readerCode: Hex =
  '0x61040060005b368110601657506103ff1901610400f35b8060186020923561ffff8160501c169261ffff8260401c1691828483019160601c91826000146075579060008093828294833762030d40fa3d809160ff1b178752848111606f575b60008688013e5b0101920101906005565b5083605e565b600160ff1b880189523560601c3188880152506065905056'

/** The gas of each read in `readerCode`, as an instruction (PUSH3), and how much more it may be. */
const [push, least, spread] = ['62', 200_000, 30_000]

const pushed = (gas: number): string => `${push}${numberToHex(gas, { size: 3 }).slice(2)}`

const anyBelow = (end: number): number =>
  ((crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 2 ** 32) * end

const anyBytes = (count: number): Hex => bytesToHex(crypto.getRandomValues(new Uint8Array(count)))

/** Returns a random address. */
export const anyAddress = (): Address => anyBytes(20)

/** Returns a random number of wei, as an ordinary account may have. */
export const anyWei = (): bigint => BigInt(anyBytes(7))

/**
 * Returns the reader's code with random bytes after its end and a random gas for each read: contracts cannot
 * recognize it by its hash, its length or the gas they get.
 */
export const anyReader = (): Hex => {
  const gas = pushed(Math.floor(least + anyBelow(spread)))
  const code = readerCode.replace(pushed(least), gas) as Hex
  return concat([code, anyBytes(1 + Math.floor(anyBelow(64)))])
}

const word = 32

const nobody = '0x0000000000000000000000000000000000000000'

/** Encodes reads as the input of `readerCode`. */
export const encodeReads = (reads: readonly Read[]): Hex =>
  concat(
    reads.flatMap(({ to, data, most }) => [
      to ?? nobody,
      numberToHex(most, { size: 2 }),
      numberToHex(size(data), { size: 2 }),
      data,
    ]),
  )

/**
 * Decodes the output of `readerCode`, in the order of the reads. Null if a read reverted, gave too many
 * bytes, or has no answer.
 */
export const decodeReads = (reads: readonly Read[], output: Hex): (Hex | null)[] => {
  let at = 0
  return reads.map(({ most }) => {
    const start = at
    at += word + most
    if (size(output) < at) return null
    const head = BigInt(slice(output, start, start + word))
    const bytes = head & ((1n << 255n) - 1n)
    if (head >> 255n === 0n || bytes > BigInt(most)) return null
    return bytes === 0n ? '0x' : slice(output, start + word, start + word + Number(bytes))
  })
}

/** Decodes an answer of exactly one word (32 bytes); undefined for anything else. */
export const uint = (answer: Hex | null | undefined): bigint | undefined =>
  answer && size(answer) === word ? BigInt(answer) : undefined
