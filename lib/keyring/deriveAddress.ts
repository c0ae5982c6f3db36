import {
  bytesToHex,
  getAddress,
  hexToBytes,
  keccak256,
  numberToHex,
  type Address,
  type Hex,
} from 'viem'
import { HDKey } from 'viem/accounts'

/** The prime of the field of secp256k1 (SEC 2). */
const prime = 2n ** 256n - 2n ** 32n - 977n

const power = (base: bigint, exponent: bigint): bigint => {
  let result = 1n
  for (let rest = exponent, square = base; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % prime
    square = (square * square) % prime
  }
  return result
}

/** Returns the address of a compressed public key that is a point of the curve. */
const addressOfPoint = (key: Uint8Array): Address => {
  const x = BigInt(bytesToHex(key.subarray(1)))
  const root = power((x ** 3n + 7n) % prime, (prime + 1n) / 4n)
  const y = root % 2n === BigInt((key[0] ?? 0) & 1) ? root : prime - root
  const point = `${bytesToHex(key.subarray(1))}${numberToHex(y, { size: 32 }).slice(2)}` as Hex
  return getAddress(`0x${keccak256(point).slice(-40)}`)
}

/**
 * Returns the address of a public key at a path below it, such as `0/3`; of the key itself if that is empty. Throws for a
 * key that is not on the curve, and for a step that needs the private key.
 */
export const deriveAddress = (publicKey: Hex, chainCode: Hex | null, steps: string): Address => {
  const key = new HDKey({
    publicKey: hexToBytes(publicKey),
    chainCode: hexToBytes(chainCode ?? numberToHex(0, { size: 32 })),
  })
  const below = steps === '' ? key : key.derive(`m/${steps}`)
  if (!below.publicKey) throw new Error('no key at this path')
  return addressOfPoint(below.publicKey)
}
