import type { Address, Hex } from 'viem'
import { knownAccountCode, type AccountCode } from '../delegate/account'
import { executor, isOurs } from '../delegate/executor'
import { holds, staysTold } from '../delegate/holds'
import { chainSupport, knownSupport } from '../delegate/support'
import { isOnDevice } from '../devices/isOnDevice'
import { keepsTime } from '../lock/lockCanary'
import { codeOf } from '../lock/codes'
import { routerFor } from '../lock/routerFor'
import { fact, knownFact, remember } from '../network/facts'
import { request } from '../network/node'
import { entryPoint, isEntryPoint } from './entryPoint'

const supportKey = (chainId: number): string => `sponsor:${chainId}`

/**
 * Tells if somebody else can pay for batches on a chain: it applies EIP-7702, has the executor and EntryPoint 0.8 with
 * their known code, and a router that keeps a deadline. Throws 4901 if the node does not answer.
 */
export const canSponsor = async (chainId: number): Promise<boolean> => {
  const router = routerFor(chainId)
  if (!router) return false
  const [chain, hasEntryPoint, code] = await Promise.all([
    chainSupport(chainId),
    fact(`entryPoint:${chainId}`, holds, async () =>
      isEntryPoint((await request(chainId, 'eth_getCode', [entryPoint, 'latest'])) as Hex),
    ),
    codeOf(chainId, router),
  ])
  const isThere = chain.eip7702 && chain.executor && hasEntryPoint && code !== null
  const can = isThere && (await keepsTime({ chainId, router, code, account: executor }))
  await remember(supportKey(chainId), can)
  return can
}

/** True if an account's operations are run by the wallet's own executor, once it is upgraded. */
export const fitsAccount = ({ kind, delegate }: AccountCode): boolean =>
  kind === 'plain' || (kind === 'executor' && isOurs(delegate))

/**
 * Tells if somebody else can pay for batches of an account on a chain, as last learnt, without asking a node; undefined
 * if that is not known, or was a no ten minutes ago.
 */
export const knownSponsoring = async (
  chainId: number,
  account: Address,
): Promise<boolean | undefined> => {
  if (!routerFor(chainId)) return false
  const [can, chain, code, onDevice] = await Promise.all([
    knownFact<boolean>(supportKey(chainId), staysTold),
    knownSupport(chainId),
    knownAccountCode(chainId, account),
    isOnDevice(account),
  ])
  // A device signs for another executor, and no operations.
  if (onDevice || (code && !fitsAccount(code))) return false
  if (chain && !(chain.eip7702 && chain.executor)) return false
  // Without what the chain has, a yes may be older than a no that is no longer told.
  return chain || !can ? can : undefined
}
