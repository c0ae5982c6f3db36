import type { Answer } from '../e2e/support/site.ts'

/** What the chain shows of a batch: how often each call took effect. */
type Effects = { paid: number[]; isAtomic: boolean }

type Said = { status?: number; atomic?: boolean; receipts?: unknown[] }

/**
 * What is wrong with a status, next to the chain as it was read after it. `isTold`: the site had been
 * answered before it asked, so that its batch can no longer be unknown.
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

/** The same for the status in the end, when nothing can change any more: 200, or unknown if nothing was due. */
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

/** What a trial came to. `isDue`: the user's yes was on disk, or the site had been told so. */
export type Outcome = {
  isDue: boolean
  paid: number[]
  /** Nonces that the account used beyond those that the batch needs. */
  spare: number
  /** What the wallet said or asked that was not right. */
  wrong: string[]
}

/** Each call once if it is due, never if it is not; and nothing wrong said of it. */
export const judge = ({ isDue, paid, spare, wrong }: Outcome) => {
  const due = isDue ? 1 : 0
  const sum = (counts: number[]) => counts.reduce((total, count) => total + Math.max(0, count), 0)
  return {
    lost: sum(paid.map((count) => due - count)),
    doubled: sum([...paid.map((count) => count - due), spare]),
    wrong: wrong.length,
  }
}
