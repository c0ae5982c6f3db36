import * as fc from 'fast-check'
import { decodeAbiParameters, encodeAbiParameters, type AbiParameter, type Hex } from 'viem'
import { expect, test } from 'vitest'
import { readArguments } from '@/lib/decode/arguments'

/** Types whose words a fast way may judge by their zeros, and others. */
const types = ['address', 'uint8', 'uint48', 'uint160', 'uint256', 'bool', 'bytes4', 'int24']

/** A word whose value is somewhere in its last bytes, with or without something in front of it. */
const word = fc
  .tuple(fc.integer({ min: 0, max: 32 }), fc.uint8Array({ minLength: 32, maxLength: 32 }))
  .map(([zeros, bytes]) =>
    Buffer.concat([Buffer.alloc(zeros), bytes.subarray(zeros)]).toString('hex'),
  )

/** The values if encoding them again gives the same bytes, by viem alone. */
const exact = (parameters: readonly AbiParameter[], data: Hex): readonly unknown[] | undefined => {
  try {
    const values: readonly unknown[] = decodeAbiParameters(parameters, data)
    return encodeAbiParameters(parameters, values as never) === data ? values : undefined
  } catch {
    return undefined
  }
}

test('values are read exactly where encoding them again gives the same bytes', () => {
  const parameters = fc.array(fc.constantFrom(...types), { minLength: 1, maxLength: 4 })
  const read = { exact: 0, other: 0 }
  fc.assert(
    fc.property(
      parameters.chain((names) =>
        fc.tuple(
          fc.constant(names.map((type) => ({ type }))),
          fc.array(word, { minLength: names.length, maxLength: names.length }),
        ),
      ),
      ([asked, words]) => {
        const data: Hex = `0x${words.join('')}`
        const values = exact(asked, data)
        read[values ? 'exact' : 'other']++
        expect(readArguments(asked, data)?.values).toEqual(values)
      },
    ),
    { numRuns: 2_000 },
  )
  expect(Math.min(read.exact, read.other)).toBeGreaterThan(100)
})
