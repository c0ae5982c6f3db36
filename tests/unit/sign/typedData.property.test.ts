import fc from 'fast-check'
import { TypedDataEncoder } from 'ethers'
import { expect, test } from 'vitest'
import { hashTypedData } from '@/lib/sign/hashTypedData'
import { readTypedData } from '@/lib/sign/typedData'
import { anyTypedData } from './anyTypedData'

test('any typed data, nested and in lists, hashes as ethers has it', () => {
  fc.assert(
    fc.property(anyTypedData, (data) => {
      const kept = readTypedData(data, true)
      const { EIP712Domain: _, ...types } = data.types
      expect(hashTypedData(kept)).toBe(
        TypedDataEncoder.hash(data.domain, types, data.message as never),
      )
      // A clone, as from the database, must read alike on the wallet's page.
      expect(hashTypedData(structuredClone(kept))).toBe(hashTypedData(kept))
    }),
    { numRuns: 300 },
  )
})
