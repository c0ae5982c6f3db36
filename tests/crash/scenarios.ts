import { numberToHex, type Address, type Hex } from 'viem'
import { delegation, deviceExecutor, executor } from '@/lib/delegate/executor'
import { askInternally } from '@/lib/approvals/internalRequest'
import type { BatchDecision } from '@/lib/batch/approveBatch'
import type { CallsStatus, StatusCode } from '@/lib/batch/status'
import { rpc } from '../chain/rpc.ts'
import { alice } from '../unit/accounts.ts'
import {
  allowBob,
  callsTo,
  effectsOn,
  lookAt,
  readsAsPlain,
  takeAsBob,
  type Seen,
} from './lockedSwap.ts'
import {
  leavePenniless,
  lookAtSponsored,
  paidByOperations,
  readsAsOwn,
  tokensTo,
} from './sponsoredBatch.ts'
import { fees } from './worker.ts'

/** The chain that trials run on. */
export const chainId = 31337

/** A request, how the user approves it, and how its effects are counted on chain. */
type Scenario = {
  prepare: (url: string) => Promise<unknown>
  /** Params of the dapp's `wallet_sendCalls`; undefined if the user asks in the wallet's own page. */
  params: unknown[] | undefined
  /** Asks as the user. Their page repeats it under the same id until a worker has answered. */
  ask: (id: string) => Promise<void>
  /** The user's approval of the calls that are left when `signed` transactions are signed. */
  decision: (signed: number) => BatchDecision
  /** Looks at the batch as the window does; what was seen is then approved instead, with its lock. */
  look?: (url: string) => Promise<Seen>
  /** True if a status of the batch tells its site no more than it may. */
  isFit?: (status: CallsStatus) => boolean
  /** Status of an unbroken run; without it, 200. */
  ends?: StatusCode
  /** Counts how often each part has taken effect, on a chain that `prepare` has set up. */
  done: (url: string) => Promise<number[]>
  /** Kind of the device that the account's key is in, which a page asks. */
  device?: 'ledger' | 'qr'
}

/** Returns so many recipients that nobody else pays, one for each call. */
const recipientsOf = (count: number): Address[] =>
  Array.from({ length: count }, (_, n): Address => `0x${`c0ffee${n + 1}`.padStart(40, '0')}`)

const batch = (mode: 'sequence' | 'atomic', recipients = recipientsOf(3)): Scenario => ({
  prepare: () => Promise.resolve(),
  params: [
    {
      version: '2.0.0',
      from: alice,
      chainId: numberToHex(chainId),
      atomicRequired: mode === 'atomic',
      calls: recipients.map((to) => ({ to, value: '0x1' })),
    },
  ],
  ask: () => Promise.resolve(),
  decision: (signed) => ({
    mode,
    upgrade: mode === 'atomic',
    fees,
    expected: 'succeeds',
    gas: mode === 'atomic' ? ['0x493e0'] : recipients.slice(signed).map((): Hex => '0x5208'),
  }),
  done: (url) =>
    Promise.all(
      recipients.map(async (to) =>
        Number(await rpc<string>(url, 'eth_getBalance', [to, 'latest'])),
      ),
    ),
})

/** The number of nonces that Alice had used before a trial, by the chain's URL. A revocation uses two. */
const before = new Map<string, number>()

const count = async (url: string) =>
  Number(await rpc<string>(url, 'eth_getTransactionCount', [alice, 'latest']))

const revoke: Scenario = {
  prepare: async (url) => {
    await rpc(url, 'anvil_setCode', [alice, delegation(executor)])
    before.set(url, await count(url))
  },
  params: undefined,
  ask: (id) =>
    askInternally(id, {
      from: alice,
      chainId,
      atomicRequired: false,
      revokes: executor,
      calls: [{ to: alice, value: '0x0', data: '0x' }],
    }),
  decision: () => ({
    mode: 'one',
    upgrade: false,
    fees,
    expected: 'succeeds',
    gas: ['0xea60'],
  }),
  done: async (url) => {
    const isGone = (await rpc(url, 'eth_getCode', [alice, 'latest'])) === '0x'
    const used = (await count(url)) - (before.get(url) ?? 0)
    return [isGone ? used / 2 : 0]
  },
}

const [first = alice, second = alice] = recipientsOf(2)
const paidTo = [first, second] as const

const locked: Scenario = {
  ...batch('atomic'),
  params: [
    {
      version: '2.0.0',
      from: alice,
      chainId: numberToHex(chainId),
      atomicRequired: true,
      calls: callsTo(paidTo),
    },
  ],
  look: (url) => lookAt(url, callsTo(paidTo), chainId),
  isFit: readsAsPlain,
  done: (url) => effectsOn(url, paidTo),
}

const stopped: Scenario = {
  ...locked,
  prepare: allowBob,
  look: async (url) => {
    const seen = await lookAt(url, callsTo(paidTo), chainId)
    await takeAsBob(url)
    return seen
  },
  ends: 500,
}

/** Somebody else pays for it, upgrade included: the account has no coin. */
const sponsored: Scenario = {
  ...batch('atomic'),
  prepare: leavePenniless,
  params: [
    {
      version: '2.0.0',
      from: alice,
      chainId: numberToHex(chainId),
      atomicRequired: true,
      calls: tokensTo(recipientsOf(3)),
    },
  ],
  look: (url) => lookAtSponsored(url, tokensTo(recipientsOf(3)), chainId),
  isFit: readsAsOwn(3),
  done: (url) => paidByOperations(url, recipientsOf(3)),
}

/** A scenario whose account is in a device. */
const onDevice = (scenario: Scenario, device: 'ledger' | 'qr' = 'ledger'): Scenario => ({
  ...scenario,
  device,
})

const atomic = batch('atomic')

/** Upgrades to the code for which devices sign. */
const deviceAtomic: Scenario = {
  ...onDevice(atomic),
  prepare: async (url) => {
    const code = await rpc(url, 'eth_getCode', [executor, 'latest'])
    await rpc(url, 'anvil_setCode', [deviceExecutor, code])
  },
  decision: (signed) => ({ ...atomic.decision(signed), delegate: deviceExecutor }),
}

/**
 * The scenarios of the crash matrix, by name. `atomic` has no lock, `stopped` is one that its lock stops on chain, and
 * `many` has thirty calls in order.
 */
export const scenarios: Record<
  | 'sequence'
  | 'atomic'
  | 'locked'
  | 'stopped'
  | 'sponsored'
  | 'revoke'
  | 'many'
  | 'deviceSequence'
  | 'deviceAtomic'
  | 'deviceRevoke'
  | 'qrSequence'
  | 'qrPair',
  Scenario
> = {
  sequence: batch('sequence'),
  atomic,
  locked,
  stopped,
  sponsored,
  revoke,
  many: batch('sequence', recipientsOf(30)),
  deviceSequence: onDevice(batch('sequence')),
  deviceAtomic,
  deviceRevoke: onDevice(revoke),
  qrSequence: onDevice(batch('sequence'), 'qr'),
  qrPair: onDevice(batch('sequence', recipientsOf(2)), 'qr'),
}

/** The name of a scenario. */
export type ScenarioName = keyof typeof scenarios
