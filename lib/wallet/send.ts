import {
  encodeFunctionData,
  isAddressEqual,
  parseAbi,
  zeroAddress,
  type Address,
  type Hex,
} from 'viem'
import { journal, type Call } from '../db'
import { resolveName } from '../names/resolve'
import { findNetwork } from '../network/networks'
import { askOwn } from '../approvals/internalRequest'
import type { Sending } from './contract'
import type { Handler } from './door'

const abi = parseAbi([
  'function transfer(address to, uint256 amount)',
  'function safeTransferFrom(address from, address to, uint256 id)',
])

const dataOf = (from: Address, to: Address, asset: Sending['asset'], amount: Hex): Hex =>
  asset.tokenId === undefined
    ? encodeFunctionData({ abi, functionName: 'transfer', args: [to, BigInt(amount)] })
    : encodeFunctionData({
        abi,
        functionName: 'safeTransferFrom',
        args: [from, to, BigInt(asset.tokenId)],
      })

/** The one call that sends it: the chain's coin, an amount of a token, or a single token. */
export const callOf = ({ from, to, asset, amount }: Sending): Call =>
  asset.address === undefined
    ? { to, value: amount, data: '0x' }
    : { to: asset.address, value: '0x0', data: dataOf(from, to, asset, amount) }

/**
 * Puts what the user set up in front of them in the approval window. A name is looked up once more: what is
 * asked for is what it means now, or nothing.
 */
export const send: Handler<'send'> = async (sending) => {
  const { id, from, to, chainId, name } = sending
  const account = await journal.accounts.get(from)
  if (!account || account.source === 'watch' || !findNetwork(chainId) || to === zeroAddress)
    throw new Error('nothing that can be sent')
  if (name !== undefined) {
    const now = await resolveName(name)
    if (!('address' in now) || !isAddressEqual(now.address, to)) return 'moved'
  }
  await askOwn(id, { from, chainId, atomicRequired: false, calls: [callOf(sending)] })
  return 'done'
}
