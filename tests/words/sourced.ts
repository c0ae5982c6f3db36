import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isAddressEqual, recoverAddress, type Address, type Hex } from 'viem'
import { shellType, signatureTypes } from '@/lib/decode/signatures'
import { witnessTypes } from '@/lib/decode/signatures/permit2Types'
import { seaports } from '@/lib/decode/signatures/seaport'
import { encodeType, hashTypedData } from '@/lib/sign/hashTypedData'
import { readTypedData } from '@/lib/sign/typedData'
import { sameAddress } from '@/lib/values/address'
import type { Sample } from '../unit/decode/signatures/samples'
import { typedOf } from '../unit/decode/signatures/typedOf'

/** A signature that was published: by its protocol, by a wallet's tests, or by the registry of descriptors. */
type Published = {
  name: string
  source: string
  /** Licence of the source, of which nothing but the facts is taken. */
  licence: string
  signer: Address
  chainId: number
  type: string
  domain: Record<string, unknown>
  message: Record<string, unknown>
  /** The hash that the source gives for it. */
  digest?: Hex
  /** The signer's signature that the source gives for it. */
  signature?: Hex
  deed: string
  lines: string[]
  doubts: string[]
}

export type Sourced = Sample &
  Pick<Published, 'source' | 'licence' | 'type'> & {
    signer: Address
    digest?: Hex
    signature?: Hex
  }

const folder = join(import.meta.dirname, 'samples')
const files = ['accounts', 'orders', 'permit2', 'tokens', 'unread']

const listed = (file: string): Published[] =>
  JSON.parse(readFileSync(join(folder, `${file}.json`), 'utf8')) as Published[]

/** Every sample that has a source. */
export const sourced: readonly Sourced[] = files.flatMap(listed).map((one) => ({
  ...one,
  data: typedOf(one.type, one.domain, one.message),
}))

const request = 'address from,address to,uint256 value,uint256 gas,uint256 nonce'

const runTime = 'no whole message was found: clients and tests make theirs as they run'
const judged = 'its published messages stand among the vectors of the contract that judges it'

/**
 * Types of the table of which no source has a whole message, and why; they are read from messages of our own
 * alone. A type without a sample stands here, or the run fails.
 */
const unpublished: readonly { start: string; why: string }[] = [
  { start: 'CancelAuthorization(', why: 'the standard publishes the type alone' },
  {
    start: 'BulkOrder(OrderComponents[2][2]',
    why: 'the published tree holds two orders, and higher ones differ in their height alone',
  },
  { start: 'ERC1155Order(', why: judged },
  { start: `ForwardRequest(${request},bytes data)`, why: runTime },
  { start: `ForwardRequest(${request},uint48 deadline,bytes data)`, why: runTime },
  { start: `ForwardRequest(${request},bytes data,uint256 validUntilTime)`, why: judged },
  { start: `ForwardRequest(${request},bytes data,uint256 validUntil)`, why: runTime },
  { start: `RelayRequest(${request},bytes data,RelayData relayData)`, why: runTime },
  { start: `RelayRequest(${request},bytes data,uint256 validUntil,`, why: runTime },
  { start: 'ERC20ForwardRequest(', why: runTime },
  { start: 'CustomForwardRequest(', why: runTime },
]

/** Versions of Seaport of which no published order was found. */
const unusedSeaports: readonly string[] = ['1.2', '1.3']

const readSamples = sourced.filter(({ deed }) => deed !== 'unread')

/** True if a sample with a source is read at this address. */
const isSampledAt = (address: Address): boolean =>
  readSamples.some(({ data }) => {
    const { verifyingContract } = data.domain
    return typeof verifyingContract === 'string' && sameAddress(verifyingContract, address)
  })

/**
 * Returns the types of the table, and the versions of Seaport, that no read sample with a source has, and the
 * excuses that no longer hold.
 */
export const unsourced = (): string[] => {
  const isSampled = (start: string) =>
    readSamples.some(({ data }) => {
      const text = encodeType(data.types, data.primaryType)
      return text === start || (/[(,]$/.test(start) && text.startsWith(start))
    })
  const all = [
    ...signatureTypes.map(({ type }) => type),
    ...witnessTypes.map(({ start }) => start),
    `${shellType}(`,
  ]
  const excuseOf = (type: string) => unpublished.find(({ start }) => type.startsWith(start))
  return [
    ...all
      .filter((type) => !isSampled(type) && !excuseOf(type))
      .map((type) => `${type}: no sample has a source`),
    ...unpublished
      .filter(({ start }) => {
        const meant = all.filter((type) => type.startsWith(start))
        return meant.length === 0 || meant.some(isSampled)
      })
      .map(({ start }) => `${start}: its excuse is not needed`),
    ...Object.entries(seaports)
      .filter(([version, address]) => isSampledAt(address) === unusedSeaports.includes(version))
      .map(
        ([version]) => `Seaport ${version}: no sample has a source, or its excuse is not needed`,
      ),
  ]
}

/** Compares the wallet's hash with the ones that were published, and returns what does not agree. */
export const wrongDigests = async (): Promise<string[]> => {
  const checked = sourced.map(async ({ name, data, digest, signature, signer }) => {
    const hash = hashTypedData(readTypedData(data, true))
    if (digest && digest !== hash) return [`${name}: the hash is ${hash}, not ${digest}`]
    if (!signature) return []
    const found = await recoverAddress({ hash, signature })
    return isAddressEqual(found, signer) ? [] : [`${name}: signed by ${found}, not ${signer}`]
  })
  return (await Promise.all(checked)).flat()
}
