import { type Address, encodeFunctionData, erc20Abi, type Hex, numberToHex } from 'viem'
import type { Chain } from '../chain/index.ts'
import { rpc } from '../chain/rpc.ts'
import { tokensOf, weiOf } from '../e2e/support/chainState.ts'
import { alice } from '../unit/people.ts'

/** A way in which a batch runs, and how the account stands when it begins. */
export type Kind = {
  name: string
  network: 'local' | 'base'
  atomicRequired: boolean
  isAtomic: boolean
  isRefused: boolean
  isDelegated: boolean
  /** How many nonces of the account it uses. */
  nonces: number
}

const atomic: Omit<Kind, 'name' | 'nonces'> = {
  network: 'local',
  atomicRequired: true,
  isAtomic: true,
  isRefused: false,
  isDelegated: false,
}
const inOrder = { ...atomic, atomicRequired: false, isAtomic: false, nonces: 3 }

/** In order and atomic in turn, so that a few trials have both. */
export const kinds: readonly Kind[] = [
  { ...inOrder, name: 'in order, the upgrade refused', isRefused: true },
  // The transaction and its authorization.
  { ...atomic, name: 'atomic with an upgrade', nonces: 2 },
  { ...inOrder, name: 'in order, no executor on the chain', network: 'base' },
  { ...atomic, name: 'atomic, upgraded before', isDelegated: true, nonces: 1 },
]

/** Recipients that no other trial pays, one for each call. */
const recipientsOf = (number: number): Address[] =>
  [1n, 2n, 3n].map((index) =>
    numberToHex((0xc0ffeen << 64n) + (BigInt(number) << 8n) + index, { size: 20 }),
  )

/** Pays one wei, one unit of a token, one wei. */
export const callsOf = (number: number, { contracts }: Chain) =>
  recipientsOf(number).map((to, index) =>
    index === 1
      ? {
          to: contracts.usdc,
          data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, 1n] }),
        }
      : { to, value: '0x1' },
  )

/** How often each call took effect. */
export const paidBy = (number: number, { url, contracts }: Chain): Promise<number[]> =>
  Promise.all(
    recipientsOf(number).map(async (to, index) =>
      Number(await (index === 1 ? tokensOf(url, contracts.usdc, to) : weiOf(url, to))),
    ),
  )

/** Puts the account where the kind begins: plain, or with the executor as its delegate. */
export const standAccount = async ({ isDelegated }: Kind, { url, contracts }: Chain) => {
  const code: Hex = isDelegated ? `0xef0100${contracts.executor.slice(2)}` : '0x'
  await rpc(url, 'anvil_setCode', [alice, code])
  // So that the block before the batch shows it too.
  await rpc(url, 'evm_mine')
}
