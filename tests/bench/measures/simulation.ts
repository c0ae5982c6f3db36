import type { quoteBatch } from '../../../lib/simulate/simulate.ts'
import { openModules } from '../../../scripts/modules.ts'
import { alice, stranger } from '../../unit/people.ts'
import { ratio, type Measure, type Row } from '../measure.ts'

type Question = { body: string; start: number; end: number }

/** Questions that went out before any answer of those before them had come stand side by side. */
const wavesOf = (questions: readonly Question[]): Question[][] => {
  const waves: Question[][] = []
  for (const question of questions.toSorted((a, b) => a.start - b.start)) {
    const last = waves.at(-1)
    const isBeside = last?.every(({ end }) => question.start < end) ?? false
    if (last && isBeside) last.push(question)
    else waves.push([question])
  }
  return waves
}

/** From the request to the verdict, beside the node's own time for the same questions in the same order. */
export const simulation: Measure = {
  name: 'simulation',
  async run({ chain: { url } }) {
    const modules = await openModules(url)
    const { quoteBatch: quote } = await modules.load<{ quoteBatch: typeof quoteBatch }>(
      '/lib/simulate/simulate.ts',
    )
    const real = globalThis.fetch
    const rows: Row[] = []
    for (const count of [1, 10, 100, 1000]) {
      const calls = Array.from({ length: count }, () => ({
        ...{ to: stranger, value: '0x1' as const, data: '0x' as const },
      }))
      const batch = { from: alice, chainId: 8453, atomicRequired: false, calls }
      const floor: number[] = []
      const wallet: number[] = []
      for (let round = 0; round < 15; round++) {
        const asked: Question[] = []
        globalThis.fetch = async (input, init) => {
          const start = performance.now()
          const answer = await real(input, init)
          const text = await answer.text()
          asked.push({ body: init?.body as string, start, end: performance.now() })
          return new Response(text, { status: answer.status })
        }
        const start = performance.now()
        await quote(batch)
        const taken = performance.now() - start
        globalThis.fetch = real
        const headers = { 'content-type': 'application/json' }
        const again = performance.now()
        for (const wave of wavesOf(asked))
          await Promise.all(
            wave.map(async ({ body }) =>
              (await real(url, { method: 'POST', headers, body })).text(),
            ),
          )
        // The first rounds learn what a chain can do and compile what they run.
        if (round < 4) continue
        wallet.push(taken)
        floor.push(performance.now() - again)
      }
      const name = `simulation verdict, ${count.toLocaleString('en')} ${count === 1 ? 'call' : 'calls'}`
      const growth = { of: 'simulation verdict by calls', at: count }
      const most = count > 100 ? undefined : 1.25
      rows.push(ratio(name, { floor, wallet, growth, most }))
    }
    await modules.close()
    return rows
  },
}
