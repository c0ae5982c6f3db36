import { getAddress, type Address, type Hex } from 'viem'
import { knownFact, remember } from '../network/facts'
import { request } from '../network/node'
import { passesCanary } from './canary'
import { knownDelegate } from './delegates'
import { delegateOf, executor, isOurs } from './executor'

/**
 * Kind of an account: `plain` has no code, `executor` is delegated to one that runs batches (the wallet's or
 * another's), `foreign` is delegated to one that runs none, `contract` has other code.
 */
export type AccountCode =
  | { kind: 'plain' | 'contract'; delegate: null }
  | { kind: 'executor' | 'foreign'; delegate: Address }

/**
 * Reads the kind of an account on a chain, at the pre-confirmed state. Throws 4901 if the node does not
 * answer.
 */
export const readAccountCode = async (chainId: number, address: Address): Promise<AccountCode> => {
  const code = (await request(chainId, 'eth_getCode', [address, 'pending'])) as Hex
  const account = await accountOf(chainId, address, code)
  await remember(key(chainId, address), account)
  return account
}

const accountOf = async (chainId: number, address: Address, code: Hex): Promise<AccountCode> => {
  const lowerCase = delegateOf(code)
  if (!lowerCase) return { kind: code === '0x' ? 'plain' : 'contract', delegate: null }
  const delegate = getAddress(lowerCase)
  const isExecutor =
    isOurs(delegate) ||
    (knownDelegate(delegate)?.encoding != null && (await passesCanary(chainId, address, delegate)))
  return { kind: isExecutor ? 'executor' : 'foreign', delegate }
}

/** Returns the kind of an account as last read, if that was at most `maxAge` ms ago. */
export const knownAccountCode = (
  chainId: number,
  address: Address,
  maxAge = Infinity,
): Promise<AccountCode | undefined> => knownFact<AccountCode>(key(chainId, address), () => maxAge)

const key = (chainId: number, address: Address) => `code:${chainId}:${address}`

/**
 * Returns the delegate for an account's atomic batches: its own executor, or the one it would be upgraded to.
 */
export const executorFor = ({ kind, delegate }: AccountCode): Address =>
  kind === 'executor' ? delegate : executor
