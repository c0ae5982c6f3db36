export type Request = { id?: unknown; method: string; params: unknown[] }

export type Answer = {
  result?: unknown
  error?: { code: number; message: string; data?: unknown }
}

/** Forwards a request to a node and returns its answer, errors unchanged. */
export const ask = async (url: string, method: string, params: unknown[]): Promise<Answer> => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const { result, error } = (await response.json()) as Answer
  return error ? { error } : { result }
}
