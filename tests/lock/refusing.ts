const notFound = (asked: string): string => {
  const { id } = JSON.parse(asked) as { id: number }
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32601, message: 'no such method' } })
}

/** Runs something while the node knows none of these methods, as nodes for everybody do not trace. */
export const refusing = async <T>(
  methods: readonly string[],
  run: () => Promise<T>,
): Promise<T> => {
  const { fetch } = globalThis
  globalThis.fetch = async (asked, init) => {
    const { body } = init ?? {}
    if (typeof body !== 'string') return fetch(asked, init)
    const isRefused = methods.some((method) => body.includes(`"${method}"`))
    return isRefused ? new Response(notFound(body)) : fetch(asked, init)
  }
  try {
    return await run()
  } finally {
    globalThis.fetch = fetch
  }
}
