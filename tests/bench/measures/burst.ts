import { atMost, nameOf, pointOf, ratio, type Measure, type Row } from '../measure.ts'
import { atOnce, type Question } from '../jobPage.ts'

const read = (index: number) => ({
  method: 'eth_getBalance',
  params: [`0x${index.toString(16).padStart(40, '0')}`, 'latest'],
})

type Burst = {
  count: number
  repeat: number
  most?: number | undefined
  make: (count: number) => Question[]
  below: (all: Question[]) => Question[]
}

/** Measures parallel reads from one page and from many pages, and many equal reads. */
export const burst: Measure = {
  name: 'bursts',
  async run({ pages, node, open }) {
    const rows: Row[] = []
    let salt = 0
    const questions = (count: number) => Array.from({ length: count }, () => read(++salt))
    const bare = (all: Question[]) =>
      all.map(({ method, params }) => ({ method: 'node', params: [node.url, method, params] }))
    let lost = 0
    const run = async (of: string, { count, repeat, most, make, below }: Burst) => {
      const floor: number[] = []
      const wallet: number[] = []
      for (let round = 0; round < repeat; round++) {
        const all = make(count)
        floor.push((await atOnce(pages.floor, 'floor', below(all))).time)
        const { time, answered } = await atOnce(pages.wallet, 'ethereum', all)
        wallet.push(time)
        lost += count - answered
      }
      const growth = { of, at: count }
      rows.push(ratio(nameOf(growth), { floor, wallet, most, growth }))
    }
    const own = (count: number) => Array.from({ length: count }, () => ({ method: 'eth_chainId' }))
    const echo = (all: Question[]) => all.map(() => ({ method: 'echo' }))
    const repeats = { 1: 20, 10: 20, 100: 10, 200: 10, 1000: 3 }
    for (const [times, repeat] of Object.entries(repeats)) {
      const count = Number(times)
      const most = count === 200 ? 1.5 : undefined
      await run('reads at once', { count, repeat, most, make: questions, below: bare })
      if (count !== 200) await run('own answers at once', { count, repeat, make: own, below: echo })
    }

    const tabs = 50
    const opened = { floor: [pages.floor], wallet: [pages.wallet] }
    while (opened.floor.length < tabs) {
      opened.floor.push(await open('floor'))
      opened.wallet.push(await open('wallet'))
    }
    const all = opened.floor.map(() => questions(2000 / tabs))
    const whole = async (ask: (index: number) => Promise<{ answered: number }>) => {
      const start = performance.now()
      const answers = await Promise.all(all.map((_, index) => ask(index)))
      return {
        time: performance.now() - start,
        answered: answers.reduce((sum, { answered }) => sum + answered, 0),
      }
    }
    const floor: number[] = []
    const wallet: number[] = []
    for (let round = 0; round < 3; round++) {
      const below = await whole((index) =>
        atOnce(opened.floor[index] ?? pages.floor, 'floor', bare(all[index] ?? [])),
      )
      const above = await whole((index) =>
        atOnce(opened.wallet[index] ?? pages.wallet, 'ethereum', all[index] ?? []),
      )
      floor.push(below.time)
      wallet.push(above.time)
      lost += 2000 - above.answered
    }
    for (const page of [...opened.floor.slice(1), ...opened.wallet.slice(1)]) await page.close()
    rows.push(ratio('2,000 reads at once from 50 tabs', { floor, wallet, most: 1.5 }))
    rows.push(atMost('reads of these that were lost', 'count', lost, 0))

    for (const at of [1, 10, 100, 1000]) {
      node.asked.length = 0
      const same = read(++salt)
      const many = Array.from({ length: at }, () => same)
      await atOnce(pages.wallet, 'ethereum', many)
      const count = node.asked.filter(({ body }) => body.includes(String(same.params[0]))).length
      const growth = { of: 'node requests for identical reads at once', at }
      rows.push(
        at === 100
          ? { ...atMost(nameOf(growth), 'count', count, 1), growth }
          : pointOf(growth, 'count', count),
      )
    }
    return rows
  },
}
