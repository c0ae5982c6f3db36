import { addRows, openJournal } from '../../e2e/support/journal.ts'
import { allowSwaps, kinds, type SiteCall } from '../callKinds.ts'
import { notedRun, ratio, type Measure, type Row, type Step } from '../measure.ts'
import { times } from '../jobPage.ts'
import { forget, openQuoting, quoteSpan, waiting } from '../quoteTime.ts'
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

const makersOf = ({ chain }: Scene) =>
  kinds(chain.contracts) as Record<string, (index: number, sample: number) => SiteCall>

const idOf = (sample: number) => sample.toString(16).padStart(32, '0')

/** A row's calls: their kind, how many, and how the user would have them run. */
type Batch = { of: string; count: number; lock?: object | undefined }

/** The params of a quote, beside its request. More calls do not fit into one transaction, and run in order. */
const paramsOf = ({ count, lock }: Batch) => ({
  ...(count > 1 && count <= 100 ? { mode: 'atomic' } : {}),
  ...(lock ? { lock } : {}),
})

/** Looks at the way to the first quotes of some rows, in a wallet that notes its steps; by the row's name. */
const stepsToQuotes = (scene: Scene, looked: ReadonlyMap<string, Batch>) =>
  withNotes(scene, async (wallet) => {
    const journal = await openJournal(wallet)
    const page = await openQuoting(wallet)
    const makers = makersOf(scene)
    const found = new Map<string, Step[]>()
    let sample = 0
    for (const [name, batch] of looked) {
      const runs: Run[] = []
      for (let round = 0; round < 4; round++) {
        const id = idOf(++sample)
        const calls = Array.from({ length: batch.count }, (_, at) => makers[batch.of]?.(at, sample))
        await addRows(journal, { approvals: [waiting(id, scene.url, calls as SiteCall[])] })
        const span = await quoteSpan(page, { id, ...paramsOf(batch) })
        await forget(journal, id)
        const noted = (await notedBy(wallet)).filter(({ at }) => at < span.end)
        if (round >= dropped) runs.push({ start: span.start, end: span.end, noted })
      }
      found.set(name, stepsOf(runs))
    }
    return found
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
    const makers = makersOf(scene)
    const looked = new Map<string, Batch>()
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
          const params = { id, ...paramsOf({ of, count, lock }) }
          for (const which of ['first', 'later'] as const) {
            node.asked.length = 0
            const { start, end } = await quoteSpan(page, params)
            // The page did not wait for what the node answered after the quote.
            const before = node.asked.filter(({ until = Infinity }) => until <= end)
            node.asked.splice(0, Infinity, ...before)
            const below = await replayTime(scene)
            if (round < dropped) continue
            seen[which].wallet.push(end - start)
            seen[which].floor.push(below)
          }
          await forget(journal, id)
        }
        for (const which of ['first', 'later'] as const) {
          const row = ratio(`${which} quote, ${what}${how}`, {
            ...seen[which],
            growth: { of: `${which} quote, ${of}${lock ? '' : ', locked'}`, at: count },
            most: which === 'first' && count <= 100 ? 1.25 : undefined,
          })
          rows.push(row)
          if (row.budget?.isKept === false) looked.set(row.name, { of, count, lock })
        }
      }
    await Promise.all([journal.close(), page.close()])
    note('step by step')
    const steps = looked.size > 0 ? await stepsToQuotes(scene, looked) : undefined
    node.isConstant.value = true
    return rows.map((row) => {
      const own = steps?.get(row.name)
      return own ? { ...row, way: { of: notedRun, steps: own } } : row
    })
  },
}
