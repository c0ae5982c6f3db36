import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isAddressEqual, recoverAddress, type Address, type Hex } from 'viem'
import { hashTypedData } from '@/lib/sign/hashTypedData'
import { readTypedData } from '@/lib/sign/typedData'
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
