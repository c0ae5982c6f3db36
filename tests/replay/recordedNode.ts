import type { Recorded } from './recorded'

type Answer = Pick<Recorded, 'result' | 'error'>

const hash = `0x${'11'.repeat(32)}`

/** The newest block of the chain on which everything but the recorded method goes well. */
const block = {
  number: '0x10',
  hash,
  timestamp: '0x65',
  baseFeePerGas: '0x64',
  gasLimit: '0x3938700',
  mixHash: hash,
  transactions: [],
}

/** Answers of a node on which all goes well and that cannot simulate. */
const well: Record<string, Answer> = {
  eth_chainId: { result: '0x2105' },
  eth_getBlockByNumber: { result: block },
  eth_gasPrice: { result: '0x3b9aca00' },
  eth_maxPriorityFeePerGas: { result: '0x1' },
  eth_getBalance: { result: '0xde0b6b3a7640000' },
  eth_getCode: { result: '0x' },
  eth_getTransactionCount: { result: '0x0' },
  eth_estimateGas: { result: '0x5208' },
  eth_call: { result: '0x' },
  eth_simulateV1: { error: { code: -32000, message: 'header not found' } },
}

/**
 * Runs with a node that answers one method as recorded, every time it is asked, and all others well. Only the
 * request's id is the wallet's own. Every request of this thread goes there.
 */
export const withNode = async <T>(recorded: Recorded, run: () => Promise<T>): Promise<T> => {
  const real = globalThis.fetch
  globalThis.fetch = (_, init) => {
    const { id, method } = JSON.parse(init?.body as string) as { id: number; method: string }
    const { result, error }: Answer = method === recorded.method ? recorded : (well[method] ?? {})
    const body = error
      ? { jsonrpc: '2.0', id, error }
      : { jsonrpc: '2.0', id, result: result ?? null }
    return Promise.resolve(new Response(JSON.stringify(body)))
  }
  try {
    return await run()
  } finally {
    globalThis.fetch = real
  }
}
