import { numberToHex, type Address, type Hex } from 'viem'
import * as v from 'valibot'
import { object } from '../rpc/object'
import { askInternally } from '../approvals/internalRequest'
import { journal } from '../db'
import { tokensAt } from '../holdings/holdings'
import { readMany } from '../holdings/readMany'
import { remember } from '../network/facts'
import { findNetwork } from '../network/networks'
import { request } from '../network/node'
import { refusalOf } from '../network/refusal'
import { isRpcError, isSilence } from '../rpc/errors'
import { address, given, hex, int } from '../rpc/schema'
import type { Token } from '../simulate/quote'
import { uint } from '../simulate/reader'
import { encodeBalanceOf } from '../simulate/tokens'
import { verb } from './verb'

const calls = () => v.array(object({ to: address, data: hex }))

/**
 * Verbs for pages that search the chain: what others may take (`lib/allowances`) and what arrived (`lib/incoming`). They
 * ask the node, keep what was found, and have the user asked.
 */
export const allowanceVerbs = {
  /** Reads number and time of the newest block. Throws 4901 if the node is silent. */
  readHead: verb(
    () => object({ chainId: int }),
    async ({ chainId }) => {
      const { number, timestamp } = (await request(chainId, 'eth_getBlockByNumber', [
        'latest',
        false,
      ])) as { number: Hex; timestamp: Hex }
      return { number: Number(number), time: Number(timestamp) }
    },
  ),

  /**
   * Reads logs of a range of blocks; `refused` if the node gives none for so many, `missing` if it gives none at
   * all. Throws 4901 if it is silent.
   */
  readLogs: verb(
    () =>
      object({
        chainId: int,
        from: int,
        to: int,
        topics: v.array(v.nullable(v.union([hex, v.array(hex)]))),
      }),
    async ({ chainId, from, to, topics }) => {
      const range = { fromBlock: numberToHex(from), toBlock: numberToHex(to) }
      try {
        const logs = await request(chainId, 'eth_getLogs', [{ ...range, topics }])
        return Array.isArray(logs) ? (logs as unknown[]) : 'refused'
      } catch (error) {
        if (isSilence(error) || !isRpcError(error)) throw error
        return refusalOf(error) === 'missing' ? 'missing' : 'refused'
      }
    },
  ),

  /** Reads contracts, at a block if one is named; null for one that reverts. Throws 4901 if the node is silent. */
  readContracts: verb(
    () =>
      object({
        chainId: int,
        reads: calls(),
        at: v.union([v.picklist(['pending', 'latest']), int]),
      }),
    async ({ chainId, reads, at }) =>
      (await readMany(chainId, reads, typeof at === 'number' ? numberToHex(at) : at)).map(
        (answer) => answer ?? null,
      ),
  ),

  /** Reads what ERC-20 tokens say of themselves, and an account's balances. Throws 4901 if the node is silent. */
  readBalances: verb(
    () => object({ chainId: int, account: address, addresses: v.array(address) }),
    async ({ chainId, account, addresses }) => {
      const data = encodeBalanceOf({ standard: 'ERC20' }, account)
      const tokens = await tokensAt(chainId, addresses)
      const reads = addresses.map((to) => ({ to, data }))
      const balances = await readMany(chainId, reads)
      const said = addresses.flatMap((at, index): [Address, Token & { balance?: Hex }][] => {
        const token = tokens[at]
        const balance = uint(balances[index])
        if (!token) return []
        return [[at, balance === undefined ? token : { ...token, balance: numberToHex(balance) }]]
      })
      return Object.fromEntries(said)
    },
  ),

  /** Keeps under a key what a page found, so that the next search goes on from there. */
  keepAllowances: verb(
    () => object({ key: v.pipe(v.string(), v.regex(/^(allowances|incoming):/)), found: given }),
    async ({ key, found }) => {
      await remember(key, found)
      return null
    },
  ),

  /** Asks the user to approve a batch that takes allowances back. `id` becomes the batch's key. */
  takeBack: verb(
    () => object({ id: v.string(), from: address, chainId: int, calls: calls() }),
    async ({ id, from, chainId, calls: made }) => {
      const account = await journal.accounts.get(from)
      if (!account || account.source === 'watch' || !findNetwork(chainId) || made.length === 0)
        throw new Error('nothing that can be taken back')
      await askInternally(id, {
        from,
        chainId,
        atomicRequired: false,
        calls: made.map((call) => ({ ...call, value: '0x0' as const })),
      })
      return null
    },
  ),
}
