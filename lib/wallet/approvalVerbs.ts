import type { Address } from 'viem'
import * as v from 'valibot'
import { object } from '../rpc/object'
import { given, int } from '../rpc/schema'
import { wait } from '../async'
import * as approvals from '../approvals/approvals'
import { unminedAhead } from '../batch/lane'
import { approveAgain, batchDecision, type ApprovedTerms } from '../batch/approveBatch'
import { requestOf } from '../batch/batchRequest'
import { isShownIn } from '../browser/panels'
import { journal, type Approval } from '../db'
import { readAccountCode } from '../delegate/account'
import { internalOrigin } from '../approvals/internalOrigin'
import { hasPageLeft } from '../approvals/presence'
import * as permissions from '../sites/permissions'
import type { AnyMethod, FrozenBatch, Write } from '../rpc/method'
import { errors, isRpcError, rpcError, toWire } from '../rpc/errors'
import { checkNow } from '../sign/checkSignature'
import { exactAmount } from '../simulate/exactAllowance'
import { unminedCallsOf } from '../simulate/unminedBatches'
import { planOf } from '../simulate/plan'
import { methods } from '../site'
import { acceptedOutcomes, contractsKnown } from '../quotes/accepted'
import { mode, quoteParams } from '../quotes/quotes'
import type { WalletServices } from './services'
import { verb } from './verb'

/**
 * How often a row is read again, with 100 ms in between, until its page is there: after a start of the worker no page
 * is, and on a busy machine its relay takes seconds to reconnect.
 */
const tries = { started: 100, usual: 10 }

/** Reads an approval row; if its page seems gone, gives it time to come back. */
const current = async (id: string): Promise<Approval | undefined> => {
  let row = await approvals.find(id)
  for (
    let left = row?.goneAt === 0 ? tries.started : tries.usual;
    left > 0 && row?.state === 'pending' && row.goneAt !== undefined;
    left--
  ) {
    await wait(100)
    row = await approvals.find(id)
  }
  return row
}

const saved: Readonly<Record<string, string>> = {
  eth_requestAccounts: 'the connection',
  wallet_addEthereumChain: 'the network',
  wallet_watchAsset: 'the token',
}

const notSaved = ({ method }: Approval) => {
  const what = saved[method] ?? 'the batch'
  return toWire(rpcError('internal', `${what} could not be saved, and nothing was sent`))
}

/** True if the request names a watch-only account, for which nothing can be signed. */
const isWatched = async (params: unknown): Promise<boolean> => {
  const [named] = [params].flat() as { from?: Address }[]
  return named?.from !== undefined && (await journal.accounts.get(named.from))?.source === 'watch'
}

type Store = (write: Write) => Promise<boolean>

/**
 * Does the slow work of an approval, and returns what carries it out, given what stores the decision with a write; that
 * resolves to false if the request waits no more. `frozen`: the batch that the approval froze, if it froze one.
 */
const carriedOut = async (
  row: Approval,
  method: AnyMethod,
  decided: object,
  frozen: FrozenBatch | undefined,
  { keyring, watch }: Pick<WalletServices, 'keyring' | 'watch'>,
): Promise<(store: Store) => Promise<boolean>> => {
  const { again, params } = row
  if (again) {
    const write = await approveAgain(again.key, decided as ApprovedTerms)
    return (store) => store(write)
  }
  if (frozen) return (store) => watch.approve(frozen, store)
  if (!method.approve) throw new Error('nothing to approve')
  const write = await method.approve(row, params, decided, keyring)
  return (store) => store(write)
}

/** Verbs about requests that wait for the user: quotes, decisions, and the approval window. */
export const approvalVerbs = {
  /**
   * Quotes a waiting batch: its outcome and cost. Uses the best mode unless one is named; `edits` replace
   * the amounts that its calls allow. Throws 4901 if the node is silent; a batch that cannot run is
   * answered with 5710, 5740 or 5760.
   */
  quote: verb(quoteParams, (params, { quotes }) => quotes.ask(params)),

  /** Returns the quote that was begun when a request came, before a page watches it; undefined if none was. */
  begunQuote: verb(quoteParams, (params, { quotes }) => quotes.begunFor(params)),

  /**
   * Simulates how much of the allowance given by call `index` a waiting batch spends itself, in raw units.
   */
  exact: verb(
    () => object({ id: v.string(), mode: mode(), index: int }),
    async (asked) => {
      const row = await approvals.find(asked.id)
      if (row?.state !== 'pending') throw new Error('no such request')
      const batch = requestOf(row)
      const { chainId, from } = batch
      const [account, ahead] = await Promise.all([
        readAccountCode(chainId, from),
        unminedAhead({ chainId, from, key: row.again?.key }),
      ])
      const { plan } = await planOf(batch, account, ahead.map(unminedCallsOf), asked.mode)
      return exactAmount(plan, asked.index)
    },
  ),

  /**
   * Checks if a signature may be given, with reads from the node if needed. `own account`: one of the
   * user's own accounts would verify it. A message that an executor takes as an order is answered with
   * -32602.
   */
  checkSignature: verb(
    () => object({ id: v.string() }),
    async ({ id }) => {
      const row = await approvals.find(id)
      if (!row) throw new Error('no such request')
      try {
        return await checkNow(row)
      } catch (error) {
        if (isRpcError(error) && error.code === errors.invalidParams[0])
          await approvals.fail(id, toWire(error))
        throw error
      }
    },
  ),

  /**
   * Approves a request with the user's decision, which the method's own schema checks. The decision and its
   * effect are one transaction: unless it is on disk, nothing happened. `panelOf`: the window whose panel the yes
   * was given in, which counts while the request's tab is the one beside it.
   */
  approve: verb(
    () => object({ id: v.string(), decision: given, panelOf: v.exactOptional(int) }),
    async ({ id, decision, panelOf }, services) => {
      const { keyring, watch, quotes } = services
      const row = await current(id)
      if (row?.error?.code === errors.internal[0]) return 'not saved'
      if (row?.state !== 'pending') return 'gone'
      if (hasPageLeft(row, Date.now())) return 'page gone'
      // The wallet's own requests have no tab: they are decided where they were made.
      const isOwn = row.tab === undefined && row.origin === internalOrigin
      if (panelOf !== undefined && !isOwn && !(await isShownIn(panelOf, row))) return 'elsewhere'
      const method: AnyMethod = methods[row.method as keyof typeof methods]
      if (!method.decision) throw new Error('nothing to approve')
      const batch = method.decision === batchDecision ? requestOf(row) : undefined
      const decided = v.parse(method.decision, decision) as object
      // The node answers while the rest is looked at.
      if (batch) watch.prepare({ ...batch, ...contractsKnown(quotes, id, decided) })
      const checks = Promise.all([keyring.isUnlocked(), isWatched(row.params)])
      checks.catch(() => undefined)
      const accepting = acceptedOutcomes(quotes, id, decided)
      // It signs nothing, so that it may begin before it is known if anything can be signed.
      const freezing = accepting.then((accepted) =>
        accepted === 'changed' || row.again
          ? undefined
          : method.freeze?.(row, row.params, { ...decided, ...accepted }),
      )
      freezing.catch(() => undefined)
      const [isUnlocked, isWatchOnly] = await checks
      if (!isUnlocked) return 'locked'
      if (isWatchOnly) return 'watched'
      const accepted = await accepting
      if (accepted === 'changed') return 'changed'
      const terms = { ...decided, ...accepted }
      const carryOut = await carriedOut(row, method, terms, await freezing, services)
      try {
        const store: Store = (write) => approvals.approve(id, decided, write)
        if (!(await approvals.carryingOut(id, () => carryOut(store)))) return 'gone'
      } catch {
        // Reports a failure only if the write is surely not on disk; else throws, and a retry finds out.
        const state = (await approvals.find(id))?.state
        // A batch that waits for a second approval stays pending: its site was answered long ago.
        if (state !== 'pending' || !row.again)
          await approvals.fail(id, notSaved(row)).catch(() => false)
        if (state !== 'approved') return state === 'pending' ? 'not saved' : 'gone'
      }
      await method.approved?.()
      // The page closes once it has its answer, and a batch that is not signed yet signs after that.
      keyring.readyKey.approve(id)
      // Sends the approved batch before anything else is done. A batch that has not signed by then waits for longer than a
      // key is open.
      void (batch ? watch.approved(batch) : watch.wake()).finally(keyring.readyKey.drop)
      permissions.tell()
      return 'done'
    },
  ),

  /**
   * Rejects a request with 4001, or with 5750 if the user refuses only the EIP-7702 upgrade that it needs.
   */
  reject: verb(
    () => object({ id: v.string(), upgrade: v.boolean() }),
    async ({ id, upgrade }) => {
      await approvals.reject(id, upgrade ? toWire(rpcError('upgradeRejected')) : undefined)
      return null
    },
  ),

  /** Shows all waiting requests in the approval window, those on the icon too, and brings it to the front. */
  showApprovals: verb(
    () => v.null(),
    async (_params, services) => {
      await approvals.raise()
      await services.showApprovals()
      return null
    },
  ),

  /**
   * Closes the approval window if nothing waits in it. The page does not close itself, because a request
   * that arrived meanwhile would be rejected with it.
   */
  closeApprovals: verb(
    () => v.null(),
    async (_params, services) => {
      await services.closeApprovals(async () => (await approvals.inWindow()).length === 0)
      return null
    },
  ),
}
