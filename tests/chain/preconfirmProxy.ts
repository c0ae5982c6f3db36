import type { createFaults } from './faults.ts'
import { strike } from './preconfirmFault.ts'
import type { Hold } from './preconfirmFault.ts'
import type { Answer, Request } from './preconfirmNode.ts'
import { serve } from './preconfirmServer.ts'
import type { Reply } from './preconfirmServer.ts'

type Forward = (method: string, params: unknown[]) => Promise<Answer>

/** Starts a proxy in front of a chain: counts requests, applies faults, forwards the rest. */
export const startProxy = async (
  forward: Forward,
  faults: Pick<ReturnType<typeof createFaults>, 'take'>,
  port: number,
  hold: Hold,
) => {
  const counts = new Map<string, number>()
  const stopped = new AbortController()

  const reply = async (request: Request): Promise<Reply> => {
    const { method, params } = request
    counts.set(method, (counts.get(method) ?? 0) + 1)
    const pass = () => forward(method, params)
    const fault = faults.take(method, params)
    return fault ? strike(fault, request, pass, hold, stopped.signal) : { answer: await pass() }
  }

  const server = await serve(reply, port)
  return {
    url: server.url,
    requests: (): Record<string, number> => Object.fromEntries(counts),
    stop: () => {
      stopped.abort()
      return server.stop()
    },
  }
}
