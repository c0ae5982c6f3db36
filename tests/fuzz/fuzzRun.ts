import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import * as approvals from '@/lib/approvals/approvals'
import { requestOf } from '@/lib/batch/batchRequest'
import { batchOf } from '@/lib/batch/journal'
import type { Approval } from '@/lib/db'
import { networks } from '@/lib/network/networks'
import { rpcError, toError, toWire } from '@/lib/rpc/errors'
import { hashOutcome } from '@/lib/simulate/acceptedOutcome'
import { methods } from '@/lib/site'
import { nodeMethods } from '@/lib/site/nodeMethods'
import { connectSite } from '../harness/connectSite'
import { composeWallet, stillWatch } from '../harness/wallet'
import { newWorld } from '../harness/world'
import { emptyDatabase } from '../unit/database'
import { alice, dapp, other } from '../unit/accounts'
import { decisionFor, end, seen, tellsOfLock } from './lockedDecision'
import { mayAsk } from './oracle'
import { requests, type FuzzRequest } from './requests'
import type { Situation } from './values'

/**
 * Counts over all requests. `crashes`, `prompts`, `uncoded` and `leaks` must be 0; `asked`: windows opened; `locked`:
 * batches that were approved with a lock; `told`: those whose site was then given receipts.
 */
export type Tally = {
  requests: number
  crashes: number
  prompts: number
  uncoded: number
  leaks: number
  asked: number
  locked: number
  told: number
}

/** Sites that send requests: origin, granted accounts, network, and whether the wallet is unlocked. */
const situations: (Situation & { origin: string })[] = [
  { origin: dapp, isConnected: true, isUnlocked: true, accounts: [alice] },
  { origin: dapp, isConnected: true, isUnlocked: false, accounts: [alice] },
  { origin: other, isConnected: false, isUnlocked: true, accounts: [] },
].map((one) => ({ ...one, chainId: 8453, chains: networks.map(({ chainId }) => chainId) }))

/** Error codes of `docs/errors.md`, the only ones a site may get. */
const codes = new Set(
  [...readFileSync('docs/errors.md', 'utf8').matchAll(/^\| (-?\d+) /gm)].map(([, code]) =>
    Number(code),
  ),
)

/** Answers of a fake node, in turn: a result, null, silence, a revert. */
const nodeAnswers = [
  () => '0x1',
  () => null,
  () => {
    throw rpcError('chainDisconnected', 'the node did not answer')
  },
  () => {
    throw toError({ code: -32000, message: 'execution reverted', data: '0x08c379a0' })
  },
]

const prepare = async () => {
  await emptyDatabase()
  await connectSite()
}

/** The real stack over the real database, with a fake of the node. */
const open = () => {
  const state = { isUnlocked: true, count: 0 }
  const node = () => Promise.resolve().then(() => nodeAnswers[state.count % nodeAnswers.length]?.())
  const nothing = () => Promise.resolve()
  const { server, perform } = composeWallet({
    world: { ...newWorld(node), wait: nothing },
    keyring: { isUnlocked: () => Promise.resolve(state.isUnlocked) },
    node,
    watch: () => stillWatch(nothing),
    quotes: {
      recall: (_id, hash) => (hashOutcome(seen.outcome) === hash ? seen : undefined),
    },
  })
  return { state, server, perform }
}

/** Returns the error code of an answer, 0 for a result, undefined for text that is neither. */
const codeOf = (text: string): number | undefined => {
  const { result, error } = JSON.parse(text) as {
    result?: unknown
    error?: { code?: unknown; message?: unknown }
  }
  if (!error) return result === undefined ? undefined : 0
  return typeof error.code === 'number' && typeof error.message === 'string'
    ? error.code
    : undefined
}

/** Sends `count` requests to the wallet, drawn from `seed`, and tells the first 20 errors of each kind. */
export const runFuzz = async (
  count: number,
  seed: number,
  tell: (line: string) => void,
): Promise<Tally> => {
  const tally: Tally = {
    requests: 0,
    crashes: 0,
    prompts: 0,
    uncoded: 0,
    leaks: 0,
    asked: 0,
    locked: 0,
    told: 0,
  }
  const { state, server, perform } = open()
  const names = [...Object.keys(methods), ...nodeMethods]
  const arbitrary = requests(names)
  const found = (
    kind: 'crashes' | 'prompts' | 'uncoded' | 'leaks',
    asked: FuzzRequest,
    detail: unknown,
  ) => {
    if (++tally[kind] <= 20)
      tell(
        `${kind} seed ${seed} request ${tally.requests}: ${JSON.stringify(asked).slice(0, 500)} ${String(detail)}`,
      )
  }

  let shown = 0
  let batches = 0
  const approved: string[] = []
  let decided: Promise<unknown> = Promise.resolve()
  /** Approves every second batch with a lock, and rejects all else. */
  const decide = async ({ id, method, params }: Approval) => {
    if (method === 'wallet_sendCalls' && batches++ % 2 === 0) {
      const { calls } = requestOf({ params })
      const decision = decisionFor(calls.length)
      // A call that drives another account of the wallet is not approved.
      const answer = await perform('approve', { id, decision }).catch(() => 'unfit')
      if (answer === 'done') {
        const batch = await batchOf(id)
        if (!batch.locks) throw new Error('the batch is not locked')
        await end(batch, tally.locked++)
        approved.push(batch.id)
        return
      }
    }
    await approvals.fail(id, toWire(rpcError('userRejected')))
  }
  // The background opens a window on this signal, too. Every request that waits is then decided.
  const stop = approvals.approvalAdded.on(() => {
    shown++
    decided = approvals.pending().then(async (rows) => {
      for (const row of rows) await decide(row)
    })
  })
  const failed = (error: unknown) => found('crashes', { method: 'unhandled', wire: '' }, error)
  process.on('unhandledRejection', failed)

  for (let at = 0; at < count; at += 1000) {
    await prepare()
    const size = Math.min(1000, count - at)
    for (const one of fc.sample(arbitrary, { numRuns: size, seed: seed + at })) {
      const situation = situations[state.count % situations.length]
      if (!situation) continue
      tally.requests = ++state.count
      state.isUnlocked = situation.isUnlocked
      shown = 0
      // A request that disconnects its own site is undone, for the sake of later requests.
      const isOwnEnd = one.method === 'wallet_revokePermissions'
      const id = state.count.toString(16).padStart(32, '0')
      const { origin } = situation
      try {
        const text = await server({ id, origin, documentId: 'document', ...one })
        const code = codeOf(text)
        if (code === -32603) found('crashes', one, text)
        else if (code === undefined || (code !== 0 && !codes.has(code))) found('uncoded', one, text)
        if (tellsOfLock(text)) found('leaks', one, text)
        await decided
        for (const batchId of approved.splice(0)) {
          const asked = { method: 'wallet_getCallsStatus', wire: JSON.stringify([batchId]) }
          const answer = await server({
            id: `f${id.slice(1)}`,
            origin,
            documentId: 'document',
            ...asked,
          })
          if (tellsOfLock(answer)) found('leaks', asked, answer)
          if (answer.includes('"receipts"')) tally.told++
        }
      } catch (error) {
        found('crashes', one, error)
      }
      tally.asked += shown
      if (shown > 0 && !mayAsk(one.method, one.wire, situation)) found('prompts', one, origin)
      if (isOwnEnd) await prepare()
    }
  }
  stop()
  process.off('unhandledRejection', failed)
  return tally
}
