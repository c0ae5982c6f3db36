import { keccak256, type Address, type Hex } from 'viem'
import { throwawayAuthorization } from '../keyring/throwaway'
import { fact, knownFact } from '../network/facts'
import { request } from '../network/node'
import { isSilence } from '../rpc/errors'
import { readAccountCode, isOurs, knownAccountCode, type AccountCode } from './account'
import { executor, executorCodeHash } from './executor'
import { holds } from './holds'

/** Whether a chain knows EIP-7702, and has the executor's exact code. */
export type ChainSupport = { eip7702: boolean; executor: boolean }

/** Whether calls can run atomically (EIP-5792 `atomic`), and if not, for which error's reason. */
export type Atomicity =
  | { status: 'supported' | 'ready' }
  | { status: 'unsupported'; reason: 'unsupportedChain' | 'atomicityNotSupported' }

/** Asks the node what the chain can, once a day. Throws 4901 if it does not answer. */
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

/** entryPoint(), which the executor answers with an address. */
const entryPoint = '0xb0d691fe'

/** Code that returns 1 whatever it is asked. */
const answersOne = '0x600160005260206000f3'

/**
 * A call to a key made for this alone, delegated by an authorization in the call itself; the executor's
 * code is overridden, so that a chain that does not have it answers too. An override of the account's own
 * code would prove nothing: nodes apply it on chains without EIP-7702.
 */
const probe = async (chainId: number): Promise<boolean> => {
  const { address, authorization } = await throwawayAuthorization(chainId, executor)
  // From anyone but the key itself: as the sender it would have used the nonce it authorizes.
  const call = { to: address, data: entryPoint, authorizationList: [authorization] }
  const override = { [executor]: { code: answersOne } }
  try {
    return (await request(chainId, 'eth_call', [call, 'latest', override])) !== '0x'
  } catch (error) {
    if (isSilence(error)) throw error
    return false
  }
}

/** What follows from a chain and an account for a batch of several calls. */
export const atomicityOf = (chain: ChainSupport, account: AccountCode): Atomicity => {
  if (!chain.eip7702) return { status: 'unsupported', reason: 'unsupportedChain' }
  const hasExecutor = account.kind === 'executor'
  if (hasExecutor && !isOurs(account.delegate)) return { status: 'supported' }
  if (!chain.executor || account.kind === 'contract')
    return { status: 'unsupported', reason: 'atomicityNotSupported' }
  return { status: hasExecutor ? 'supported' : 'ready' }
}

/** Asked of the node now. */
export const atomicity = async (chainId: number, account: Address): Promise<Atomicity> =>
  atomicityOf(...(await Promise.all([chainSupport(chainId), readAccountCode(chainId, account)])))

/** What the chain can, as learnt within a day; undefined where nothing is known. */
export const knownSupport = async (chainId: number): Promise<ChainSupport | undefined> => {
  const [eip7702, hasExecutor] = await Promise.all([
    knownFact(`7702:${chainId}`, holds),
    knownFact(`executor:${chainId}`, holds),
  ])
  if (eip7702 === undefined || hasExecutor === undefined) return undefined
  return { eip7702, executor: hasExecutor }
}

/** As last learnt, an account never looked at being taken as plain; undefined for an unknown chain. */
export const knownAtomicity = async (
  chainId: number,
  account: Address,
): Promise<Atomicity | undefined> => {
  const chain = await knownSupport(chainId)
  const known = await knownAccountCode(chainId, account)
  return chain && atomicityOf(chain, known ?? { kind: 'plain', delegate: null })
}
