import {
  encodeFunctionData,
  isAddressEqual,
  numberToHex,
  parseAbi,
  zeroAddress,
  type Address,
  type Hex,
} from 'viem'
import * as z from 'zod/mini'
import { journal, type Call } from '../db'
import { readAccountCode } from '../delegate/account'
import { resolveName } from '../names/resolve'
import { findNetwork } from '../network/networks'
import { askInternally } from '../approvals/internalRequest'
import { address, quantity } from '../rpc/schema'
import { quoteBatch } from '../simulate/simulate'
import { readTokens } from '../simulate/tokens'
import { verb } from './verb'

/**
 * A payment: the chain's coin where the asset has no address, a single token where it has an ID, in decimal.
 * `amount` is in raw units. `id` is made up by the page and becomes the batch's key; `name` is what the user
 * typed for `to`.
 */
const payment = () =>
  z.object({
    id: z.string(),
    from: address,
    to: address,
    chainId: z.int(),
    asset: z.object({
      address: z.exactOptional(address),
      tokenId: z.exactOptional(z.string().check(z.regex(/^\d{1,78}$/))),
    }),
    amount: quantity,
    name: z.exactOptional(z.string()),
  })

type Payment = z.output<ReturnType<typeof payment>>

const abi = parseAbi([
  'function transfer(address to, uint256 amount)',
  'function safeTransferFrom(address from, address to, uint256 id)',
])

const dataOf = (from: Address, to: Address, asset: Payment['asset'], amount: Hex): Hex =>
  asset.tokenId === undefined
    ? encodeFunctionData({ abi, functionName: 'transfer', args: [to, BigInt(amount)] })
    : encodeFunctionData({
        abi,
        functionName: 'safeTransferFrom',
        args: [from, to, BigInt(asset.tokenId)],
      })

/** The one call that pays: the chain's coin, an amount of a token, or a single token. */
const callOf = ({ from, to, asset, amount }: Payment): Call =>
  asset.address === undefined
    ? { to, value: amount, data: '0x' }
    : { to: asset.address, value: '0x0', data: dataOf(from, to, asset, amount) }

/** Verbs about what the user sends from the wallet's own page, to whom, and transactions of the account to itself. */
export const paymentVerbs = {
  /**
   * Asks the user to approve a payment in the approval window. A name is looked up once more: what is asked
   * for goes to the address that it has now. `moved`: that is another one. Throws 4901 if the node is silent.
   */
  send: verb(payment, async (sending) => {
    const { id, from, to, chainId, name } = sending
    const account = await journal.accounts.get(from)
    if (!account || account.source === 'watch' || !findNetwork(chainId) || to === zeroAddress)
      throw new Error('nothing that can be sent')
    if (name !== undefined) {
      const now = await resolveName(name)
      if (!('address' in now) || !isAddressEqual(now.address, to)) return 'moved'
    }
    await askInternally(id, { from, chainId, atomicRequired: false, calls: [callOf(sending)] })
    return 'done'
  }),

  /**
   * Asks the user to approve the end of a delegation: an empty transaction of the account to itself that
   * delegates it to nobody. `id` becomes the batch's key. `changed`: the account has another delegate by now,
   * or none. Gives the fee, in wei, where the balance is not enough for it.
   */
  revoke: verb(
    () => z.object({ id: z.string(), from: address, chainId: z.int(), delegate: address }),
    async ({ id, from, chainId, delegate }) => {
      // A page repeats what a stopped worker did not answer.
      if (await journal.approvals.get(id)) return 'done'
      const account = await journal.accounts.get(from)
      if (!account || account.source === 'watch' || !findNetwork(chainId))
        throw new Error('nothing that can be revoked')
      const request = {
        from,
        chainId,
        atomicRequired: false,
        revokes: delegate,
        calls: [{ to: from, value: '0x0', data: '0x' } as const],
      }
      const { blocked, isShort, ceiling, l1Fee, balance } = await quoteBatch(request)
      if (blocked) return 'changed'
      if (isShort) return { ceiling, l1Fee, balance }
      await askInternally(id, request)
      return 'done'
    },
  ),

  /**
   * Tells how much of the chain's coin can be sent, in wei, and what is set apart for the fee: half of it more
   * than it could be now, since fees rise until the user has approved.
   */
  spendable: verb(
    () => z.object({ chainId: z.int(), from: address, to: address }),
    async ({ chainId, from, to }) => {
      const calls = [{ to, value: '0x1' as const, data: '0x' as const }]
      const request = { chainId, from, calls, atomicRequired: false }
      const { balance, ceiling, l1Fee } = await quoteBatch(request)
      const fee = ((BigInt(ceiling) + BigInt(l1Fee)) * 3n) / 2n
      const most = BigInt(balance) - fee
      return { most: numberToHex(most > 0n ? most : 0n), fee: numberToHex(fee) }
    },
  ),

  /** Resolves a normalized name to its address, asked of the network that keeps it. */
  resolveName: verb(
    () => z.object({ name: z.string() }),
    ({ name }) => resolveName(name),
  ),

  /** Inspects an address that the user is about to send to: whether a contract stands there, and what token it is. */
  inspect: verb(
    () => z.object({ chainId: z.int(), address }),
    async ({ chainId, address: at }) => {
      const { kind } = await readAccountCode(chainId, at)
      if (kind !== 'contract') return { isContract: false }
      const token = (await readTokens(chainId, [at]))[at]
      return token ? { isContract: true, token } : { isContract: true }
    },
  ),

  /** Names an address in the user's contacts; null forgets the name. */
  saveContact: verb(
    () => z.object({ address, name: z.nullable(z.string()) }),
    async (contact) => {
      const { address: at, name } = contact
      if (name === null) await journal.contacts.delete(at)
      else await journal.contacts.put({ address: at, name })
      return null
    },
  ),
}
