import { type Address, encodeFunctionData, erc20Abi, type Hex, numberToHex } from 'viem'
import type { Chain } from '../chain/index.ts'
import { rpc } from '../chain/rpc.ts'
import { tokensOf, weiOf } from '../e2e/support/chainState.ts'
import { alice } from '../unit/accounts.ts'

/** Kind of a batch: how it runs, and the state of the account before it. */
export type Kind = {
  name: string
  network: 'local' | 'base'
  atomicRequired: boolean
  isAtomic: boolean
  isRefused: boolean
  isDelegated: boolean
  /** Number of nonces that the batch uses. */
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

/** Sequential and atomic alternate, so that a few trials cover both. */
export const kinds: readonly Kind[] = [
  { ...inOrder, name: 'in order, the upgrade refused', isRefused: true },
  // One nonce for the transaction, one for its authorization (EIP-7702).
  { ...atomic, name: 'atomic with an upgrade', nonces: 2 },
  { ...inOrder, name: 'in order, no executor on the chain', network: 'base' },
  { ...atomic, name: 'atomic, upgraded before', isDelegated: true, nonces: 1 },
]

/** Returns the trial's own recipients, one for each call. */
const recipientsOf = (number: number): Address[] =>
  [1n, 2n, 3n].map((index) =>
    numberToHex((0xc0ffeen << 64n) + (BigInt(number) << 8n) + index, { size: 20 }),
  )

/** Builds three calls: one wei, one unit of a token, one wei. */
export const callsOf = (number: number, { contracts }: Chain) =>
  recipientsOf(number).map((to, index) =>
    index === 1
      ? {
          to: contracts.usdc,
          data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, 1n] }),
        }
      : { to, value: '0x1' },
  )

/** Reads how often each call took effect. */
export const paidBy = (number: number, { url, contracts }: Chain): Promise<number[]> =>
  Promise.all(
    recipientsOf(number).map(async (to, index) =>
      Number(await (index === 1 ? tokensOf(url, contracts.usdc, to) : weiOf(url, to))),
    ),
  )

/** Sets the account's code for a kind: none, or a delegation to the executor. */
export const standAccount = async ({ isDelegated }: Kind, { url, contracts }: Chain) => {
  const code: Hex = isDelegated ? `0xef0100${contracts.executor.slice(2)}` : '0x'
  await rpc(url, 'anvil_setCode', [alice, code])
  // Mined, so that the block before the batch has the code too.
  await rpc(url, 'evm_mine')
}
