import type { Address } from 'viem'
import * as z from 'zod/mini'
import * as approvals from '../approvals/approvals'
import { approveAgain, batchDecision } from '../batch/approveBatch'
import { requestOf } from '../batch/batchRequest'
import { journal, type Approval } from '../db'
import { isGone } from '../approvals/presence'
import * as permissions from '../sites/permissions'
import type { AnyMethod } from '../rpc/method'
import { errors, rpcError, toWire } from '../rpc/errors'
import { methods } from '../site'
import { acceptedBy } from './accepted'
import type { Handler } from './door'

/** A page that lives resumes at once when the worker starts; this is ample, in ms. */
const resumeTime = 1_000

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** The row as it is now; while its page seems away, a moment later. */
const current = async (id: string): Promise<Approval | undefined> => {
  const row = await approvals.find(id)
  if (row?.goneAt === undefined) return row
  await wait(resumeTime)
  return approvals.find(id)
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

/** Whether the request is for an account that is only watched: nothing can sign for it. */
const isWatched = async (params: unknown): Promise<boolean> => {
  const [named] = [params].flat() as { from?: Address }[]
  return named?.from !== undefined && (await journal.accounts.get(named.from))?.source === 'watch'
}

/** The user's yes: what it does and the decision itself are one write. Unless it is on disk, nothing happened. */
export const approve: Handler<'approve'> = async ({ id, decision }, { keyring, watch, quotes }) => {
  const row = await current(id)
  if (row?.error?.code === errors.internal[0]) return 'not saved'
  if (row?.state !== 'pending') return 'gone'
  if (isGone(row, Date.now())) return 'page gone'
  if (!(await keyring.isUnlocked())) return 'locked'
  if (await isWatched(row.params)) return 'watched'
  const method: AnyMethod = methods[row.method as keyof typeof methods]
  if (!method.approve || !method.decision) throw new Error('nothing to approve')
  const decided = z.parse(method.decision, decision)
  if (method.decision === batchDecision) watch.prepare(requestOf(row).chainId)
  const accepted = await acceptedBy(quotes, id, decided)
  if (accepted === 'changed') return 'changed'
  const write = row.again
    ? await approveAgain(row.again.key, { ...z.parse(batchDecision, decision), ...accepted })
    : await method.approve(
        row,
        row.params as never,
        { ...(decided as object), ...accepted } as never,
        keyring,
      )
  try {
    if (!(await approvals.approve(id, decided, write))) return 'gone'
  } catch {
    // Only what is known not to be on disk is told to have failed; else this throws, and a second try finds out.
    const state = (await approvals.find(id))?.state
    // A batch that is asked for again goes on waiting: its site was answered long ago.
    if (state !== 'pending' || !row.again)
      await approvals.fail(id, notSaved(row)).catch(() => false)
    if (state !== 'approved') return state === 'pending' ? 'not saved' : 'gone'
  }
  await method.approved?.()
  // First of all: what was approved goes out.
  void watch.wake()
  permissions.tell()
  return 'done'
}
