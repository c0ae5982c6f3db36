import { atMost, ratio, type Measure, type Row } from '../measure.ts'
import { atOnce } from '../page.ts'

const read = (index: number) => ({
  method: 'eth_getBalance',
  params: [`0x${index.toString(16).padStart(40, '0')}`, 'latest'],
})

/** Many reads at once from one page and from many, and the same read many times. */
export const burst: Measure = {
  name: 'bursts',
  async run({ pages, node, open }) {
    const rows: Row[] = []
    let salt = 0
    const questions = (count: number) => Array.from({ length: count }, () => read(++salt))
    const bare = (all: ReturnType<typeof questions>) =>
      all.map(({ method, params }) => ({ method: 'node', params: [node.url, method, params] }))
    let lost = 0
    const run = async (count: number, repeat: number, most?: number) => {
      const floor: number[] = []
      const wallet: number[] = []
      for (let round = 0; round < repeat; round++) {
        const all = questions(count)
        floor.push((await atOnce(pages.floor, 'floor', bare(all))).time)
        const { time, answered } = await atOnce(pages.wallet, 'ethereum', all)
        wallet.push(time)
        lost += count - answered
      }
      const name = `${count} reads at once from one page`
      rows.push(ratio(name, { floor, wallet, at: count, ...(most ? { most } : {}) }))
    }
    await run(1, 20)
    await run(10, 20)
    await run(100, 10)
    await run(200, 10, 1.5)

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
    rows.push(ratio('2,000 reads at once from 50 tabs', { floor, wallet, at: 2000, most: 1.5 }))
    rows.push(atMost('reads of these that were lost', 'count', lost, 0))

    node.asked.length = 0
    const same = read(++salt)
    await atOnce(
      pages.wallet,
      'ethereum',
      Array.from({ length: 100 }, () => same),
    )
    const count = node.asked.filter(({ body }) => body.includes(String(same.params[0]))).length
    rows.push(atMost('node requests for 100 identical reads at once', 'count', count, 1))
    return rows
  },
}
