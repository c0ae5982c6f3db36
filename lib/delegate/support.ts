import { keccak256, type Address, type Hex } from 'viem'
import { isOnDevice } from '../devices/isOnDevice'
import { throwawayAuthorization } from '../keyring/throwaway'
import { fact, knownFact } from '../network/facts'
import { request } from '../network/node'
import { isSilence } from '../rpc/errors'
import { readAccountCode, knownAccountCode, type AccountCode } from './account'
import { executor, executorCodeHash, isOurs } from './executor'
import { holds, staysTold } from './holds'

/** Abilities of a chain: EIP-7702, and the executor deployed with its exact code. */
export type ChainSupport = { eip7702: boolean; executor: boolean }

/** Atomic capability (EIP-5792 `atomic`), or the error for its absence. */
export type Atomicity =
  | { status: 'supported' | 'ready' }
  | { status: 'unsupported'; reason: 'unsupportedChain' | 'atomicityNotSupported' }

/**
 * Asks the node for a chain's abilities; a yes is kept for a day, a no for ten minutes. Throws 4901 if the
 * node does not answer.
 */
export const chainSupport = async (chainId: number): Promise<ChainSupport> => {
  const [eip7702, hasExecutor] = await Promise.all([
    fact(`7702:${chainId}`, holds, () => probe(chainId)),
    fact(`executor:${chainId}`, holds, async () => {
      const code = (await request(chainId, 'eth_getCode', [executor, 'latest'])) as Hex
      return keccak256(code) === executorCodeHash
    }),
  ])
  return { eip7702, executor: hasExecutor }
}

/** Selector of `entryPoint()`, which the executor answers with an address. */
const entryPoint = '0xb0d691fe'

/** EVM code that returns 1 to any call. */
const answersOne = '0x600160005260206000f3'

/**
 * True if the chain applies EIP-7702: calls a new key that an authorization in the call itself delegates. The
 * executor's code is overridden, so that it need not be deployed. An override of the account's own code would
 * prove nothing: nodes apply it without EIP-7702 too.
 */
const probe = async (chainId: number): Promise<boolean> => {
  const { address, authorization } = await throwawayAuthorization(chainId, executor)
  // The sender is not the key itself: it would have used up the nonce that the authorization names.
  const call = { to: address, data: entryPoint, authorizationList: [authorization] }
  const override = { [executor]: { code: answersOne } }
  try {
    return (await request(chainId, 'eth_call', [call, 'latest', override])) !== '0x'
  } catch (error) {
    if (isSilence(error)) throw error
    return false
  }
}

/** Returns the atomic capability of an account for batches of several calls. */
export const atomicityOf = (chain: ChainSupport, account: AccountCode): Atomicity => {
  if (!chain.eip7702) return { status: 'unsupported', reason: 'unsupportedChain' }
  const hasExecutor = account.kind === 'executor'
  if (hasExecutor && !isOurs(account.delegate)) return { status: 'supported' }
  const isTrusted =
    hasExecutor || account.installs === undefined ? chain.executor : account.installs !== null
  if (!isTrusted || account.kind === 'contract')
    return { status: 'unsupported', reason: 'atomicityNotSupported' }
  return { status: hasExecutor ? 'supported' : 'ready' }
}

/** Asks the node for an account's atomic capability. Throws 4901 if the node does not answer. */
export const atomicity = async (chainId: number, account: Address): Promise<Atomicity> =>
  atomicityOf(...(await Promise.all([chainSupport(chainId), readAccountCode(chainId, account)])))

/**
 * Returns a chain's abilities as last learnt, without asking a node; undefined if they are not known, or older than
 * `lasts` says in ms: a no of ten minutes is too old, a yes never.
 */
export const knownSupport = async (
  chainId: number,
  lasts: (isYes: boolean) => number = staysTold,
): Promise<ChainSupport | undefined> => {
  const [eip7702, hasExecutor] = await Promise.all([
    knownFact(`7702:${chainId}`, lasts),
    knownFact(`executor:${chainId}`, lasts),
  ])
  if (eip7702 === undefined || hasExecutor === undefined) return undefined
  return { eip7702, executor: hasExecutor }
}

/** An account of which nothing was read: plain, and a device's gets nothing that was not tried. */
const unread = async (account: Address): Promise<AccountCode> => ({
  kind: 'plain',
  delegate: null,
  ...((await isOnDevice(account)) ? { installs: null } : {}),
})

/**
 * Returns an account's atomic capability as last learnt, without asking a node; undefined if the chain's
 * abilities are not known, or older than `lasts` says in ms. An account that was never read counts as plain.
 */
export const knownAtomicity = async (
  chainId: number,
  account: Address,
  lasts?: (isYes: boolean) => number,
): Promise<Atomicity | undefined> => {
  const chain = await knownSupport(chainId, lasts)
  const known = await knownAccountCode(chainId, account)
  return chain && atomicityOf(chain, known ?? (await unread(account)))
}
