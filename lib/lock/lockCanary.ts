import type { Address, Hex } from 'viem'
import type { HeldItem } from '../db/outcome'
import { holds } from '../delegate/holds'
import { fact } from '../network/facts'
import { request } from '../network/node'
import { refusalOf, revertDataOf } from '../network/refusal'
import { isRpcError, isSilence } from '../rpc/errors'
import { assetKey } from '../simulate/material'
import { anyAddress } from '../simulate/reader'
import { encodeBalanceOf } from '../simulate/tokens'
import { brokenBy, checkCall, tooLate } from './check'
import { codeOf } from './codes'
import { itemCall } from './itemCheck'

/** A time that never comes, in seconds since 1970. */
const never = 2n ** 64n

type Place = { chainId: number; router: Address; code: Hex; account: Address }

/**
 * True if a router's code keeps to the deadline: it passes before, and reverts after it. Code that takes any call would
 * check nothing. Throws 4901 if the node does not answer.
 */
export const keepsTime = ({ chainId, router, code, account }: Place): Promise<boolean> =>
  fact(`keepsTime:${chainId}:${code}`, holds, async () => {
    const check = (deadline: bigint) => ({
      from: account,
      ...checkCall(router, account, [], deadline),
    })
    return (await biteOf(chainId, check(never), check(1n))) === tooLate
  })

type Asked = Place & { token: Address }

/**
 * True if a router's check of a token bites: it passes at the balance, and reverts with `BalanceTooLow` at one more.
 * Kept as a fact of the router's code and the token's, so that another code is asked anew. Throws 4901 if the node does
 * not answer.
 */
export const bites = async ({ chainId, router, code, account, token }: Asked): Promise<boolean> => {
  const own = await codeOf(chainId, token)
  if (own === null) return false
  return fact(`bites:${chainId}:${code}:${own}:${token}`, holds, async () => {
    const data = encodeBalanceOf({ standard: 'ERC20' }, account)
    const balance = await answer(chainId, { to: token, data })
    if (typeof balance !== 'string' || balance.length !== 66) return false
    const check = (least: bigint) => ({
      from: account,
      ...checkCall(router, account, [{ token, least }], never),
    })
    const had = BigInt(balance)
    return brokenBy((await biteOf(chainId, check(had), check(had + 1n))) ?? '0x') === 0
  })
}

/**
 * True if the check of an item bites: it passes for what the account has, and reverts for more, or for somebody else.
 * Kept as a fact of the contract's code. Throws 4901 if the node does not answer.
 */
export const itemBites = async (
  chainId: number,
  account: Address,
  item: HeldItem,
  had: bigint,
): Promise<boolean> => {
  const code = await codeOf(chainId, item.address)
  if (code === null) return false
  const isMine = had > 0n
  const key = `item:${chainId}:${code}:${account}:${isMine}:${assetKey({ asset: item })}`
  return fact(key, holds, async () => {
    const check = (from: Address, least: bigint) => ({
      from,
      ...itemCall(account, item, least),
    })
    const other = item.standard === 'ERC721' && isMine ? anyAddress() : account
    const good = isMine ? check(account, had) : undefined
    return (await biteOf(chainId, good, check(other, had + 1n))) !== undefined
  })
}

type Sent = { from?: Address; to: Address | null; data: Hex }

/** Returns the data with which the second of two calls reverts; undefined unless it does so and the first passes. */
const biteOf = async (
  chainId: number,
  good: Sent | undefined,
  bad: Sent,
): Promise<Hex | undefined> => {
  const [passed, failed] = await Promise.all([
    good ? answer(chainId, good) : '0x',
    answer(chainId, bad),
  ])
  return typeof passed === 'string' && typeof failed === 'object' ? failed.data : undefined
}

/** Returns what a call gives back, or the data with which it reverts; undefined if neither can be told. */
const answer = async (
  chainId: number,
  { from, to, data }: Sent,
): Promise<Hex | { data: Hex } | undefined> => {
  try {
    const call = { ...(from ? { from } : {}), to, data }
    return (await request(chainId, 'eth_call', [call, 'pending'])) as Hex
  } catch (error) {
    if (isSilence(error)) throw error
    const isReverted = isRpcError(error) && refusalOf(error) === 'reverted'
    return isReverted ? { data: revertDataOf(error) } : undefined
  }
}
