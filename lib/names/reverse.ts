import {
  decodeFunctionResult,
  encodeFunctionData,
  getAddress,
  isAddress,
  parseAbi,
  slice,
  zeroAddress,
  type Address,
  type Hex,
} from 'viem'
import { sameAddress } from '../values/address'
import { nameHash } from './hash'
import { registryOf, registryOn } from './nameRegistry'
import type { Resolved } from './resolve'

/** Questions to the network's own node, which the background asks. Each throws if the node is silent. */
export type NameReader = {
  /** Answers of contracts; null for one that reverts. */
  read: (reads: readonly { to: Address; data: Hex }[]) => Promise<readonly (Hex | null)[]>
  /** The address of a name. */
  resolve: (name: string) => Promise<Resolved>
}

const abi = parseAbi([
  'function resolver(bytes32 node) view returns (address)',
  'function name(bytes32 node) view returns (string)',
])

/** The most characters of a name that is shown. */
const longest = 64

/**
 * Letters of ASCII without case, digits and single hyphens, below `.eth`: no other letter can be taken for one of them. It
 * does not begin as an address does. Each such name is in its normal form (ENSIP-15).
 */
const plain = /^(?!0x)(?:[\da-z]+(?:-[\da-z]+)*\.)+eth$/

/** Tells if a name is one that a reader cannot take for another one by its letters. */
export const isPlainName = (name: string): boolean => name.length <= longest && plain.test(name)

const addressIn = (answer: Hex | null | undefined): Address | undefined => {
  if (answer?.length !== 66) return undefined
  const address = slice(answer, 12)
  return isAddress(address, { strict: false }) && address !== zeroAddress
    ? getAddress(address)
    : undefined
}

const textIn = (answer: Hex | null | undefined): string | undefined => {
  try {
    return answer ? decodeFunctionResult({ abi, functionName: 'name', data: answer }) : undefined
  } catch {
    return undefined
  }
}

/**
 * Returns the name that an address has by its own record on a chain, if the name's record has that address in turn. Undefined
 * where the chain has no registry, another chain's keeps the name, either record is missing or says otherwise, or the name has
 * letters of other kinds. Only the chain's own node is asked. Throws if it is silent.
 */
export const nameAt = async (
  chainId: number,
  address: Address,
  { read, resolve }: NameReader,
): Promise<string | undefined> => {
  const kept = registryOn(chainId)
  if (!kept) return undefined
  const args = [nameHash(`${address.slice(2).toLowerCase()}.${kept.reverse}`)] as const
  const ask = async (to: Address, functionName: 'resolver' | 'name') =>
    (await read([{ to, data: encodeFunctionData({ abi, functionName, args }) }]))[0]
  const resolver = addressIn(await ask(kept.address, 'resolver'))
  const name = resolver && textIn(await ask(resolver, 'name'))
  if (name === undefined || !isPlainName(name) || registryOf(name).chainId !== chainId)
    return undefined
  const found = await resolve(name)
  return 'address' in found && sameAddress(found.address, address) ? name : undefined
}
