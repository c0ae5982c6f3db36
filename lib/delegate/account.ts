import { getAddress, type Address, type Hex } from 'viem'
import { deviceOf, isOnDevice } from '../devices/isOnDevice'
import { knownFact, remember } from '../network/facts'
import { isBuiltIn } from '../network/networks'
import { request } from '../network/node'
import { passesCanary, wouldRun } from './canary'
import { knownDelegate } from './delegates'
import { delegateOf, deviceExecutor, executor, isOurs } from './executor'

/**
 * Kind of an account: `plain` has no code, `executor` is delegated to one that runs batches (the wallet's or
 * another's), `foreign` is delegated to one that runs none, `contract` has other code. `installs`, of an account in a
 * device: the executor that an upgrade gives it, null where it gets none.
 */
export type AccountCode = (
  | { kind: 'plain' | 'contract'; delegate: null }
  | { kind: 'executor' | 'foreign'; delegate: Address }
) & { installs?: Address | null }

/**
 * Reads the kind of an account on a chain, at the pre-confirmed state. Throws 4901 if the node does not
 * answer.
 */
export const readAccountCode = async (chainId: number, address: Address): Promise<AccountCode> => {
  const [code, device] = await Promise.all([
    request(chainId, 'eth_getCode', [address, 'pending']) as Promise<Hex>,
    deviceOf(address),
  ])
  const found = await accountOf(chainId, address, code)
  // No QR code asks for an upgrade.
  const account = device
    ? { ...found, installs: device === 'qr' ? null : await installedOn(chainId, address, found) }
    : found
  await remember(key(chainId, address), account)
  return account
}

/** A device signs for one executor, whose code nobody published: it is tried, on networks that are known well. */
const installedOn = async (
  chainId: number,
  address: Address,
  { kind }: AccountCode,
): Promise<Address | null> => {
  const isWanted = (kind === 'plain' || kind === 'foreign') && isBuiltIn(chainId)
  return isWanted && (await wouldRun(chainId, address, deviceExecutor)) ? deviceExecutor : null
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

/**
 * Returns the kind of an account as last read, if that was at most `maxAge` ms ago, and not before its key was in a
 * device.
 */
export const knownAccountCode = async (
  chainId: number,
  address: Address,
  maxAge = Infinity,
): Promise<AccountCode | undefined> => {
  const known = await knownFact<AccountCode>(key(chainId, address), () => maxAge)
  const isOfDevice = known?.installs !== undefined
  return isOfDevice === (await isOnDevice(address)) ? known : undefined
}

/** Returns the kind of an account as last read, wherever its key was then: its code on the chain does not depend on that. */
export const knownAccountKind = async (
  chainId: number,
  address: Address,
): Promise<AccountCode['kind'] | undefined> =>
  (await knownFact<AccountCode>(key(chainId, address), () => Infinity))?.kind

const key = (chainId: number, address: Address) => `code:${chainId}:${address}`

/**
 * Returns the delegate for an account's atomic batches: its own executor, or the one it would be upgraded to.
 */
export const executorFor = ({ kind, delegate, installs }: AccountCode): Address =>
  kind === 'executor' ? delegate : (installs ?? executor)

/** Returns the executor that an upgrade gives an account, whatever the chain has: one of a device has its own. */
export const executorToInstall = async (address: Address): Promise<Address> =>
  (await isOnDevice(address)) ? deviceExecutor : executor
