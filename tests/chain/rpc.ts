type Answer = { result?: unknown; error?: { message: string } }

/**
 * Sends a request to a node without the wallet: to set up a test, or to read its effects. Throws the node's
 * error.
 */
export const rpc = async <Result>(url: string, method: string, params: unknown[] = []) => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const { result, error } = (await response.json()) as Answer
  if (error) throw new Error(`${method}: ${error.message}`)
  return result as Result
}
