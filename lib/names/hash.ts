import { concat, keccak256, stringToBytes, toHex, type Hex } from 'viem'

const labelsOf = (name: string): string[] => name.split('.')

/** Returns the hash of a normalized name (ERC-137). */
export const nameHash = (name: string): Hex =>
  labelsOf(name).reduceRight<Hex>(
    (node, label) => keccak256(concat([node, keccak256(stringToBytes(label))])),
    `0x${'0'.repeat(64)}`,
  )

/** Encodes a normalized name as DNS labels, each after its length in bytes (ENSIP-10). */
export const dnsName = (name: string): Hex =>
  concat([
    ...labelsOf(name).flatMap((label): Hex[] => {
      const bytes = stringToBytes(label)
      return [toHex(bytes.length, { size: 1 }), toHex(bytes)]
    }),
    '0x00',
  ])
