import fc from 'fast-check'
import { hashTypedData as viemHash, type TypedDataDefinition } from 'viem'
import { expect, test } from 'vitest'
import { hashTypedData } from '@/lib/sign/hashTypedData'
import { loadKeccak } from '@/lib/sign/keccak'
import { readTypedData, type TypedData } from '@/lib/sign/typedData'
import { anyTypedData } from './anyTypedData'

const byViem = (data: unknown) => viemHash(data as TypedDataDefinition)

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

test('of thousands of structs of a long type, the text of the type is hashed once', async () => {
  const keccak = await loadKeccak()
  const texts: string[] = []
  const hash = hashTypedData(wide, (bytes) => {
    const start = new TextDecoder().decode(bytes.subarray(0, 2))
    if (/^\w\($/.test(start)) texts.push(start)
    return keccak(bytes)
  })
  expect(texts).toEqual(['M(', 'S('])
  expect(hash).toBe('0x187387f78f958084f95258bec61cc680a32c1abe72fb23758d768c89f8fa5f44')
})

test('a few of them hash as viem has it', () => {
  const { x } = wide.message
  const few = { ...wide, message: { x: Array.isArray(x) ? x.slice(0, 3) : [] } }
  expect(hashTypedData(few)).toBe(byViem(few))
})

test('any typed data hash as viem has it, in JavaScript and in WebAssembly', async () => {
  const keccak = await loadKeccak()
  fc.assert(
    fc.property(anyTypedData, (data) => {
      const kept = readTypedData(data, true)
      const hash = byViem(kept)
      expect(hashTypedData(kept)).toBe(hash)
      expect(hashTypedData(kept, keccak)).toBe(hash)
    }),
    { numRuns: 300 },
  )
})

test('texts and bytes longer than a block of keccak, and than the memory of its WebAssembly', async () => {
  const keccak = await loadKeccak()
  for (const length of [0, 1, 135, 136, 137, 271, 272, 16_383, 16_384, 16_385, 40_000]) {
    const data: TypedData = {
      types: {
        EIP712Domain: [],
        M: [
          { name: 'a', type: 'string' },
          { name: 'b', type: 'bytes' },
        ],
      },
      primaryType: 'M',
      domain: {},
      message: { a: 'é'.repeat(length), b: `0x${'7f'.repeat(length)}` },
    }
    expect(hashTypedData(data, keccak)).toBe(byViem(data))
  }
})

/** Values that fit few types, or none. */
const wrong = fc.constantFrom<unknown>(
  null,
  {},
  [],
  -1,
  1.5,
  2 ** 60,
  '',
  '0x',
  '0x1',
  '0xzz',
  'true',
  String(2n ** 256n),
  String(-(2n ** 255n) - 1n),
  `0x${'00'.repeat(33)}`,
  `0x${'ab'.repeat(19)}`,
)

test('what viem refuses to hash is refused when it is read', () => {
  let refused = 0
  fc.assert(
    fc.property(anyTypedData, fc.nat(20), wrong, fc.boolean(), (data, at, value, isGone) => {
      const fields = Object.keys(data.message)
      const name = fields[at % fields.length]
      if (name === undefined) return
      const { [name]: _, ...rest } = data.message
      const broken = { ...data, message: isGone ? rest : { ...rest, [name]: value } }
      try {
        byViem(broken)
      } catch {
        refused++
        expect(() => readTypedData(broken, true)).toThrow()
      }
    }),
    { numRuns: 500 },
  )
  expect(refused).toBeGreaterThan(50)
})
