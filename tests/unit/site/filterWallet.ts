import { askNode } from '@/lib/network/node'
import { fakeNode } from '../network/fakeNode'
import { openWallet } from './siteWallet'

type Range = { fromBlock?: string; toBlock?: string }

/** A node whose every block has one log, named by its height; of the blocks above `known` it only has the number. */
export const openNode = (height: number) => {
  const node = { height }
  const known = { height: Infinity }
  const { asked } = fakeNode({
    eth_blockNumber: () => `0x${node.height.toString(16)}`,
    eth_getBlockByNumber: (number: string) =>
      Number(number) > known.height ? null : { hash: `0xhash${Number(number)}` },
    eth_getLogs: ({ fromBlock = '0x0', toBlock = `0x${node.height.toString(16)}` }: Range) =>
      Array.from({ length: Number(toBlock) - Number(fromBlock) + 1 }, (_, at) => ({
        data: `log ${Number(fromBlock) + at}`,
      })),
  })
  const logs = () => asked.filter(({ method }) => method === 'eth_getLogs')
  return { node, known, asked, logs }
}

/** Opens a wallet on a node whose every block has one log, and sends a site's filter requests. */
export const open = (height = 10) => {
  const { send, node } = openWallet()
  node.mockImplementation(askNode)
  const chain = openNode(height)
  const make = async (criteria: object = {}, from = {}) =>
    (await send('eth_newFilter', [criteria], from)).result as string
  const changes = async (id: string, from = {}) => {
    const { result, error } = await send('eth_getFilterChanges', [id], from)
    return (
      error ??
      (result as (string | { data: string })[]).map((one) =>
        typeof one === 'string' ? one : one.data,
      )
    )
  }
  return { send, make, changes, ...chain }
}

export const notFound = { code: -32000, message: 'filter not found' }
