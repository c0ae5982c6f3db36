import {
  createWalletClient,
  encodeFunctionData,
  erc20Abi,
  http,
  parseAbi,
  type AuthorizationList,
  type Hex,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { base } from 'viem/chains'
import { executor } from '../../../lib/delegate/executor.ts'
import { rpc } from '../../chain/rpc.ts'
import { alice, keys } from '../../unit/accounts.ts'
import type { Measure, Row } from '../measure.ts'
import type { Scene } from '../scene.ts'

type Sent = { to: Hex; data: Hex; value?: bigint; authorizationList?: AuthorizationList }

type Call = { target: Hex; value: bigint; data: Hex }

const batchAbi = parseAbi([
  'struct Call { address target; uint256 value; bytes data; }',
  'function executeBatch(Call[] calls)',
])
const swapAbi = parseAbi([
  'function swap(address tokenIn, address tokenOut, uint256 amountIn, uint256 minOut) returns (uint256)',
])

const person = (index: number): Hex => `0x${(0xbe9c000 + index).toString(16).padStart(40, '0')}`

const kinds = ({ chain: { contracts } }: Scene) => ({
  transfers: (index: number): Call => ({ target: person(index), value: 1n, data: '0x' }),
  'ERC-20 transfers': (index: number): Call => ({
    target: contracts.usdc,
    value: 0n,
    data: encodeFunctionData({
      abi: erc20Abi,
      functionName: 'transfer',
      args: [person(index), 1n],
    }),
  }),
  swaps: (): Call => ({
    target: contracts.swap,
    value: 0n,
    data: encodeFunctionData({
      abi: swapAbi,
      functionName: 'swap',
      args: [contracts.usdc, contracts.dai, 100n, 1n],
    }),
  }),
})

/**
 * Measures the gas of one atomic transaction against one transaction for each call, with and without the
 * upgrade.
 */
export const gas: Measure = {
  name: 'gas',
  async run(scene) {
    const { url, contracts } = scene.chain
    const account = privateKeyToAccount(keys[alice] ?? '0x')
    const client = createWalletClient({ account, chain: base, transport: http(url) })
    const nonceNow = async () =>
      Number(await rpc<Hex>(url, 'eth_getTransactionCount', [alice, 'latest']))
    const spent = async (transaction: Sent) => {
      const hash = await client.sendTransaction({ ...transaction, nonce: await nonceNow() })
      type Receipt = { status: Hex; gasUsed: Hex } | null
      let receipt: Receipt = null
      while (!receipt) receipt = await rpc<Receipt>(url, 'eth_getTransactionReceipt', [hash])
      if (receipt.status !== '0x1') throw new Error('A transaction of the gas table failed.')
      return Number(receipt.gasUsed)
    }
    const atomic = (calls: Call[]) => ({
      to: alice,
      data: encodeFunctionData({ abi: batchAbi, functionName: 'executeBatch', args: [calls] }),
    })
    const delegate = async (contractAddress: Hex) =>
      client.signAuthorization({ contractAddress, nonce: (await nonceNow()) + 1 })
    const rows: Row[] = []
    const approve = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'approve',
      args: [contracts.swap, 10n ** 12n],
    })
    const start = await rpc<string>(url, 'evm_snapshot')
    await spent({ to: contracts.usdc, data: approve })
    for (const [kind, make] of Object.entries(kinds(scene)))
      for (const count of [1, 2, 10, 100]) {
        const snapshot = await rpc<string>(url, 'evm_snapshot')
        const calls = Array.from({ length: count }, (_, index) => make(index))
        // Run once unmeasured, so that the recipients' accounts exist in every variant.
        for (const call of calls) await spent(toTransaction(call))
        let single = 0
        for (const call of calls) single += await spent(toTransaction(call))
        const authorizationList = [await delegate(executor)]
        const first = await spent({ ...atomic(calls), authorizationList })
        const after = await spent(atomic(calls))
        const line = (name: string, value: number): Row => ({
          name: `${count} ${kind}, ${name}`,
          unit: 'gas',
          growth: { of: `${kind}, ${name}`, at: count },
          floor: { median: single, p95: single, n: 1 },
          wallet: { median: value, p95: value, n: 1 },
        })
        rows.push(line('atomic with the upgrade', first), line('atomic after', after))
        await rpc(url, 'evm_revert', [snapshot])
      }
    await rpc(url, 'evm_revert', [start])
    return rows
  },
}

const toTransaction = ({ target, value, data }: Call) => ({ to: target, value, data })
