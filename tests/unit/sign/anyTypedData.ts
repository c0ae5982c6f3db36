import fc from 'fast-check'
import { mail } from './typedDataSamples'

const hexOf = (length: number) =>
  fc
    .uint8Array({ minLength: length, maxLength: length })
    .map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`)
const integer = (bits: number, isSigned: boolean) =>
  fc
    .bigInt(
      isSigned ? -(2n ** BigInt(bits - 1)) : 0n,
      2n ** BigInt(isSigned ? bits - 1 : bits) - 1n,
    )
    .chain((value) =>
      value < 0n
        ? fc.constant(String(value))
        : fc.constantFrom(String(value), `0x${value.toString(16)}`),
    )
const atom = fc.oneof(
  fc.tuple(fc.constant('string'), fc.string({ unit: 'binary' })),
  fc.tuple(fc.constant('bool'), fc.boolean()),
  fc.tuple(fc.constant('address'), hexOf(20)),
  fc.tuple(fc.constant('bytes'), fc.nat(70).chain(hexOf)),
  fc
    .integer({ min: 1, max: 32 })
    .chain((size) => fc.tuple(fc.constant(`bytes${size}`), hexOf(size))),
  fc
    .tuple(fc.integer({ min: 1, max: 32 }), fc.boolean())
    .chain(([size, isSigned]) =>
      fc.tuple(fc.constant(`${isSigned ? '' : 'u'}int${size * 8}`), integer(size * 8, isSigned)),
    ),
)
const structs = fc.array(fc.array(atom, { maxLength: 4 }), { minLength: 1, maxLength: 4 })

type Types = Record<string, { name: string; type: string }[]>

/** Typed data of any types, in which each struct holds the one after it, and a list of it. */
export const anyTypedData = fc
  .tuple(structs, fc.nat(2), fc.boolean())
  .map(([shapes, copies, isFixed]) => {
    const types: Types = {}
    const build = (at: number): Record<string, unknown> => {
      const shape = shapes[at] ?? []
      const fields: { name: string; type: string }[] = shape.map(([type], index) => ({
        name: `f${index}`,
        type,
      }))
      const value: Record<string, unknown> = Object.fromEntries(
        shape.map(([, item], index) => [`f${index}`, item]),
      )
      if (at + 1 < shapes.length) {
        const list = `S${at + 1}[${isFixed ? copies : ''}][]`
        fields.push({ name: 'next', type: `S${at + 1}` }, { name: 'all', type: list })
        value.next = build(at + 1)
        value.all = [Array.from({ length: copies }, () => build(at + 1))]
      }
      types[`S${at}`] = fields
      return value
    }
    const message = build(0)
    return {
      types: { ...types, EIP712Domain: mail.types.EIP712Domain },
      primaryType: 'S0',
      domain: mail.domain,
      message,
    }
  })
