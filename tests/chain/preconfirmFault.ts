import { setTimeout } from 'node:timers/promises'
import type { Fault } from './faults.ts'
import type { Answer, Request } from './preconfirmNode.ts'
import type { Reply } from './preconfirmServer.ts'

/** Delays a response by `ms`; aborting `stopped` ends the delay. */
export type Hold = (ms: number, request: Request, stopped: AbortSignal) => Promise<void>

/** Delays in real time. */
export const hold: Hold = (ms, _request, signal) => setTimeout(ms, undefined, { signal })

/** Returns the reply to a request that has this fault. */
export const strike = async (
  fault: Fault,
  request: Request,
  forward: () => Promise<Answer>,
  wait: Hold,
  stopped: AbortSignal,
): Promise<Reply> => {
  switch (fault.kind) {
    case 'requestDropped':
      return 'nothing'
    case 'replyDropped':
      await forward()
      return 'nothing'
    case 'http':
      return { http: fault }
    case 'refused':
      return { answer: { error: { code: fault.code, message: fault.message } } }
    case 'silence': {
      const answer = await forward()
      await wait(fault.ms, request, stopped)
      return { answer }
    }
    case 'altered': {
      const answer = await forward()
      return {
        answer: answer.error
          ? answer
          : { result: await fault.alter(answer.result, request.params) },
      }
    }
  }
}
