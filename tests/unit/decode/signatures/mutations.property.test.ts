import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readSignature } from '@/lib/decode/signatures'
import type { SignatureReading } from '@/lib/decode/signatures/reading'
import { readTypedData } from '@/lib/sign/typedData'
import { alice, stranger } from '../../accounts'
import { linesOf } from './lines'
import { now, permit2, samples, type Sample } from './samples'
import type { Data, Field } from './typedOf'

const sample = fc.constantFrom(...samples)

const read = ({
  data,
  chainId,
}: Pick<Sample, 'data' | 'chainId'>): SignatureReading | 'refused' => {
  try {
    return readSignature(readTypedData(data, true), { signer: alice, chainId, now })
  } catch (error) {
    expect((error as { code?: number }).code).toBe(-32602)
    return 'refused'
  }
}

const primaryOf = ({ types, primaryType }: Data): Field[] => types[primaryType] ?? []

const withPrimary = (data: Data, fields: Field[], message: object = data.message): Data => ({
  ...data,
  types: { ...data.types, [data.primaryType]: fields },
  message: { ...message },
})

const imitated = [
  'value',
  'amount',
  'details',
  'permitted',
  'spender',
  'expiry',
  'allowed',
  'to',
  'token',
]

/** Changes of the shape of typed data; each has a text of type that no protocol hashes. */
const changes: Record<string, (data: Data, at: number) => Data> = {
  added: (data, at) => {
    const name = imitated[at % imitated.length] ?? 'value'
    if (primaryOf(data).some((field) => field.name === name)) return data
    const fields = [...primaryOf(data)]
    fields.splice(at % (fields.length + 1), 0, { name, type: 'uint256' })
    return withPrimary(data, fields, { ...data.message, [name]: 0 })
  },
  removed: (data, at) => {
    const fields = primaryOf(data)
    return withPrimary(
      data,
      fields.filter((_, index) => index !== at % fields.length),
    )
  },
  renamed: (data, at) => {
    const fields = primaryOf(data)
    const old = fields[at % fields.length]
    if (!old) return data
    const { [old.name]: value, ...rest } = data.message
    const named = fields.map((field) =>
      field === old ? { ...field, name: `${field.name}_` } : field,
    )
    return withPrimary(data, named, { ...rest, [`${old.name}_`]: value })
  },
  reordered: (data, at) => {
    const fields = [...primaryOf(data)]
    const moved = fields.splice(at % fields.length, 1)
    return withPrimary(data, [...fields.slice(0, -1), ...moved, ...fields.slice(-1)])
  },
  'nested again': (data) => ({
    ...data,
    types: { ...data.types, Outer: [{ name: 'inner', type: data.primaryType }] },
    primaryType: 'Outer',
    message: { inner: data.message },
  }),
  'under another name': (data) => ({
    ...data,
    types: { ...data.types, [`${data.primaryType}2`]: primaryOf(data) },
    primaryType: `${data.primaryType}2`,
  }),
  'for Permit2': (data) => ({
    ...data,
    domain: { ...data.domain, verifyingContract: permit2 },
  }),
}

test('a change of shape is unread, refused, or says no less than it gives', () => {
  fc.assert(
    fc.property(sample, fc.constantFrom(...Object.keys(changes)), fc.nat(40), (one, change, at) => {
      const data = changes[change]?.(one.data, at) ?? one.data
      const reading = read({ data, chainId: one.chainId })
      if (reading === 'refused' || reading.kind === 'unread') return
      // Read again only as a known type: it gives as much, and promises no more in return.
      const { verifyingContract } = one.data.domain
      const said = one.lines.map((line) =>
        change === 'for Permit2' ? line.replaceAll(String(verifyingContract), permit2) : line,
      )
      const isReturn = (line: string) => line.startsWith('back ')
      const lines = linesOf(reading)
      expect(lines.filter((line) => !isReturn(line))).toEqual(
        said.filter((line) => !isReturn(line)),
      )
      for (const line of lines.filter(isReturn)) expect(said).toContain(line)
    }),
    { numRuns: 3_000 },
  )
})

/** Replaces the values of a message, each within its type. */
const filled = (data: Data, pick: (type: string) => unknown): Data => {
  const fill = (type: string, old: unknown): unknown => {
    if (Array.isArray(old)) {
      const inner = type.slice(0, type.lastIndexOf('['))
      return old.map((item: unknown) => fill(inner, item))
    }
    const fields = data.types[type]
    if (!fields) return pick(type) ?? old
    const from = old as Record<string, unknown>
    return Object.fromEntries(
      fields.map((field) => [field.name, fill(field.type, from[field.name])]),
    )
  }
  return { ...data, message: fill(data.primaryType, data.message) as Record<string, unknown> }
}

/** Values that name a kind or a bit field choose what the rest means: they stay. */
const isFree = ({ data }: Sample): boolean =>
  !data.types.Order?.some(({ name }) => name === 'makerTraits')

test('a change of values alone is read in full, with the new values', () => {
  fc.assert(
    fc.property(
      sample.filter(isFree),
      fc.bigInt(0n, 2n ** 128n - 1n),
      fc.constantFrom(alice, stranger, '0x00000000000000000000000000000000000000aa'),
      (one, number, address) => {
        const data = filled(one.data, (type) => {
          if (type === 'address') return address
          if (type === 'uint256' || type === 'uint128') return String(number)
          if (type === 'uint160') return String(number)
          return undefined
        })
        const reading = read({ data, chainId: one.chainId })
        if (reading === 'refused') throw new Error('values within their types')
        // A witness binds its own reactor only: for another spender it is an allowance.
        const deed = one.name.startsWith('UniswapX') ? 'allow' : one.deed
        expect(reading).toMatchObject({ kind: 'read', deed })
        // What leaves is named with the amount in the data, never with a smaller one.
        const amounts = reading.kind === 'read' ? reading.deals.flatMap(({ leaves }) => leaves) : []
        for (const { amount, asset } of amounts)
          if (amount !== null && asset.kind === 'token' && one.data.primaryType !== 'Permit')
            expect(amount).toBeGreaterThanOrEqual(number)
      },
    ),
    { numRuns: 3_000 },
  )
})
