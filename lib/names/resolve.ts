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

/** Where names are kept: ENS on Ethereum, Basenames on Base. */
const registries = {
  ens: { chainId: 1, address: '0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e' },
  base: { chainId: 8453, address: '0xB94704422c2a1E396835A571837Aa5AE53285a95' },
} as const satisfies Record<string, { chainId: number; address: Address }>

/**
 * A name's address; or why there is none: nobody set one, it is kept on a server that a contract names
 * (CCIP-Read), which the wallet does not ask, or the wallet does not have the network that keeps names.
 */
export type Resolved = { address: Address } | { none: 'no address' | 'elsewhere' | 'no network' }

const registry = parseAbi(['function resolver(bytes32 node) view returns (address)'])
const resolver = parseAbi(['function addr(bytes32 node) view returns (address)'])
const wildcard = parseAbi([
  'function resolve(bytes name, bytes data) view returns (bytes)',
  'function supportsInterface(bytes4 id) view returns (bool)',
])

/** `OffchainLookup(address,string[],bytes,bytes4,bytes)` (ERC-3668). */
const offchainLookup = '0x556f1830'

/** The answer of a contract; undefined where it has none to give, `elsewhere` where a server has. */
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

/** The name, then each that it is under. */
const upwards = (name: string): string[] =>
  name.split('.').map((_, at, labels) => labels.slice(at).join('.'))

/** The resolver of the name itself, or of the nearest above that answers for what is below it (ENSIP-10). */
const resolverOf = async (
  { chainId, address }: { chainId: number; address: Address },
  name: string,
) => {
  for (const part of upwards(name)) {
    const args = [nameHash(part)] as const
    const data = encodeFunctionData({ abi: registry, functionName: 'resolver', args })
    const answer = await read(chainId, address, data)
    const found = answer === 'elsewhere' ? undefined : addressIn(answer)
    if (found) return { at: found, isOwn: part === name }
  }
  return undefined
}

/** Asks the node of the network that keeps it for the address of a normalized name. Throws if it does not answer. */
export const resolveName = async (name: string): Promise<Resolved> => {
  const kept = name.endsWith('.base.eth') ? registries.base : registries.ens
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
