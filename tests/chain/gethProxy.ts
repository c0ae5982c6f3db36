import { request } from 'node:http'
import { simulateAsGeth, type SimulationHabits } from './asGeth.ts'
import type { Anvil } from './listen.ts'
import type { Answer } from './preconfirmNode.ts'
import { serve } from './preconfirmServer.ts'

/** Asks a node past `fetch`, which tests lead to the proxy itself. */
const ask = (url: string, method: string, params: unknown[]): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json' }
    const sent = request(url, { method: 'POST', headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const { result, error } = JSON.parse(Buffer.concat(chunks).toString()) as Answer
        resolve(error ? { error } : { result })
      })
    })
    sent.on('error', reject)
    sent.end(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))
  })

/** Puts a node before an anvil that simulates as geth does, and passes on all else. Stops the anvil if it cannot. */
export const beforeAnvil = async (
  anvil: Anvil,
  habits: SimulationHabits = {},
  port = 0,
): Promise<Anvil> => {
  const forward = (method: string, params: unknown[]) => ask(anvil.url, method, params)
  const server = await serve(
    async ({ method, params }) => ({
      answer:
        method === 'eth_simulateV1'
          ? await simulateAsGeth(forward, params, habits)
          : await forward(method, params),
    }),
    port,
    anvil.url,
  ).catch(async (error: unknown) => {
    await anvil.stop()
    throw error
  })
  return {
    url: server.url,
    stop: async () => {
      await server.stop()
      await anvil.stop()
    },
  }
}
