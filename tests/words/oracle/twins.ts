import { isAddressEqual, zeroAddress, zeroHash, type Address } from 'viem'
import { alice } from '../../unit/accounts'
import { permit2, type Sample } from '../../unit/decode/signatures/samples'
import type { Data } from '../../unit/decode/signatures/typedOf'
import {
  positions,
  seaport,
  trusting,
  zeppelinCash,
  zeppelinForwarder,
  zeppelinOldForwarder,
  zeppelinToken,
} from './oracleChain'
import type { Own } from './rows'

/** Later than any block of the run, and still within 32 bits. */
const end = 4_000_000_000

const ends =
  /^(deadline|sigDeadline|expiry|expiration|validBefore|validTo|endTime|expirationTime|validUntilTime|expirationTimeSeconds)$/
const starts = /^(validAfter|startTime|listingTime)$/

type Visit = (type: string, name: string, value: unknown) => unknown

/** Rebuilds a message, each value by its type and name. */
export const rebuilt = ({ types, primaryType, message }: Data, visit: Visit): Data['message'] => {
  const within = (type: string, name: string, value: unknown): unknown => {
    if (Array.isArray(value)) {
      const inner = type.slice(0, type.lastIndexOf('['))
      return value.map((item: unknown) => within(inner, name, item))
    }
    const fields = types[type]
    if (!fields) return visit(type, name, value)
    const from = value as Record<string, unknown>
    return Object.fromEntries(
      fields.map((field) => [field.name, within(field.type, field.name, from[field.name])]),
    )
  }
  return within(primaryType, '', message) as Data['message']
}

const domains: Readonly<Record<Own, Record<string, unknown>>> = {
  permit2: { name: 'Permit2', chainId: 1, verifyingContract: permit2 },
  seaport: { name: 'Seaport', version: '1.6', chainId: 1, verifyingContract: seaport },
  token: { name: 'Coins', version: '1', chainId: 1, verifyingContract: zeppelinToken },
  cash: { name: 'Coins', version: '1', chainId: 1, verifyingContract: zeppelinCash },
  positions: {
    name: 'Uniswap V3 Positions NFT-V1',
    version: '1',
    chainId: 1,
    verifyingContract: positions,
  },
  forwarder: { name: 'Forwarder', version: '1', chainId: 1, verifyingContract: zeppelinForwarder },
  oldForwarder: {
    name: 'MinimalForwarder',
    version: '0.0.1',
    chainId: 1,
    verifyingContract: zeppelinOldForwarder,
  },
}

const domainTypes: Readonly<Record<string, string>> = {
  name: 'string',
  version: 'string',
  chainId: 'uint256',
  verifyingContract: 'address',
}

/**
 * Returns a message as the local chain can run it: signed by the tests' own account, in time, unused before, and
 * where a protocol's own contract stands there, for that one.
 */
export const twinOf = (one: Sample, domain: Own | undefined): Sample => {
  const { data, signer = alice } = one
  const isOwn = (value: unknown) =>
    typeof value === 'string' &&
    /^0x[0-9a-fA-F]{40}$/.test(value) &&
    isAddressEqual(value as Address, signer)
  const isForwarder = domain === 'forwarder' || domain === 'oldForwarder'
  const message = rebuilt(data, (type, name, value) => {
    if (type === 'address' && isOwn(value)) return alice
    if (name === 'expiryAndNonce') return String(BigInt(end) << 192n)
    if (name === 'makerTraits')
      return String((BigInt(String(value)) & ~(((1n << 40n) - 1n) << 80n)) | (BigInt(end) << 80n))
    if (type.includes('int') && ends.test(name)) return end
    if (type.includes('int') && (starts.test(name) || /^(nonce|counter)$/.test(name))) return 0
    if (domain === 'seaport' && name === 'zone') return zeroAddress
    if (domain === 'seaport' && name === 'conduitKey') return zeroHash
    if (domain === 'seaport' && name === 'orderType') return 0
    if (isForwarder && name === 'to') return trusting
    if (isForwarder && name === 'gas') return 100_000
    // The only position that there is.
    if (domain === 'positions' && name === 'tokenId') return 1
    return value
  })
  // Permit2 counts the permits of each token by itself.
  const { details } = message
  if (Array.isArray(details)) {
    const tokens = details.map(({ token }: { token: string }) => token.toLowerCase())
    details.forEach((detail: { nonce: number }, at) => {
      detail.nonce = tokens.slice(0, at).filter((token) => token === tokens[at]).length
    })
  }
  const own = domain === undefined ? undefined : domains[domain]
  if (!own) return { ...one, signer: alice, data: { ...data, message } }
  const EIP712Domain = Object.keys(own).map((name) => ({ name, type: domainTypes[name] ?? '' }))
  const types = { ...data.types, EIP712Domain }
  return { ...one, signer: alice, chainId: 1, data: { ...data, types, domain: own, message } }
}

/** Values of a message as contracts take them. */
export const argumentsOf = (data: Data): Record<string, unknown> =>
  rebuilt(data, (type, _, value) => {
    if (type.includes('int')) return BigInt(String(value))
    return type === 'address' ? String(value).toLowerCase() : value
  })
