import { getAddress } from 'viem'
import { readSignature } from '@/lib/decode/signatures'
import type { SignatureReading } from '@/lib/decode/signatures/signatureReading'
import { readTypedData } from '@/lib/sign/typedData'
import { alice, stranger } from '../../accounts'
import { linesOf } from './lines'
import { now, permit2, usdc, type Sample } from './samples'
import { typedOf, typesOf, type Data, type Field } from './typedOf'

/** Reads data as they come from a site; `refused` for those that it is answered -32602. */
export const read = (
  data: Data,
  { chainId, signer = alice }: Pick<Sample, 'chainId' | 'signer'>,
): SignatureReading | 'refused' => {
  try {
    return readSignature(readTypedData(data, true), { signer, chainId, now })
  } catch (error) {
    if ((error as { code?: number }).code !== -32602) throw error
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

const transferType =
  'PermitTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline)' +
  'TokenPermissions(address token,uint256 amount)'
const transfer = typesOf(transferType).PermitTransferFrom ?? []
const onPermit2 = { name: 'Permit2', verifyingContract: permit2 }
const permittedTransfer = {
  permitted: { token: usdc, amount: '250000000000' },
  spender: stranger,
  nonce: 1,
  deadline: 4_000_000_000,
}

/** Lines of a transfer with a made-up witness, whatever the witness says. */
export const witnessed = [`250000000000 of ${usdc} spent by ${stranger}`]

/** The change that hides typed data in a transfer of Permit2. */
export const asWitness = 'as a witness'

/** Changes of the shape of typed data; each has a text of type that no protocol hashes, but for Permit2. */
export const changes: Readonly<Record<string, (data: Data, at: number) => Data>> = {
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
  // A spender makes its witness up: any data at all can be the one of a transfer.
  [asWitness]: (data, at) => {
    if (data.primaryType.startsWith('Permit') && data.types.TokenPermissions) return data
    const names = imitated.filter((name) => transfer.every((field) => field.name !== name))
    const name = names[at % names.length] ?? 'witness'
    const domain = { ...onPermit2, chainId: data.domain.chainId ?? 1 }
    const message = { ...permittedTransfer, [name]: data.message }
    const { types } = typedOf(transferType, domain, message)
    const { PermitTransferFrom: fields = [], ...rest } = types
    const PermitWitnessTransferFrom = [...fields, { name, type: data.primaryType }]
    return {
      types: { ...data.types, ...rest, PermitWitnessTransferFrom },
      primaryType: 'PermitWitnessTransferFrom',
      domain,
      message,
    }
  },
  'for Permit2': (data) => ({
    ...data,
    domain: { ...data.domain, verifyingContract: permit2 },
  }),
}

/** A reading of changed data: how it ended, and where it says less than the data give. */
export type Judged = { kind: 'read' | 'unread' | 'refused'; fault?: string }

const isReturn = (line: string) => line.startsWith('back ')

/** Judges a change of shape: unread, refused, or read as a known type that gives as much as before. */
export const judgeShape = (one: Sample, change: string, at: number): Judged => {
  const data = changes[change]?.(one.data, at) ?? one.data
  const reading = read(data, one)
  if (reading === 'refused') return { kind: 'refused' }
  if (reading.kind === 'unread') return { kind: 'unread' }
  const lines = linesOf(reading)
  if (change === asWitness && primaryOf(data).length === 5 && data !== one.data)
    return lines.join() === witnessed.join()
      ? { kind: 'read' }
      : { kind: 'read', fault: `${one.name}, ${change} at ${at}: ${lines.join('; ')}` }
  // A field taken away can leave a type that is known, of which the sample says nothing.
  if (one.deed === 'unread') return { kind: 'read' }
  const { verifyingContract } = one.data.domain
  // A Safe calls the address in its message; all else is about the verifier itself.
  const isMoved = change === 'for Permit2' && one.data.primaryType !== 'SafeTx'
  const said = one.lines.map((line) =>
    isMoved && typeof verifyingContract === 'string'
      ? line.replaceAll(getAddress(verifyingContract), permit2)
      : line,
  )
  const given = (all: readonly string[]) => all.filter((line) => !isReturn(line)).join('\n')
  const isLess =
    given(lines) !== given(said) || lines.filter(isReturn).some((line) => !said.includes(line))
  return isLess
    ? { kind: 'read', fault: `${one.name}, ${change} at ${at}: ${lines.join('; ')}` }
    : { kind: 'read' }
}

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
export const isFree = ({ data, deed }: Sample): boolean =>
  deed !== 'unread' && !data.types.Order?.some(({ name }) => name === 'makerTraits')

/** Judges a change of values alone: read in full, and no amount smaller than the one in the data. */
export const judgeValues = (one: Sample, number: bigint, address: string): Judged => {
  const data = filled(one.data, (type) => {
    if (type === 'address') return address
    if (/^uint(128|160|256)$/.test(type)) return String(number)
    return undefined
  })
  const reading = read(data, one)
  const where = `${one.name}, with ${number} and ${address}`
  if (reading === 'refused' || reading.kind === 'unread')
    return { kind: reading === 'refused' ? 'refused' : 'unread', fault: `${where}: not read` }
  // A witness binds its own reactor only: for another spender it is an allowance.
  const deed = one.data.primaryType === 'PermitWitnessTransferFrom' ? 'allow' : one.deed
  const isSmaller = reading.deals.some(({ leaves }) =>
    leaves.some(
      ({ amount, asset }) =>
        amount !== null &&
        asset.kind === 'token' &&
        one.data.primaryType !== 'Permit' &&
        amount < number,
    ),
  )
  return reading.deed !== deed || isSmaller
    ? { kind: 'read', fault: `${where}: ${linesOf(reading).join('; ')}` }
    : { kind: 'read' }
}
