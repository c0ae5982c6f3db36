import * as z from 'zod/mini'
import * as approvals from '../approvals'
import { approveAgain, batchDecision } from '../batch/approve'
import type { Approval } from '../db'
import * as permissions from '../permissions'
import type { AnyMethod } from '../rpc/method'
import { methods } from '../site'
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

/** The user's yes: what it does and the decision itself are one write. Unless it is on disk, nothing happened. */
export const approve: Handler<'approve'> = async ({ id, decision }, { keyring, watch }) => {
  const row = await current(id)
  if (row?.state !== 'pending') return 'gone'
  if (approvals.isGone(row, Date.now())) return 'page gone'
  if (!(await keyring.isUnlocked())) return 'locked'
  const method: AnyMethod = methods[row.method as keyof typeof methods]
  if (!method.approve || !method.decision) throw new Error('nothing to approve')
  const decided = z.parse(method.decision, decision)
  const write = row.again
    ? await approveAgain(row.again.key, z.parse(batchDecision, decision))
    : await method.approve(row, row.params as never, decided as never)
  try {
    if (!(await approvals.approve(id, decided, write))) return 'gone'
  } catch {
    return 'not saved'
  }
  permissions.changed.emit()
  void watch.wake()
  return 'done'
}
