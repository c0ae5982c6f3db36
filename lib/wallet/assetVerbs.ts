import * as v from 'valibot'
import { object } from '../rpc/object'
import { find } from '../approvals/approvals'
import { journal } from '../db'
import { readHoldings } from '../holdings/holdings'
import { list } from '../holdings/list'
import { inspectToken, watchedKey, type ProposedAsset } from '../holdings/proposed'
import { address, hex, int } from '../rpc/schema'
import { rehearse } from '../simulate/rehearse'
import { readTokens } from '../simulate/tokens'
import { verb } from './verb'

const standard = () => v.picklist(['ERC20', 'ERC721', 'ERC1155'])

/** Decimal token ID (uint256) of an ERC-721 or ERC-1155 token. */
const tokenId = () => v.exactOptional(v.pipe(v.string(), v.regex(/^\d{1,78}$/)))

/** A token that the user names, for an account on a chain. */
const proposed = () =>
  object({
    type: standard(),
    options: object({
      address,
      tokenId: tokenId(),
      symbol: v.exactOptional(v.string()),
      decimals: v.exactOptional(int),
    }),
    chainId: int,
    account: address,
  })

/** Verbs about tokens and the holdings of accounts. */
export const assetVerbs = {
  /**
   * Reads a token from the chain, proposed by a site in request `id` or named by the user. It is read each
   * time, so that the window shows the present state. Throws 4901 if the node is silent.
   */
  checkAsset: verb(
    () => v.union([object({ id: v.string() }), proposed()]),
    async (asked) => {
      if (!('id' in asked)) return inspectToken(asked)
      const row = await find(asked.id)
      if (row?.method !== 'wallet_watchAsset') throw new Error('no such request')
      return inspectToken(row.params as ProposedAsset)
    },
  ),

  /** Lists a token that the user named, if the chain confirms it. Throws 4901 if the node is silent. */
  listAsset: verb(proposed, async (asset) => {
    const write = await list(asset)
    if (typeof write === 'string') return write
    await write()
    return 'done'
  }),

  /** Hides a token on a network, or shows it again, which lists it as the user's choice. */
  hideAsset: verb(
    () =>
      object({
        chainId: int,
        asset: object({ standard: standard(), address, tokenId: tokenId() }),
        isHidden: v.boolean(),
      }),
    async ({ chainId, asset, isHidden }) => {
      const key = watchedKey(chainId, asset)
      await journal.transaction('rw', journal.assets, async () => {
        const { isHidden: _, ...row } = (await journal.assets.get(key)) ?? {
          key,
          chainId,
          ...asset,
          addedAt: Date.now(),
        }
        await journal.assets.put(isHidden ? { ...row, isHidden: true } : row)
      })
      return null
    },
  ),

  /** Reads the metadata of ERC-20 tokens, without which an amount in a permit has no meaning. */
  readTokens: verb(
    () => object({ chainId: int, addresses: v.array(address) }),
    ({ chainId, addresses }) => readTokens(chainId, addresses),
  ),

  /**
   * Simulates calls of anybody, and reads contracts before and after them: what a signature would let others do.
   * Throws if the node cannot simulate.
   */
  rehearse: verb(
    () =>
      object({
        chainId: int,
        calls: v.array(object({ from: address, to: address, data: hex })),
        reads: v.array(object({ to: address, data: hex })),
      }),
    ({ chainId, calls, reads }) => rehearse(chainId, calls, reads),
  ),

  /**
   * Reads an account's holdings from a network and caches them, where pages read them; `listed` are tokens to look
   * for, `also` are reads of listed contracts that ride along. Throws 4901 if the node is silent.
   */
  readHoldings: verb(
    () =>
      object({
        chainId: int,
        account: address,
        listed: v.exactOptional(v.array(address)),
        also: v.exactOptional(v.array(object({ to: address, data: hex }))),
      }),
    async ({ chainId, account, listed, also }) => {
      await readHoldings(chainId, account, listed, also)
      return null
    },
  ),
}
