import { setTimeout as sleep } from 'node:timers/promises'
import type { Fault } from './faults.ts'
import type { Answer, Request } from './preconfirmNode.ts'
import type { Reply } from './preconfirmServer.ts'

/** What becomes of a request that a fault strikes. */
export const strike = async (
  fault: Fault,
  { params }: Request,
  forward: () => Promise<Answer>,
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
      await sleep(fault.ms, undefined, { signal: stopped })
      return { answer }
    }
    case 'altered': {
      const answer = await forward()
      return { answer: answer.error ? answer : { result: fault.alter(answer.result, params) } }
    }
  }
}
