import type { Answer } from '../e2e/support/site.ts'

/** Effects of a batch on chain: how often each call took effect. */
type Effects = { paid: number[]; isAtomic: boolean }

type Said = { status?: number; atomic?: boolean; receipts?: unknown[] }

/**
 * Returns the error in a status, compared with the chain as it was read after it; undefined if there is none.
 * `isTold`: the site had its batch ID before it sent the request, so that the batch must be known.
 */
export const statusProblem = (
  { result, error }: Answer,
  { paid, isAtomic, isTold }: Effects & { isTold: boolean },
): string | undefined => {
  if (error?.code === 5730) return isTold ? 'unknown after the site was answered' : undefined
  if (error) return `answered ${error.code} ${error.message}`
  const { status, atomic, receipts = [] } = result as Said
  if (atomic !== isAtomic) return `atomic ${atomic}`
  const shown = isAtomic ? receipts.length * paid.length : receipts.length
  if (shown > paid.filter((count) => count > 0).length) return 'a receipt for what is not on chain'
  if (status === 100) return undefined
  if (status !== 200) return `status ${status}`
  if (paid.some((count) => count !== 1)) return `status 200 with calls run ${paid.join(', ')} times`
  const expected = isAtomic ? 1 : paid.length
  return receipts.length === expected ? undefined : `status 200 with ${receipts.length} receipts`
}

/**
 * Returns the error in the final status, after which nothing can change: it must be 200, or the batch unknown
 * if nothing was due.
 */
export const lastStatusProblem = (
  answer: Answer,
  effects: Effects & { isDue: boolean },
): string | undefined => {
  const { status } = (answer.result ?? {}) as Said
  if (!effects.isDue) return answer.error?.code === 5730 ? undefined : 'known though never approved'
  return status === 100
    ? 'status 100 for ever'
    : statusProblem(answer, { ...effects, isTold: true })
}

/** Outcome of a trial. `isDue`: the approval was on disk, or the site had its batch ID. */
export type Outcome = {
  isDue: boolean
  paid: number[]
  /** Nonces that the account used beyond those of the batch. */
  spare: number
  /** Wrong answers of the wallet, and wrong questions to the user. */
  wrong: string[]
}

/** Counts lost and doubled effects and wrong answers: each call must take effect once if due, else never. */
export const judge = ({ isDue, paid, spare, wrong }: Outcome) => {
  const due = isDue ? 1 : 0
  const sum = (counts: number[]) => counts.reduce((total, count) => total + Math.max(0, count), 0)
  return {
    lost: sum(paid.map((count) => due - count)),
    doubled: sum([...paid.map((count) => count - due), spare]),
    wrong: wrong.length,
  }
}
