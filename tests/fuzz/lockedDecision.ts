import { pad, toEventSelector, type Address, type Hex } from 'viem'
import type { BatchDecision } from '@/lib/batch/approveBatch'
import { append } from '@/lib/batch/journal'
import type { Batch } from '@/lib/db'
import type { Receipt } from '@/lib/db/batchEvent'
import { universalRouterOn } from '@/lib/decode/contracts'
import { executor } from '@/lib/delegate/executor'
import { hashOutcome, type KeptOutcome } from '@/lib/simulate/acceptedOutcome'
import { nothingChanged } from '../harness/world'
import { alice, bob } from '../unit/accounts'
import { did } from '../unit/batch/batches'

/** A token that no request names: only the lock holds it, and takes its allowance back. */
const token: Address = '0x10c4ed0000000000000000000000000000010c4e'

const router = universalRouterOn(8453) ?? token

/** The background's copy of the outcome that the user of each batch has seen. */
export const seen: KeptOutcome = {
  outcome: { ...nothingChanged, mode: 'atomic', delegate: executor },
  lock: {
    router,
    checkers: [],
    holds: [
      { asset: { standard: 'native' }, had: '0x8ac7230489e80000' },
      { asset: { standard: 'ERC20', address: token }, had: '0x3b9aca00' },
    ],
    l1Fee: '0x0',
    left: 0,
    resets: [{ standard: 'ERC20', token, spender: bob }],
  },
}

/** Approves an atomic batch of so many calls with its lock; a single one where the account is delegated already. */
export const decisionFor = (count: number): BatchDecision => ({
  mode: 'atomic',
  upgrade: count > 1,
  gas: ['0x7a120'],
  fees: { maxFeePerGas: '0x3e8', maxPriorityFeePerGas: '0x64' },
  expected: 'succeeds',
  outcomes: [hashOutcome(seen.outcome)],
})

const log = (address: Address, spender: Address, amount: Hex): Receipt['logs'][number] => ({
  address,
  topics: [
    toEventSelector('Approval(address,address,uint256)'),
    pad(alice, { size: 32 }),
    pad(spender, { size: 32 }),
  ],
  data: pad(amount, { size: 32 }),
})

/** How a batch ends, by turns: not yet, with a log of a call and of its lock, or stopped by its lock. */
export const end = async ({ key }: Batch, turn: number): Promise<void> => {
  const kind = turn % 3
  if (kind === 0) return
  const name = `${key} ${turn}`
  const logs = kind === 1 ? [log(bob, bob, '0x1'), log(token, bob, '0x0')] : []
  const receipt = { logs, status: kind === 1 ? '0x1' : '0x0' } as const
  const events = [did.signed(name, 0, { nonce: turn }), did.sent(name), did.sealed(name, receipt)]
  await append(key, events, Date.now())
}

/** True if an answer to a site tells of the token that only the lock names. */
export const tellsOfLock = (text: string): boolean => text.toLowerCase().includes(token.slice(2))
