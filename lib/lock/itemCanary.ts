import type { Address } from 'viem'
import { holds } from '../delegate/holds'
import type { HeldItem } from '../db/outcome'
import { fact } from '../network/facts'
import { assetKey } from '../simulate/material'
import { anyAddress } from '../simulate/reader'
import { answer, codeOf } from './canary'
import { itemCall } from './itemCheck'

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
    const check = (from: Address, least: bigint) =>
      answer(chainId, { from, ...itemCall(account, item, least) })
    const other = item.standard === 'ERC721' && isMine ? anyAddress() : account
    const [good, bad] = await Promise.all([
      isMine ? check(account, had) : '0x',
      check(other, had + 1n),
    ])
    return typeof good === 'string' && typeof bad === 'object'
  })
}
