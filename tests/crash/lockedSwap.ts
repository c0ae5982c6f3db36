import { encodeFunctionData, erc20Abi, numberToHex, parseAbi, type Address } from 'viem'
import type { BatchDecision } from '@/lib/batch/approveBatch'
import type { CallsStatus } from '@/lib/batch/status'
import type { Call } from '@/lib/db'
import { hashOutcome, keptOutcome, type KeptOutcome } from '@/lib/simulate/acceptedOutcome'
import { quoteBatch } from '@/lib/simulate/quoteBatch'
import { dai, swap, usdc } from '../chain/deploy.ts'
import { rpc } from '../chain/rpc.ts'
import { nonceOf, tokensOf, weiOf } from '../e2e/support/chainState.ts'
import { alice, bob } from '../unit/accounts.ts'
import { fees } from './worker.ts'

/** A batch as its user has seen it: the decision that accepts it, and the copy that the background keeps. */
export type Seen = { decision: BatchDecision; kept: KeptOutcome }

const swapAbi = parseAbi([
  'function swap(address tokenIn, address tokenOut, uint256 amountIn, uint256 minOut) returns (uint256 out)',
])

const erc20 = (functionName: 'approve' | 'transfer', to: Address, amount: bigint): Call => ({
  to: usdc,
  value: '0x0',
  data: encodeFunctionData({ abi: erc20Abi, functionName, args: [to, amount] }),
})

/** Units of the token that are swapped, and what comes out for them. */
const [sold, bought] = [10n, 2n * 10n ** 13n]

/** Pays wei, approves more than is swapped, so that the lock takes the rest back, swaps, and pays a token. */
export const callsTo = ([first, second]: readonly [Address, Address]): Call[] => [
  { to: first, value: '0x1', data: '0x' },
  erc20('approve', swap, 3n * sold),
  {
    to: swap,
    value: '0x0',
    data: encodeFunctionData({
      abi: swapAbi,
      functionName: 'swap',
      args: [usdc, dai, sold, bought],
    }),
  },
  erc20('transfer', second, 1n),
]

/** Balance of what is bought, on each chain before a trial. */
const before = new Map<string, bigint>()

/** Quotes by the chain's URL and the account's nonce: trials start from the same state. */
const quoted = new Map<string, Promise<Seen>>()

/** Quotes the batch as the window does. Throws if it comes without a lock: the trial would prove nothing. */
export const lookAt = async (url: string, calls: Call[], chainId: number): Promise<Seen> => {
  const key = `${url} ${await nonceOf(url, alice)}`
  const known = quoted.get(key) ?? quote(url, calls, chainId)
  quoted.set(key, known)
  return known
}

const quote = async (url: string, calls: Call[], chainId: number): Promise<Seen> => {
  before.set(url, await tokensOf(url, dai, alice))
  const asked = { from: alice, chainId, calls, atomicRequired: true }
  const now = await quoteBatch(asked, 'atomic', undefined, fees)
  const { lock, open, mode, upgrade, gas } = now
  if (lock?.holds.length !== 3 || lock.resets?.length !== 1)
    throw new Error(`the batch is not locked: ${open} ${JSON.stringify(now.failing)}`)
  const kept = keptOutcome(now)
  const outcomes = [hashOutcome(kept.outcome)]
  return { kept, decision: { mode, upgrade, gas, fees, expected: 'succeeds', outcomes } }
}

/** Counts how often the payment, the swap and the payment of a token took effect. */
export const effectsOn = async (
  url: string,
  [first, second]: readonly [Address, Address],
): Promise<number[]> => {
  const gained = (await tokensOf(url, dai, alice)) - (before.get(url) ?? 0n)
  const paid = [await weiOf(url, first), gained / bought, await tokensOf(url, usdc, second)]
  return paid.map(Number)
}

const send = async (url: string, from: Address, call: Call) => {
  await rpc(url, 'eth_sendTransaction', [{ from, to: call.to, data: call.data, gas: '0x30d40' }])
  await rpc(url, 'evm_mine')
}

/** Lets Bob take tokens of Alice, as an older allowance does. */
export const allowBob = (url: string) => send(url, alice, erc20('approve', bob, 1_000n))

/** Bob takes them: more is gone than any lock of the batch lets go. */
export const takeAsBob = async (url: string) => {
  const args = [alice, bob, 1_000n] as const
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transferFrom', args })
  const had = await tokensOf(url, usdc, bob)
  await send(url, bob, { to: usdc, value: numberToHex(0), data })
  if ((await tokensOf(url, usdc, bob)) !== had + 1_000n) throw new Error('Bob took nothing')
}

/** Logs of the site's own calls: two of approvals and payments each, and three of the swap. */
const ownLogs = 5

/**
 * True if a status reads as that of a batch without locks: one receipt, with the logs of the site's own calls if they
 * ran, and with none if the lock stopped them.
 */
export const readsAsPlain = ({ status, atomic, receipts = [] }: CallsStatus): boolean => {
  const [receipt] = receipts
  if (!atomic || receipts.length > 1) return false
  if (!receipt) return status === 100 || status === 400
  return receipt.logs.length === (receipt.status === '0x1' ? ownLogs : 0)
}
