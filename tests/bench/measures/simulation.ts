import { addRows, openJournal } from '../../e2e/support/journal.ts'
import { allowSwaps, kinds, type SiteCall } from '../callKinds.ts'
import { ratio, type Measure, type Row, type Step } from '../measure.ts'
import { times } from '../jobPage.ts'
import { forget, openQuoting, quoteSpan, quoteTime, waiting } from '../quoteTime.ts'
import { replayOf } from '../replaySteps.ts'
import type { Scene } from '../scene.ts'
import { notedBy, withNotes } from '../steps/noted.ts'
import { stepsOf, type Run } from '../steps/steps.ts'

/** Posts again what the node was asked since the list was emptied; returns its time in ms. */
export const replayTime = async ({ pages, node }: Scene): Promise<number> => {
  const asked = { method: 'replay', params: [node.url, replayOf(node.asked)] }
  return pages.floor.evaluate(
    (question) =>
      (window as unknown as { floor: { request: (q: object) => Promise<number> } }).floor.request(
        question,
      ),
    asked,
  )
}

type Kind = { of: string; lock?: object; counts: readonly number[] }

const unlocked = { isOff: true }

const measured: readonly Kind[] = [
  { of: 'transfers', lock: unlocked, counts: [1, 10, 100, 1000] },
  { of: 'transfers', counts: [10, 100] },
  { of: 'ERC-20 transfers', lock: unlocked, counts: [1, 10, 100, 1000] },
  { of: 'ERC-20 transfers', counts: [10, 100] },
  { of: 'swaps', lock: unlocked, counts: [1, 10, 100] },
  { of: 'swaps', counts: [10, 100] },
]

/** Samples by the number of calls, the first of which only find facts about the chain and compile code. */
const samplesOf = (count: number) => (count > 100 ? 4 : count > 10 ? 6 : 10)

const dropped = 1

const idOf = (sample: number) => sample.toString(16).padStart(32, '0')

/** The quote whose steps are looked at: the way is the longest where calls are many and a lock holds them. */
const looked = {
  of: 'ERC-20 transfers',
  count: 100,
  name: 'first quote, 100 ERC-20 transfers, locked',
} as const

/** Looks at the way to a first quote, in a wallet that notes its steps. */
const stepsToQuote = (scene: Scene): Promise<Step[]> =>
  withNotes(scene.extension, scene.url, async (wallet) => {
    const journal = await openJournal(wallet)
    const page = await openQuoting(wallet)
    const maker = kinds(scene.chain.contracts)[looked.of]
    const runs: Run[] = []
    for (let round = 0; round < 6; round++) {
      const id = idOf(round + 1)
      const calls = Array.from({ length: looked.count }, (_, index) => maker(index, round))
      await addRows(journal, { approvals: [waiting(id, scene.url, calls)] })
      const span = await quoteSpan(page, { id, mode: 'atomic' })
      await forget(journal, id)
      const noted = await notedBy(wallet)
      if (round >= dropped) runs.push({ start: span.start, end: span.end, noted })
    }
    return stepsOf(runs)
  })

/**
 * Measures from a page's request for a quote to the verdict, for a request that nobody has seen and once more for the
 * same one, against the same requests to the node as the bare extension posts them.
 */
export const simulation: Measure = {
  name: 'simulation',
  async run(scene, note) {
    const { wallet, node, chain, pages, url } = scene
    const rows: Row[] = []
    await allowSwaps(chain.url, chain.contracts)
    const journal = await openJournal(wallet)
    const page = await openQuoting(wallet)
    await times(pages.wallet, 'ethereum', { method: 'eth_chainId' }, 1)
    node.isConstant.value = false
    const makers = kinds(chain.contracts) as Record<
      string,
      (index: number, sample: number) => SiteCall
    >
    let sample = 0
    for (const { of, lock, counts } of measured)
      for (const count of counts) {
        const what = `${count.toLocaleString('en')} ${count === 1 ? of.slice(0, -1) : of}`
        const how =
          count === 1 ? '' : count > 100 ? ', in order' : lock ? ', not locked' : ', locked'
        note(`${what}${how}`)
        const seen = {
          first: { floor: [] as number[], wallet: [] as number[] },
          later: { floor: [] as number[], wallet: [] as number[] },
        }
        for (let round = 0; round < samplesOf(count); round++) {
          sample++
          const id = idOf(sample)
          const calls = Array.from({ length: count }, (_, index) => makers[of]?.(index, sample))
          await addRows(journal, { approvals: [waiting(id, url, calls as SiteCall[])] })
          const params = {
            id,
            // More do not fit into one transaction, and run in order.
            ...(count > 1 && count <= 100 ? { mode: 'atomic' } : {}),
            ...(lock ? { lock } : {}),
          }
          for (const which of ['first', 'later'] as const) {
            node.asked.length = 0
            const taken = await quoteTime(page, params)
            const below = await replayTime(scene)
            if (round < dropped) continue
            seen[which].wallet.push(taken)
            seen[which].floor.push(below)
          }
          await forget(journal, id)
        }
        for (const which of ['first', 'later'] as const)
          rows.push(
            ratio(`${which} quote, ${what}${how}`, {
              ...seen[which],
              growth: { of: `${which} quote, ${of}${lock ? '' : ', locked'}`, at: count },
              most: which === 'first' && count <= 100 ? 1.25 : undefined,
            }),
          )
      }
    await Promise.all([journal.close(), page.close()])
    note('step by step')
    const steps = await stepsToQuote(scene)
    node.isConstant.value = true
    return rows.map((row) => (row.name === looked.name ? { ...row, steps } : row))
  },
}
