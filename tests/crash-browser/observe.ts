import { setTimeout as delay } from 'node:timers/promises'
import type { Answer } from '../e2e/support/site.ts'
import { statusProblem } from './trialJudge.ts'

/** Creates an observer of a batch's status as its site reads it; compares each answer with the chain. */
export const observer = (batch: {
  ask: () => Promise<Answer>
  paid: () => Promise<number[]>
  isAtomic: boolean
  isTold: () => boolean
}) => {
  const wrong: string[] = []

  /** Reads the status once; undefined if the browser is killed meanwhile. */
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
    /** Reads the status in a loop; returns a function that stops it. */
    watch() {
      const done = loop()
      // Prevents an unhandled rejection; stopping rejects with the failure.
      done.catch(() => undefined)
      return async () => {
        isOver = true
        await done
      }
    },
  }
}
