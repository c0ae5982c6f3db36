/** Index of the block selector in the params, by method. */
const selectors = new Map([
  ['eth_getBlockByNumber', 0],
  ['eth_getBlockReceipts', 0],
  ['eth_getBlockTransactionCountByNumber', 0],
  ['eth_getTransactionByBlockNumberAndIndex', 0],
  ['eth_getBalance', 1],
  ['eth_getCode', 1],
  ['eth_getTransactionCount', 1],
  ['eth_call', 1],
  ['eth_estimateGas', 1],
  ['eth_createAccessList', 1],
  ['eth_simulateV1', 1],
  ['debug_traceCall', 1],
  ['eth_getStorageAt', 2],
  ['eth_getProof', 2],
])

const byHash = new Set([
  'eth_getTransactionReceipt',
  'eth_getTransactionByHash',
  'debug_traceTransaction',
])

export type Route = { isBuilding: boolean; params: unknown[] }

/** Decides if a request goes to the block being built or to the sealed chain, and with which params. */
export const routeOf = (
  method: string,
  params: unknown[],
  isPreconfirmed: (hash: unknown) => boolean,
): Route => {
  if (byHash.has(method)) return { isBuilding: isPreconfirmed(params[0]), params }
  const position = selectors.get(method)
  // anvil reads its mempool for an absent selector, which no other node exposes.
  const selector = position === undefined ? undefined : (params[position] ?? 'latest')
  if (position === undefined || position > params.length) return { isBuilding: false, params }
  const isBuilding = selector === 'pending'
  const asked = [...params]
  asked[position] = isBuilding ? 'latest' : selector
  return { isBuilding, params: asked }
}
