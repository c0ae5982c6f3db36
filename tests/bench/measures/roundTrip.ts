import { ratio, type Measure, type Row } from '../measure.ts'
import { times, type Question } from '../page.ts'

const rounds = 12
const each = 25

const address = '0x1111111111111111111111111111111111111111'

const own: Question[] = [{ method: 'eth_chainId' }, { method: 'eth_accounts' }]

const reads: Question[] = [
  { method: 'eth_getBalance', params: [address, 'latest'] },
  { method: 'eth_call', params: [{ to: address, data: '0x' }, 'latest'] },
  { method: 'eth_getBlockByNumber', params: ['pending', false] },
]

/**
 * Measures the round trip of requests that the wallet answers itself, and of those it forwards to the node.
 */
export const roundTrip: Measure = {
  name: 'round trip',
  async run({ pages, node }) {
    const compare = async (question: Question, bare: Question, most: number): Promise<Row> => {
      const floor: number[] = []
      const wallet: number[] = []
      for (let round = 0; round < rounds; round++) {
        const below = await times(pages.floor, 'floor', bare, each)
        const above = await times(pages.wallet, 'ethereum', question, each)
        if (round < 2) continue
        floor.push(...below)
        wallet.push(...above)
      }
      return ratio(question.method, { floor, wallet, most })
    }
    const rows: Row[] = []
    for (const question of own) rows.push(await compare(question, { method: 'echo' }, 1.5))
    for (const question of reads) {
      const params = [node.url, question.method, question.params]
      rows.push(await compare(question, { method: 'node', params }, 1.25))
    }
    return rows
  },
}
