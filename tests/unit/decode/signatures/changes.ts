import { getAddress, zeroHash, type Address } from 'viem'
import { readSignature } from '@/lib/decode/signatures'
import type { SignatureReading } from '@/lib/decode/signatures/signatureReading'
import { readTypedData } from '@/lib/sign/typedData'
import { alice, stranger } from '../../accounts'
import { linesOf } from './lines'
import { now, permit2, usdc, weth, type Sample } from './samples'
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

const several = [permittedTransfer.permitted, { token: weth, amount: '7' }]

/** Lines of a transfer with a made-up witness, whatever the witness says. */
const witnessed = ({ primaryType }: Data): string[] => [
  `250000000000 of ${usdc} spent by ${stranger}`,
  ...(primaryType === 'PermitBatchWitnessTransferFrom'
    ? [`7 of ${weth} spent by ${stranger}`]
    : []),
]

/** The change that hides typed data in a transfer of Permit2, of one token or of two. */
export const asWitness = 'as a witness'

/** The change that makes typed data the content of what an owner signs for a contract account (ERC-7739). */
export const asShell = 'as an ERC-7739 TypedDataSign shell'

/** The account of the shell, which is none of those in the samples. */
const account: Address = '0x7739773977397739773977397739773977397739'

/** Fields of the shell besides its content, in the order of the standard. */
const accountFields: readonly Field[] = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
  { name: 'salt', type: 'bytes32' },
]

/** Other forms of a shell: as the standard has it, with another account, and ways that no account hashes. */
const shells = ['whole', 'a field more', 'a field less', 'reordered', 'another chain'] as const
type Shell = (typeof shells)[number]

const shellAt = (at: number): Shell => shells[at % shells.length] ?? 'whole'

const shellFields = (shell: Shell): Field[] => {
  switch (shell) {
    case 'a field more':
      return [...accountFields, { name: 'extensions', type: 'uint256' }]
    case 'a field less':
      return accountFields.slice(0, -1)
    case 'reordered':
      return accountFields.toReversed()
    default:
      return [...accountFields]
  }
}

/** Typed data whose shell is changed; the content of every other one is hidden in a witness first. */
const contentAt = (data: Data, at: number): Data =>
  at % 2 === 0 ? data : inWitness(data, Math.floor(at / 2))

const inShell = (data: Data, at: number): Data => {
  const shell = shellAt(at)
  const fields = shellFields(shell)
  const chain = Number(data.domain.chainId ?? 1)
  const given: Record<string, unknown> = {
    name: 'Account',
    version: '1',
    chainId: shell === 'another chain' ? chain + 1 : chain,
    verifyingContract: account,
    salt: zeroHash,
    extensions: 0,
  }
  return {
    ...data,
    types: {
      ...data.types,
      TypedDataSign: [{ name: 'contents', type: data.primaryType }, ...fields],
    },
    primaryType: 'TypedDataSign',
    message: {
      contents: data.message,
      ...Object.fromEntries(fields.map(({ name }) => [name, given[name]])),
    },
  }
}

const inWitness = (data: Data, at: number): Data => {
  if (data.primaryType.startsWith('Permit') && data.types.TokenPermissions) return data
  const names = imitated.filter((name) => transfer.every((field) => field.name !== name))
  const name = names[at % names.length] ?? 'witness'
  const isBatch = at % 2 === 1
  const domain = { ...onPermit2, chainId: data.domain.chainId ?? 1 }
  const permitted = isBatch ? several : permittedTransfer.permitted
  const message = { ...permittedTransfer, permitted, [name]: data.message }
  const { types } = typedOf(transferType, domain, message)
  const { PermitTransferFrom: fields = [], ...rest } = types
  const primaryType = isBatch ? 'PermitBatchWitnessTransferFrom' : 'PermitWitnessTransferFrom'
  const [, ...others] = fields
  const permittedField = { name: 'permitted', type: `TokenPermissions${isBatch ? '[]' : ''}` }
  const witness = { name, type: data.primaryType }
  return {
    types: { ...data.types, ...rest, [primaryType]: [permittedField, ...others, witness] },
    primaryType,
    domain,
    message,
  }
}

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
  [asWitness]: (data, at) => inWitness(data, at),
  [asShell]: (data, at) => inShell(contentAt(data, at), at),
  'for Permit2': (data) => ({
    ...data,
    domain: { ...data.domain, verifyingContract: permit2 },
  }),
}

/** A reading of changed data: how it ended, and where it says less than the data give. */
export type Judged = { kind: 'read' | 'unread' | 'refused'; fault?: string }

const isReturn = (line: string) => line.startsWith('back ')

/**
 * Judges a shell that was read: it must be whole, and say of its account all that its content says of whoever
 * signs it alone.
 */
const judgeShell = (one: Sample, at: number, lines: readonly string[]): Judged => {
  const content = contentAt(one.data, at)
  const isHidden = content !== one.data
  const alone = read(content, { ...one, signer: account })
  const said = isHidden
    ? witnessed(content)
    : linesOf(alone === 'refused' ? { kind: 'unread', doubts: [] } : alone)
  return shellAt(at) === 'whole' && lines.join() === said.join()
    ? { kind: 'read' }
    : { kind: 'read', fault: `${one.name}, ${asShell} at ${at}: ${lines.join('; ')}` }
}

/** Judges a change of shape: unread, refused, or read as a known type that gives as much as before. */
export const judgeShape = (one: Sample, change: string, at: number): Judged => {
  const data = changes[change]?.(one.data, at) ?? one.data
  const reading = read(data, one)
  if (reading === 'refused') return { kind: 'refused' }
  if (reading.kind === 'unread') return { kind: 'unread' }
  const lines = linesOf(reading)
  if (change === asShell) return judgeShell(one, at, lines)
  if (change === asWitness && primaryOf(data).length === 5 && data !== one.data)
    return lines.join() === witnessed(data).join()
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

/** The chain in a message is the one that it can be used on: with another one it is another message. */
const isChain = (name: string): boolean => name === 'chainId'

/** Replaces the values of a message but its chain, each within its type. */
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
      fields.map(({ name, type: inner }) => [
        name,
        isChain(name) ? from[name] : fill(inner, from[name]),
      ]),
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
