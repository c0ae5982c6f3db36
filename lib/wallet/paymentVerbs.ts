import {
  encodeFunctionData,
  numberToHex,
  parseAbi,
  zeroAddress,
  type Address,
  type Hex,
} from 'viem'
import * as v from 'valibot'
import { object } from '../rpc/object'
import { journal, type Call } from '../db'
import { readAccountCode } from '../delegate/account'
import { resolveName } from '../names/resolve'
import { findNetwork } from '../network/networks'
import { askInternally } from '../approvals/internalRequest'
import { address, int, quantity } from '../rpc/schema'
import { quoteBatch } from '../simulate/quoteBatch'
import { readTokens } from '../simulate/tokens'
import { verb } from './verb'
import { sameAddress } from '../values/address'

/**
 * A payment: the chain's coin if the asset has no address, a single token if it has a decimal `tokenId`.
 * `amount` in raw units, hex. `id` is minted by the page and becomes the batch's key; `name` is the text
 * the user typed for `to`.
 */
const payment = () =>
  object({
    id: v.string(),
    from: address,
    to: address,
    chainId: int,
    asset: object({
      address: v.exactOptional(address),
      tokenId: v.exactOptional(v.pipe(v.string(), v.regex(/^\d{1,78}$/))),
    }),
    amount: quantity,
    name: v.exactOptional(v.string()),
  })

type Payment = v.InferOutput<ReturnType<typeof payment>>

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

/** Returns the call that makes a payment. */
const callOf = ({ from, to, asset, amount }: Payment): Call =>
  asset.address === undefined
    ? { to, value: amount, data: '0x' }
    : { to: asset.address, value: '0x0', data: dataOf(from, to, asset, amount) }

/** Verbs about payments and revocations from the wallet's own page, and about their recipients. */
export const paymentVerbs = {
  /**
   * Asks the user to approve a payment. A name is resolved again first; `moved`:
   * it now has another address. Throws 4901 if the node is silent.
   */
  send: verb(payment, async (sending) => {
    const { id, from, to, chainId, name } = sending
    const account = await journal.accounts.get(from)
    if (!account || account.source === 'watch' || !findNetwork(chainId) || to === zeroAddress)
      throw new Error('nothing that can be sent')
    if (name !== undefined) {
      const now = await resolveName(name)
      if (!('address' in now) || !sameAddress(now.address, to)) return 'moved'
    }
    await askInternally(id, { from, chainId, atomicRequired: false, calls: [callOf(sending)] })
    return 'done'
  }),

  /**
   * Asks the user to approve the revocation of a delegate (EIP-7702): an empty transaction to the account
   * itself that authorizes the zero address. `id` becomes the batch's key. `changed`: the account no longer
   * has this delegate. Returns the fee and balance (hex wei) instead if the balance is too low.
   */
  revoke: verb(
    () => object({ id: v.string(), from: address, chainId: int, delegate: address }),
    async ({ id, from, chainId, delegate }) => {
      // A page repeats a request that a stopped worker did not answer.
      if (await journal.approvals.get(id)) return 'done'
      const account = await journal.accounts.get(from)
      const signsNone = account?.source === 'watch' || account?.source === 'qr'
      if (!account || signsNone || !findNetwork(chainId))
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
   * Returns the most of the chain's coin that can be sent, and the part reserved for the fee (hex wei): 1.5
   * times the present maximum, since fees may rise until the user approves.
   */
  spendable: verb(
    () => object({ chainId: int, from: address, to: address }),
    async ({ chainId, from, to }) => {
      const calls = [{ to, value: '0x1' as const, data: '0x' as const }]
      const request = { chainId, from, calls, atomicRequired: false }
      const { balance, ceiling, l1Fee } = await quoteBatch(request)
      const fee = ((BigInt(ceiling) + BigInt(l1Fee)) * 3n) / 2n
      const most = BigInt(balance) - fee
      return { most: numberToHex(most > 0n ? most : 0n), fee: numberToHex(fee) }
    },
  ),

  /** Resolves a normalized name (ENS, Basenames) to its address on its registry's network. */
  resolveName: verb(
    () => object({ name: v.string() }),
    ({ name }) => resolveName(name),
  ),

  /** Reads if a recipient's address is a contract, and which token it is. */
  inspect: verb(
    () => object({ chainId: int, address }),
    async ({ chainId, address: at }) => {
      const { kind } = await readAccountCode(chainId, at)
      if (kind !== 'contract') return { isContract: false }
      const token = (await readTokens(chainId, [at]))[at]
      return token ? { isContract: true, token } : { isContract: true }
    },
  ),

  /** Names an address in the user's contacts; null deletes the contact. */
  saveContact: verb(
    () => object({ address, name: v.nullable(v.string()) }),
    async (contact) => {
      const { address: at, name } = contact
      if (name === null) await journal.contacts.delete(at)
      else await journal.contacts.put({ address: at, name })
      return null
    },
  ),
}
