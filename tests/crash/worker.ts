import { keccak256, type Hash, type Hex } from 'viem'
import { wait } from '@/lib/async'
import * as approvals from '@/lib/approvals/approvals'
import { append } from '@/lib/batch/journal'
import { createSponsors } from '@/lib/batch/sponsors'
import type { World } from '@/lib/batch/world'
import type { EventRow } from '@/lib/db'
import { askedFor, withDevices } from '@/lib/devices/signings'
import { createKeyring } from '@/lib/keyring/keyring'
import type { Session } from '@/lib/keyring/session'
import { rpcError } from '@/lib/rpc/errors'
import { hashOutcome, type KeptOutcome } from '@/lib/simulate/acceptedOutcome'
import { composeWallet } from '../harness/wallet.ts'
import { locks, nothingChanged } from '../harness/world.ts'
import { askChain } from '../harness/askChain.ts'
import { rowsOf } from './diskTap.ts'
import { effect, never, within, type Life } from './effects.ts'

/** Fees that the user approves, in hex wei. */
export const fees = { maxFeePerGas: '0x174876e800', maxPriorityFeePerGas: '0x3b9aca00' } as const

/** A defect put into the wallet on purpose, to see that the trials find it. */
export type Change = (world: World) => World

const isRecorded = async (hash: Hash): Promise<boolean> =>
  (await rowsOf<EventRow>('events')).some(
    ({ event }) => (event.type === 'signed' || event.type === 'operation') && event.hash === hash,
  )

const silent = () => rpcError('chainDisconnected', 'the reply was lost')

/**
 * Starts the background with its real stack, disk, keys and chain, and counts each effect at its edges. The
 * window, the key of an unlocked wallet and the outcome that was `seen` belong to the machine and outlive the worker.
 */
export const startWorker = (
  life: Life,
  url: string,
  session: Session,
  change: Change,
  seen?: KeptOutcome,
) => {
  const { host } = life
  const keyring = createKeyring(session)
  const sign = withDevices(keyring.sign)

  const request: World['request'] = (_chainId, method, params) => {
    const isSending = method === 'eth_sendRawTransaction'
    const send = async () => {
      if (isSending && !(await isRecorded(keccak256(params[0] as Hex)))) host.unrecorded++
      return askChain(url, method, params)
    }
    return effect(life, { kind: isSending ? 'send' : 'node', name: method }, send, silent)
  }

  const services = createSponsors(keyring.signOperation, keyring.isUnlocked)
  /** A service whose reply is lost is one that is silent. */
  const quiet = () => ({ failed: 'silent' as const })

  const sponsors: World['sponsors'] = {
    final: (...asked) =>
      effect(life, { kind: 'node', name: 'pm_getPaymasterData' }, () =>
        services.final(...asked),
      ).catch(quiet),
    send: (terms, signed, hash) => {
      const send = async () => {
        if (!(await isRecorded(hash))) host.unrecorded++
        return services.send(terms, signed, hash)
      }
      return effect(life, { kind: 'send', name: 'eth_sendUserOperation' }, send).catch(quiet)
    },
    sign: (from, signing) =>
      effect(life, { kind: 'sign', name: 'operation' }, () =>
        within(life, () => services.sign(from, signing)),
      ),
    isUnlocked: services.isUnlocked,
  }

  const world = change({
    request,
    append,
    sign: (from, signing) =>
      effect(life, { kind: 'sign', name: 'transaction' }, () =>
        within(life, () => sign(from, signing)),
      ),
    asked: askedFor,
    sponsors,
    // An operation is always looked at before it is signed, and comes to what its user saw.
    simulate: ({ mode, delegate, upgrade }, _index, _instead, paid) =>
      Promise.resolve(paid && seen ? seen.outcome : { ...nothingChanged, mode, delegate, upgrade }),
    ...locks(),
    now: () => Date.now(),
    wait: (ms) => {
      host.passed += ms
      // A real node answers what a yes waits for.
      const turn = ms < 1_000 ? wait(ms) : Promise.resolve()
      return life.isOver ? never : turn
    },
  })

  const showApprovals = () =>
    effect(life, { kind: 'window', name: 'open' }, () => {
      host.isWindowOpen = true
      return Promise.resolve()
    }).catch(() => undefined)

  const started = approvals.leaveAll().catch(() => 0)
  const { runner, server, perform } = composeWallet({
    world,
    keyring,
    showApprovals,
    showBatch: showApprovals,
    fees: () => Promise.resolve(fees),
    quotes: {
      recall: (_id, hash) => (seen && hashOutcome(seen.outcome) === hash ? seen : undefined),
    },
  })

  const stops = [
    approvals.approvalAdded.on(() => void showApprovals()),
    approvals.approvalsChanged.on(() => {
      const show = async () => {
        if ((await approvals.pending()).length > 0) await showApprovals()
      }
      void show().catch(() => undefined)
    }),
  ]

  return {
    runner,
    started,
    handle: async (asked: Parameters<typeof server>[0]) => {
      await started
      return server(asked)
    },
    approve: (id: string, decision: unknown) => perform('approve', { id, decision }),
    answer: (id: string, part: 'authorization' | 'transaction', signature: Hex) =>
      perform('answerSigning', { id, part, signature }),
    stop: () => stops.forEach((stop) => stop()),
  }
}

/** A worker. */
export type Worker = ReturnType<typeof startWorker>
