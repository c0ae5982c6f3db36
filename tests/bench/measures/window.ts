import type { BrowserContext, Page } from '@playwright/test'
import { approvalWindow, reject, closed } from '../../e2e/support/walletPages.ts'
import { permit, transfers } from '../asked.ts'
import { frames, middleRun, nameOf, ratio, type Measure, type Row, type Way } from '../measure.ts'
import { forgetRejections, openJournal } from '../../e2e/support/journal.ts'
import type { Scene } from '../scene.ts'
import { stepsOf, type Run } from '../steps/steps.ts'
import { loadedIn, seenIn, watchWindows, type Loaded, type Times } from '../watchWindow.ts'
import { replayTime } from './simulation.ts'

type Timed = Window & { done?: Promise<unknown> | undefined }

/** Sends a request from a page and returns its time by the browser's clock, in ms since 1970. */
export const askAt = (page: Page, name: string, question: object) =>
  page.evaluate(
    ([global, asked]) => {
      const provider = (
        window as unknown as Record<string, { request: (q: object) => Promise<unknown> }>
      )[global]
      const at = performance.timeOrigin + performance.now()
      ;(window as Timed).done = provider?.request(asked).catch(() => undefined)
      return at
    },
    [name, question] as const,
  )

const floorWindow = async (context: BrowserContext): Promise<Page> =>
  context.pages().find((page) => page.url().endsWith('window.html')) ??
  (await context.waitForEvent('page', (page) => page.url().endsWith('window.html')))

/** Opens a window with nothing in it; returns the time to its first paint, and what `use` finds in it. */
const emptyWindow = async <Result>(
  { floor, pages }: Scene,
  use: (window: Page) => Promise<Result>,
) => {
  const opening = floorWindow(floor.context)
  const asked = await askAt(pages.floor, 'floor', { method: 'window' })
  const empty = await opening
  await empty.waitForFunction(
    () => performance.getEntriesByName('first-contentful-paint').length > 0,
  )
  const painted = await empty.evaluate(() => {
    const [first] = performance.getEntriesByName('first-contentful-paint')
    return performance.timeOrigin + (first?.startTime ?? Number.NaN)
  })
  const used = await use(empty)
  await empty.close()
  return { taken: painted - asked, used }
}

/** Opens a window with nothing in it; returns ms to its first paint. */
export const emptyTime = async (scene: Scene): Promise<number> =>
  (await emptyWindow(scene, () => Promise.resolve())).taken

/** Waits until a request that was rejected is answered, and has the wallet forget it: sites are limited. */
export const forgetRejected = async ({ wallet, pages }: Scene): Promise<void> => {
  await pages.wallet.evaluate(() => (globalThis as unknown as Timed).done)
  const journal = await openJournal(wallet)
  await forgetRejections(journal)
  await journal.close()
}

const decline = async (scene: Scene, window: Page): Promise<void> => {
  await reject(window)
  await closed(window)
  await forgetRejected(scene)
}

/** Asks for calls; returns ms from the request, the node's own time for the questions, and what `use` finds. */
const askedWindow = async <Result>(
  scene: Scene,
  count: number,
  use: (window: Page) => Promise<Result>,
) => {
  const { wallet, pages, node } = scene
  const watch = await watchWindows(wallet.context, count)
  node.asked.length = 0
  const asked = await askAt(pages.wallet, 'ethereum', transfers(count))
  const window = await approvalWindow(wallet.context)
  const times = await seenIn(window)
  const { readable, verdict } = times
  const used = await use(window)
  await decline(scene, window)
  await watch.dispose()
  const before = node.asked.filter(({ until = Infinity }) => until <= verdict)
  node.asked.splice(0, Infinity, ...before)
  const answers = await replayTime(scene)
  return { asked, times, readable: readable - asked, verdict: verdict - asked, answers, used }
}

/** Times that a window noted, in ms since 1970, and how long after the request they were, in ms. */
type Asked = {
  asked: number
  times: Times
  readable: number
  verdict: number
  answers: number
}

/** The way of a request to its window, to the page's first paint, and to `last`, which may be in that. */
const runTo = (
  last: string,
  { asked, times, end }: { asked: number; times: Loaded; end: number },
): Run => {
  const { opened, ran, painted } = times
  const noted = [
    { name: 'the request opens a window', at: asked, until: opened },
    {
      name: 'its files are read, compiled and run, up to their first wait',
      at: opened,
      until: ran,
    },
    { name: 'its rows are read, and it is drawn', at: ran, until: painted },
    { name: last, at: painted, until: end },
  ]
  return { start: asked, end, noted }
}

const wayOf = (runs: readonly Run[]): Way => ({ of: middleRun, steps: stepsOf(runs) })

/** The way of a request to its calls, by what each window noted. */
const wayToCalls = (seen: readonly Asked[]): Way =>
  wayOf(
    seen.map(({ asked, times }) =>
      runTo('calls that are not in the first paint', { asked, times, end: times.readable }),
    ),
  )

/** The way of a request to its verdict, by what each window noted. */
const wayToVerdict = (seen: readonly Asked[]): Way =>
  wayOf(
    seen.map(({ asked, times }) =>
      runTo('verdict, amounts and fee', { asked, times, end: times.verdict }),
    ),
  )

const nothing = () => Promise.resolve()

/** Waits until a window has painted all that it says of a signature; returns when, in ms since 1970. */
const messageShown = (window: Page) =>
  window.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const look = () => {
          const main = document.querySelector('main')
          const isThere = main && document.querySelector('footer button')
          if (!isThere || main.querySelector('[class*="skeleton"]'))
            return requestAnimationFrame(look)
          requestAnimationFrame(() =>
            setTimeout(() => resolve(performance.timeOrigin + performance.now())),
          )
        }
        look()
      }),
  )

const signatureWindow = async (scene: Scene) => {
  const { wallet, pages, node } = scene
  node.asked.length = 0
  const asked = await askAt(pages.wallet, 'ethereum', permit())
  const window = await approvalWindow(wallet.context)
  const drawn = await messageShown(window)
  const times = await loadedIn(window)
  const shown = Math.max(drawn, times.painted)
  await decline(scene, window)
  const before = node.asked.filter(({ until = Infinity }) => until <= shown)
  node.asked.splice(0, Infinity, ...before)
  const run = runTo('all of the signature', { asked, times, end: shown })
  return { run, shown: shown - asked, answers: await replayTime(scene) }
}

/**
 * Scrolls through a window's longest list for three seconds, as fast as a flick; returns frames in a second, none where
 * there is a list that did not move.
 */
const scrollRate = (window: Page) =>
  window.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const boxes = [...document.querySelectorAll('main ol, main, body')]
        const moves = (one: Element) => {
          one.scrollTop = 1
          const isMoved = one.scrollTop > 0
          one.scrollTop = 0
          return isMoved
        }
        const [box] = boxes.filter(moves).toSorted((a, b) => b.scrollHeight - a.scrollHeight)
        const [total, by] = [180, 60]
        const painted: number[] = []
        const places = new Set<number>()
        let way = by
        const step = (at: number) => {
          painted.push(at)
          const [first = 0] = painted
          const hasMoved = !box || places.size > total / 2
          if (painted.length > total) return resolve(hasMoved ? (1000 * total) / (at - first) : 0)
          if (box) {
            const before = box.scrollTop
            box.scrollTop += way
            if (box.scrollTop === before) way = -way
            places.add(box.scrollTop)
          }
          requestAnimationFrame(step)
        }
        requestAnimationFrame(step)
      }),
  )

/** The empty window, or the node if that takes longer, and 30 ms to put its answer on the screen. */
export const allowed = (empty: readonly number[], answers: readonly number[]) =>
  empty.map((time, index) => Math.max(time, answers[index] ?? 0) + 30)

/** The first windows compile code and find facts about the chain. */
const dropped = 2

const byCalls = async (scene: Scene, note: (part: string) => void): Promise<Row[]> => {
  const rows: Row[] = []
  for (const [at, rounds] of [
    [1, 12],
    [10, 8],
    [100, 8],
    [1000, 7],
  ] as const) {
    note(`${at} calls`)
    const empty: number[] = []
    const seen: Asked[] = []
    for (let round = 0; round < rounds; round++) {
      const below = await emptyTime(scene)
      const above = await askedWindow(scene, at, nothing)
      if (round < dropped) continue
      empty.push(below)
      seen.push(above)
    }
    const isFirst = at === 1
    const calls = { of: 'approval window: request to every call readable', at }
    const verdict = { of: 'approval window: request to verdict, Approve armable', at }
    const lines = ratio(isFirst ? calls.of : nameOf(calls), {
      floor: empty,
      wallet: seen.map(({ readable }) => readable),
      growth: calls,
      most: 1.5,
    })
    const all = ratio(
      isFirst
        ? 'approval window: request to verdict, amounts and fee on the screen, Approve armable'
        : nameOf(verdict),
      {
        floor: allowed(
          empty,
          seen.map(({ answers }) => answers),
        ),
        wallet: seen.map((one) => one.verdict),
        growth: verdict,
        most: 1.2,
      },
    )
    rows.push({ ...lines, way: wayToCalls(seen) }, { ...all, way: wayToVerdict(seen) })
  }
  return rows
}

const manyCalls = async (scene: Scene): Promise<Row[]> => {
  const few: number[] = []
  const many: Asked[] = []
  const still: number[] = []
  const scrolled: number[] = []
  for (let round = 0; round < 4; round++) {
    const ten = await askedWindow(scene, 10, nothing)
    const all = await askedWindow(scene, 500, scrollRate)
    const empty = await emptyWindow(scene, scrollRate)
    if (round < 1) continue
    few.push(ten.readable)
    many.push(all)
    still.push(empty.used)
    scrolled.push(all.used)
  }
  return [
    {
      ...ratio('500 calls readable, over 10 calls', {
        floor: few,
        wallet: many.map(({ readable }) => readable),
        most: 1.1,
      }),
      way: wayToCalls(many),
    },
    // A frame is 16.7 ms long: over three seconds, less than 59 a second is more than three that were lost.
    frames('500 calls, frames while they scroll', { floor: still, wallet: scrolled, least: 59 }),
  ]
}

/** Measures from a site's request to what the user reads in its window, against an empty window. */
export const approvalWindowPaint: Measure = {
  name: 'approval window',
  async run(scene, note) {
    scene.node.isConstant.value = false
    const rows = await byCalls(scene, note)
    note('500 calls')
    rows.push(...(await manyCalls(scene)))
    note('a signature')
    const empty: number[] = []
    const signed: Awaited<ReturnType<typeof signatureWindow>>[] = []
    for (let round = 0; round < 10; round++) {
      const below = await emptyTime(scene)
      const above = await signatureWindow(scene)
      if (round < dropped) continue
      empty.push(below)
      signed.push(above)
    }
    const row = ratio('approval window: request for a signature to all of it on the screen', {
      floor: allowed(
        empty,
        signed.map(({ answers }) => answers),
      ),
      wallet: signed.map(({ shown }) => shown),
      most: 2,
    })
    rows.push({ ...row, way: wayOf(signed.map(({ run }) => run)) })
    scene.node.isConstant.value = true
    return rows
  },
}
