import { setTimeout as delay } from 'node:timers/promises'
import type { Answer } from '../e2e/support/site.ts'
import { statusProblem } from './judge.ts'

/** The status of one batch as its site hears it, each answer held against the chain. */
export const observer = (batch: {
  ask: () => Promise<Answer>
  paid: () => Promise<number[]>
  isAtomic: boolean
  isTold: () => boolean
}) => {
  const wrong: string[] = []

  /** Asks once; a browser that is killed meanwhile gives nothing. */
  const look = async (): Promise<Answer | undefined> => {
    const isTold = batch.isTold()
    const answer = await batch.ask().catch(() => undefined)
    if (!answer) return undefined
    const { isAtomic } = batch
    const problem = statusProblem(answer, { paid: await batch.paid(), isAtomic, isTold })
    if (problem) wrong.push(problem)
    return answer
  }

  let isOver = false
  const loop = async () => {
    while (!isOver) {
      await look()
      await delay(50)
    }
  }

  return {
    wrong,
    look,
    /** Asks again and again; gives the way to end it. */
    watch() {
      const done = loop()
      // Told to whoever ends it.
      done.catch(() => undefined)
      return async () => {
        isOver = true
        await done
      }
    },
  }
}
