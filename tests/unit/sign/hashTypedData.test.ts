import { hashTypedData as viemHash, type TypedDataDefinition } from 'viem'
import { expect, test } from 'vitest'
import { hashTypedData } from '@/lib/sign/hashTypedData'
import { readTypedData } from '@/lib/sign/typedData'

/** One struct holds thousands of others, each of a type with 400 fields in its text. */
const wide = readTypedData(
  {
    types: {
      EIP712Domain: [],
      M: [{ name: 'x', type: 'S[]' }],
      S: [{ name: 'q', type: 'T[]' }],
      T: Array.from({ length: 400 }, (_, at) => ({ name: `a${at}`, type: 'bool' })),
    },
    primaryType: 'M',
    domain: {},
    message: { x: Array.from({ length: 4_900 }, () => ({ q: [] })) },
  },
  true,
)

test('thousands of structs of a long type hash as fast as short ones', () => {
  hashTypedData({ ...wide, message: { x: [] } })
  const start = performance.now()
  const hash = hashTypedData(wide)
  // It takes two seconds if the type is hashed for each struct, and a few milliseconds if once.
  expect(performance.now() - start).toBeLessThan(400)
  expect(hash).toBe('0x187387f78f958084f95258bec61cc680a32c1abe72fb23758d768c89f8fa5f44')
})

test('a few of them hash as viem has it', () => {
  const { x } = wide.message
  const few = { ...wide, message: { x: Array.isArray(x) ? x.slice(0, 3) : [] } }
  expect(hashTypedData(few)).toBe(viemHash(few as unknown as TypedDataDefinition))
})
