import { ratio, type Measure, type Row } from '../measure.ts'
import { times, type Question } from '../jobPage.ts'

/** Requests in each round; the first rounds compile code. */
type Turns = { rounds: number; each: number }

const usual: Turns = { rounds: 12, each: 25 }

const address = '0x1111111111111111111111111111111111111111'

const own: Question[] = [{ method: 'eth_chainId' }, { method: 'eth_accounts' }]

const reads: Question[] = [
  { method: 'eth_getBalance', params: [address, 'latest'] },
  { method: 'eth_call', params: [{ to: address, data: '0x' }, 'latest'] },
  { method: 'eth_getBlockByNumber', params: ['pending', false] },
]

type Compared = { name?: string; most: number; turns?: Turns }

/**
 * Measures the round trip of requests that the wallet answers itself, and of those it forwards to the node. The
 * floor hands the node's answer on as it is, and the page alone parses it.
 */
export const roundTrip: Measure = {
  name: 'round trip',
  async run({ pages, node }) {
    const compare = async (
      question: Question,
      bare: Question,
      { name = question.method, most, turns: { rounds, each } = usual }: Compared,
    ): Promise<Row> => {
      const floor: number[] = []
      const wallet: number[] = []
      for (let round = 0; round < rounds; round++) {
        const below = await times(pages.floor, 'floor', bare, each)
        const above = await times(pages.wallet, 'ethereum', question, each)
        if (round < 2) continue
        floor.push(...below)
        wallet.push(...above)
      }
      return ratio(name, { floor, wallet, most })
    }
    const rows: Row[] = []
    for (const question of own)
      rows.push(await compare(question, { method: 'echo' }, { most: 1.5 }))
    for (const question of reads) {
      const params = [node.url, question.method, question.params]
      rows.push(await compare(question, { method: 'node', params }, { most: 1.25 }))
    }
    const logs = { method: 'eth_getLogs', params: [{ fromBlock: '0x0', toBlock: 'latest' }] }
    rows.push(
      await compare(
        logs,
        { method: 'node', params: [node.url, logs.method, logs.params] },
        { name: 'eth_getLogs, 1 MB', most: 1.15, turns: { rounds: 7, each: 5 } },
      ),
    )
    return rows
  },
}
