import { encodeFunctionData, erc20Abi, toEventSelector, type Address, type Hex } from 'viem'
import type { CallsStatus } from '@/lib/batch/status'
import type { Call } from '@/lib/db'
import { executor } from '@/lib/delegate/executor'
import { hashOutcome, keptOutcome } from '@/lib/simulate/acceptedOutcome'
import { quoteBatch } from '@/lib/simulate/quoteBatch'
import { usdc } from '../chain/deploy.ts'
import { entryPoint } from '../chain/entryPoint.ts'
import { rpc } from '../chain/rpc.ts'
import { startSponsors, type Sponsors } from '../chain/sponsor.ts'
import { tokensOf } from '../e2e/support/chainState.ts'
import { alice, bob } from '../unit/accounts.ts'
import type { Seen } from './lockedSwap.ts'

/** The services that pay and bundle, by the chain's URL. */
const opened = new Map<string, Sponsors>()

/** Quotes by the chain's URL: each trial starts from the same state. */
const quoted = new Map<string, Promise<Seen>>()

/** Deploys EntryPoint and paymasters on a chain, and starts the services for it. Returns how to stop them. */
export const openSponsors = async (url: string, chainId: number): Promise<() => Promise<void>> => {
  const sponsors = await startSponsors(url, chainId, bob, usdc)
  opened.set(url, sponsors)
  return async () => {
    opened.delete(url)
    quoted.delete(url)
    await Promise.all([sponsors.signing.stop(), sponsors.takesTokens.stop()])
  }
}

/** Takes all coin from the account: what its batch costs, somebody else pays, or nobody. */
export const leavePenniless = (url: string) => rpc(url, 'anvil_setBalance', [alice, '0x0'])

/** Pays each recipient one unit of a token. */
export const tokensTo = (recipients: readonly Address[]): Call[] =>
  recipients.map((to) => ({
    to: usdc,
    value: '0x0',
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, 1n] }),
  }))

/** Quotes the batch as the window does. Throws if nobody else pays: the trial would prove nothing. */
export const lookAtSponsored = (url: string, calls: Call[], chainId: number): Promise<Seen> => {
  const known = quoted.get(url) ?? quote(url, calls, chainId)
  quoted.set(url, known)
  return known
}

const quote = async (url: string, calls: Call[], chainId: number): Promise<Seen> => {
  const paymaster = { url: opened.get(url)?.signing.url ?? '', optional: true }
  const asked = { from: alice, chainId, calls, atomicRequired: true, paymaster }
  const now = await quoteBatch(asked)
  const { mode, upgrade, gas, fees, verdict: expected, delegate, sponsor } = now
  if (!sponsor?.terms) throw new Error(`nobody else pays: ${JSON.stringify(now.unsponsored)}`)
  const kept = keptOutcome(now)
  const paid = { isSponsored: true as const, outcomes: [hashOutcome(kept.outcome)] }
  return {
    kept,
    decision: { mode, upgrade, gas, fees, expected, delegate: delegate ?? executor, ...paid },
  }
}

const ended = toEventSelector(
  'UserOperationEvent(bytes32,address,address,uint256,bool,uint256,uint256)',
)

/** Counts the account's operations that the EntryPoint says succeeded. */
const operationsOn = async (url: string): Promise<number> => {
  const filter = {
    address: entryPoint,
    topics: [ended, null, `0x${alice.slice(2).toLowerCase().padStart(64, '0')}`],
    fromBlock: '0x0',
  }
  const found = await rpc<{ data: Hex }[]>(url, 'eth_getLogs', [filter])
  // nonce, success, cost and gas, a word each
  return found.filter(({ data }) => BigInt(`0x${data.slice(2 + 64, 2 + 128)}`) === 1n).length
}

/** Counts how often each recipient was paid, and the operations that did it by the EntryPoint's own events. */
export const paidByOperations = async (
  url: string,
  recipients: readonly Address[],
): Promise<number[]> => {
  const paid = await Promise.all(recipients.map((to) => tokensOf(url, usdc, to)))
  return [...paid.map(Number), await operationsOn(url)]
}

/** True if a status has one receipt with the logs of the site's own calls, and none of those of the EntryPoint. */
export const readsAsOwn =
  (count: number) =>
  ({ status, atomic, receipts = [] }: CallsStatus): boolean => {
    const [receipt] = receipts
    if (!atomic || receipts.length > 1) return false
    if (!receipt) return status === 100 || status === 400
    return receipt.logs.length === (receipt.status === '0x1' ? count : 0)
  }
