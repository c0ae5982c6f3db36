import { keccak256, numberToHex, stringToHex, type Hash, type Hex } from 'viem'
import { rpcError } from '@/lib/rpc/errors'

type Block = { number: Hex; hash: Hash; parentHash: Hash; transactions: Hash[]; miner: string }

/** Returns the hash of a block by its name in a test. */
export const hashOf = (name: string): Hash => keccak256(stringToHex(name))

/**
 * A fake of a node, at the edge of the background: a chain that a test mines and re-organizes. Every block
 * has one log, whose address is `topic`. `asked` is all that it was asked; while `fails`, it is silent.
 */
export const openChain = () => {
  const blocks: Block[] = []
  const asked: [method: string, params: unknown[]][] = []
  const gone: Record<Hash, number> = {}
  const node = {
    fails: (_method: string, _params: unknown[]): boolean => false,
    /** The node answers once this resolves. */
    gate: (_method: string): Promise<void> => Promise.resolve(),
    /** How many blocks `latest` is behind. */
    lag: 0,
  }

  const mine = (...names: string[]) => {
    for (const name of names) {
      const parentHash = blocks.at(-1)?.hash ?? hashOf('none')
      const number = numberToHex(blocks.length)
      blocks.push({ number, hash: hashOf(name), parentHash, transactions: [], miner: name })
    }
  }
  /** Reorgs: drops the `depth` newest blocks and mines others. */
  const reorg = (depth: number, ...names: string[]) => {
    for (const { hash } of blocks.splice(blocks.length - depth)) gone[hash] = 1
    mine(...names)
  }
  mine('genesis')

  const answer = (method: string, params: unknown[]) => {
    const [first] = params as [{ blockHash: Hash; address?: string }]
    if (method === 'eth_getBlockByNumber')
      return params[0] === 'latest' ? blocks.at(-1 - node.lag) : (blocks[Number(params[0])] ?? null)
    if (method === 'eth_getLogs') {
      const block = blocks.find(({ hash }) => hash === first.blockHash)
      if (!block) throw rpcError('chainDisconnected')
      return [{ blockHash: block.hash, address: first.address, data: block.miner, removed: false }]
    }
    throw new Error(`the node does not know ${method}`)
  }

  const request = async (_chainId: number, method: string, params: unknown[]): Promise<unknown> => {
    asked.push([method, params])
    // The answer is of the moment of the request, however late it is given.
    const found = node.fails(method, params) ? undefined : answer(method, params)
    await node.gate(method)
    if (found === undefined) throw rpcError('chainDisconnected')
    return structuredClone(found)
  }

  return { request, asked, node, mine, reorg, blocks }
}
