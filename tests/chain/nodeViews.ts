import { numberToHex, type Hex } from 'viem'

type Ask = (method: string, params: unknown[]) => Promise<unknown>

type Block = { number: Hex } | null

/** A node whose newest block counts as final at once, as on chains of instant finality. */
export const finalAtOnce =
  (ask: Ask): Ask =>
  (method, params) =>
    ask(
      method,
      params.map((param) => (param === 'finalized' ? 'latest' : param)),
    )

/**
 * A node that disagrees with itself, as two replicas behind one address do: every second answer is one block
 * old, and knows neither the newest block nor what is in it.
 */
export const ofTwoMinds = (ask: Ask): Ask => {
  let count = 0
  const behind: Ask = async (method, params) => {
    const head = ((await ask('eth_getBlockByNumber', ['latest', false])) as Block)?.number ?? '0x0'
    const before = numberToHex(BigInt(head) > 0n ? BigInt(head) - 1n : 0n)
    if (method === 'eth_getTransactionReceipt') {
      const receipt = (await ask(method, params)) as { blockNumber: Hex } | null
      return receipt?.blockNumber === head ? null : receipt
    }
    return ask(
      method,
      params.map((param) => (param === 'latest' || param === 'pending' ? before : param)),
    )
  }
  return (method, params) =>
    count++ % 2 === 0 || method === 'eth_sendRawTransaction'
      ? ask(method, params)
      : behind(method, params)
}
