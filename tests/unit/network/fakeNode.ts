import { vi } from 'vitest'

type Call = { id: number; method: string; params: unknown[] }

/** Answers by method; an answer that throws is the node’s error. */
export type Answers = Record<string, (...params: never[]) => unknown>

/** An error as a node gives it. */
export const nodeError = (code: number, message: string, data?: unknown) =>
  Object.assign(new Error(message), { answer: { code, message, ...(data ? { data } : {}) } })

/** A fake of `fetch`: a node that answers by method, and keeps what it was asked. */
export const fakeNode = (answers: Answers) => {
  const asked: { url: string; method: string; params: unknown[] }[] = []
  vi.stubGlobal('fetch', (url: string, { body }: { body: string }) => {
    const { id, method, params } = JSON.parse(body) as Call
    asked.push({ url, method, params })
    try {
      const answer = answers[method]
      if (!answer) throw nodeError(-32601, `the method ${method} does not exist`)
      const result = answer(...(params as never[])) ?? null
      return Promise.resolve(new Response(JSON.stringify({ jsonrpc: '2.0', id, result })))
    } catch (error) {
      if (!(error instanceof Error)) throw error
      if (!('answer' in error)) return Promise.reject(error)
      return Promise.resolve(
        new Response(JSON.stringify({ jsonrpc: '2.0', id, error: error.answer })),
      )
    }
  })
  return { asked, answers }
}
