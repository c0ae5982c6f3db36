import {
  decodeFunctionResult,
  encodeFunctionData,
  getAddress,
  isHex,
  parseAbi,
  zeroAddress,
  type Address,
  type Hex,
} from 'viem'
import { findNetwork } from '../network/networks'
import { request } from '../network/node'
import { isRpcError, isSilence } from '../rpc/errors'
import { dnsName, nameHash } from './hash'
import { registryOf, type NameRegistry } from './nameRegistry'

/**
 * Address of a name, or why there is none: it was never set; it is kept off the chain (CCIP-Read, ERC-3668),
 * on a server that the wallet does not ask; or the wallet does not have the registry's network.
 */
export type Resolved = { address: Address } | { none: 'no address' | 'elsewhere' | 'no network' }

const registry = parseAbi(['function resolver(bytes32 node) view returns (address)'])
const resolver = parseAbi(['function addr(bytes32 node) view returns (address)'])
const wildcard = parseAbi([
  'function resolve(bytes name, bytes data) view returns (bytes)',
  'function supportsInterface(bytes4 id) view returns (bool)',
])

/** Selector of the error `OffchainLookup(address,string[],bytes,bytes4,bytes)` (ERC-3668). */
const offchainLookup = '0x556f1830'

/**
 * Calls a contract. Returns undefined if it reverts or has no answer, `elsewhere` if it refers to a server
 * (ERC-3668). Throws 4901 if the node does not answer.
 */
const read = async (chainId: number, to: Address, data: Hex) => {
  try {
    const answer = (await request(chainId, 'eth_call', [{ to, data }, 'latest'])) as Hex
    return answer === '0x' ? undefined : answer
  } catch (error) {
    if (isSilence(error)) throw error
    const reason = isRpcError(error) ? error.data : undefined
    return isHex(reason) && reason.startsWith(offchainLookup) ? ('elsewhere' as const) : undefined
  }
}

const addressIn = (answer: Hex | undefined): Address | undefined => {
  if (answer?.length !== 66) return undefined
  const address = getAddress(`0x${answer.slice(26)}`)
  return address === zeroAddress ? undefined : address
}

/** Returns the name, then each of its parent names. */
const upwards = (name: string): string[] =>
  name.split('.').map((_, at, labels) => labels.slice(at).join('.'))

/** Returns the resolver of the name, or of its nearest parent with one (ENSIP-10 wildcards). */
const resolverOf = async ({ chainId, address }: NameRegistry, name: string) => {
  for (const part of upwards(name)) {
    const args = [nameHash(part)] as const
    const data = encodeFunctionData({ abi: registry, functionName: 'resolver', args })
    const answer = await read(chainId, address, data)
    const found = answer === 'elsewhere' ? undefined : addressIn(answer)
    if (found) return { at: found, isOwn: part === name }
  }
  return undefined
}

/** Resolves a normalized name on the network of its registry. Throws 4901 if the node does not answer. */
export const resolveName = async (name: string): Promise<Resolved> => {
  const kept = registryOf(name)
  const { chainId } = kept
  if (!findNetwork(chainId)) return { none: 'no network' }
  const found = await resolverOf(kept, name)
  if (!found) return { none: 'no address' }
  const args = [nameHash(name)] as const
  const asked = encodeFunctionData({ abi: resolver, functionName: 'addr', args })
  const whole = { abi: wildcard, functionName: 'resolve', args: [dnsName(name), asked] } as const
  const direct = found.isOwn ? await read(chainId, found.at, asked) : undefined
  if (direct && direct !== 'elsewhere') return answerOf(addressIn(direct))
  const extended = await read(chainId, found.at, encodeFunctionData(whole))
  if (direct === 'elsewhere' || extended === 'elsewhere') return { none: 'elsewhere' }
  if (!extended) return { none: 'no address' }
  try {
    return answerOf(addressIn(decodeFunctionResult({ ...whole, data: extended })))
  } catch {
    return { none: 'no address' }
  }
}

const answerOf = (address: Address | undefined): Resolved =>
  address ? { address } : { none: 'no address' }
