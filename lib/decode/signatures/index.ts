import { getAddress, isAddress, zeroAddress, type Address } from 'viem'
import { encodeType } from '../../sign/hashTypedData'
import { chainOf } from '../../sign/orders'
import type { TypedData } from '../../sign/typedData'
import { permit2 } from '../contracts'
import { accountTypes } from './accountTypes'
import { blurTypes } from './blur'
import { cowTypes } from './cow'
import { doubtsOf } from './doubts'
import { fieldsOf } from './fields'
import { hyperliquidTypes } from './hyperliquid'
import { lendingTypes } from './lending'
import { oneInchTypes } from './oneInch'
import { permissions, permit2Types, readTransfer, witnessTypes } from './permit2Types'
import { polymarketTypes } from './polymarket'
import type { SignatureContent, SignatureReading } from './signatureReading'
import { seaportTypes } from './seaport'
import { tokenTypes } from './tokenTypes'
import { at, type Domain, type SignatureType } from './type'
import { uniswapXTypes } from './uniswapX'
import { zeroXTypes } from './zeroX'

/** All known types. Some apps share a text of type, and differ in their verifiers. */
export const signatureTypes: readonly SignatureType[] = [
  ...tokenTypes,
  ...permit2Types,
  ...uniswapXTypes,
  ...seaportTypes,
  ...lendingTypes,
  ...cowTypes,
  ...oneInchTypes,
  ...zeroXTypes,
  ...blurTypes,
  ...accountTypes,
  ...hyperliquidTypes,
  ...polymarketTypes,
]

/** The account and chain that a signature is asked of, and the time, in ms since 1970. */
type Asked = { signer: Address; chainId: number; now: number }

/** Fields that a domain may have, in the order in which EIP-712 has them. */
const domainFields = [
  'string name',
  'string version',
  'uint256 chainId',
  'address verifyingContract',
  'bytes32 salt',
]

/** Reads a domain; undefined for one that no contract computes, or one of another chain. */
const domainOf = (typedData: TypedData, chainId: number): Domain | undefined => {
  const { types, domain } = typedData
  const given = (types.EIP712Domain ?? []).map(({ name, type }) => `${type} ${name}`)
  if (given.join() !== domainFields.filter((field) => given.includes(field)).join())
    return undefined
  const chain = chainOf(typedData)
  if (chain === null || (chain !== undefined && chain !== BigInt(chainId))) return undefined
  const { name, verifyingContract } = domain
  return {
    name: typeof name === 'string' ? name : null,
    chainId: chain === undefined ? null : chainId,
    verifier:
      typeof verifyingContract === 'string' && isAddress(verifyingContract)
        ? getAddress(verifyingContract)
        : null,
  }
}

/** Reads a transfer of Permit2 with a witness of the spender's choice, which is shown as what it is. */
const readWitnessed = (
  typedData: TypedData,
  type: string,
  domain: Domain,
  { signer, chainId }: Asked,
): SignatureContent | undefined => {
  const found = witnessTypes.find(({ start }) => type.startsWith(start))
  const fields = typedData.types[typedData.primaryType] ?? []
  const [witness, ...more] = fields.slice(4)
  // Permit2 hashes one witness and its own struct: with any other type it never accepts the signature.
  const isWhole = witness !== undefined && more.length === 0 && type.includes(`)${permissions}`)
  if (!found || !isWhole || !at(permit2)(domain, chainId)) return undefined
  const place = { signer, chainId, verifier: permit2 }
  const read = readTransfer(fieldsOf(typedData.message), place, found.isBatch)
  return { ...read, witness: { name: witness.name, type: witness.type } }
}

const account = 'string name,string version,uint256 chainId,address verifyingContract,bytes32 salt'

/** Name of the type in which a contract account's owner signs for it (ERC-7739). */
export const shellType = 'TypedDataSign'

/**
 * Reads what a contract account's owner signs for it (ERC-7739): the content, in the account's name; it is
 * the content of the app's domain that is executed.
 */
const readShell = (typedData: TypedData, asked: Asked): SignatureContent | undefined => {
  const { types, primaryType, domain, message } = typedData
  const fields = (types[shellType] ?? []).map(({ name, type }) => `${type} ${name}`)
  const [contents = '', ...rest] = fields
  if (primaryType !== shellType || rest.join() !== account) return undefined
  if (!contents.endsWith(' contents')) return undefined
  const shell = fieldsOf(message)
  if (shell.number('chainId') !== BigInt(asked.chainId)) return undefined
  const inner = message.contents
  if (typeof inner !== 'object' || Array.isArray(inner)) return undefined
  const type = contents.slice(0, -' contents'.length)
  const signer = shell.address('verifyingContract')
  return readKnown({ types, primaryType: type, domain, message: inner }, { ...asked, signer })
}

const readKnown = (typedData: TypedData, asked: Asked): SignatureContent | undefined => {
  const { types, primaryType, message } = typedData
  const { signer, chainId } = asked
  const domain = domainOf(typedData, chainId)
  if (!domain) return undefined
  const type = encodeType(types, primaryType)
  const place = { signer, chainId, verifier: domain.verifier ?? zeroAddress }
  const known = signatureTypes.filter((one) => one.type === type && one.isFor(domain, chainId))
  for (const one of known) {
    const read = one.read(fieldsOf(message), place)
    if (read) return read
  }
  return readWitnessed(typedData, type, domain, asked)
}

/**
 * Reads typed data by the exact text of their type and by the contract that checks them, offline. What is not
 * exactly one of the known types is unread, whatever its names are.
 */
export const readSignature = (typedData: TypedData, asked: Asked): SignatureReading => {
  const isBound = chainOf(typedData) !== undefined
  try {
    const read = readShell(typedData, asked) ?? readKnown(typedData, asked)
    if (read) return { kind: 'read', ...read, doubts: doubtsOf(read, isBound, asked.now) }
  } catch {
    // A value that does not fit its type leaves all of it unread.
  }
  return {
    kind: 'unread',
    doubts: isBound ? ['unread signature'] : ['unread signature', 'no network'],
  }
}
