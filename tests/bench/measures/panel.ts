import type { Page } from '@playwright/test'
import { openPanel, type SidePanel } from '../../e2e/support/sidePanel.ts'
import { transfers } from '../asked.ts'
import { besides, middleRun, nameOf, type Measure, type Row } from '../measure.ts'
import type { Scene } from '../scene.ts'
import { stepsOf, type Run } from '../steps/steps.ts'
import { until } from '../until.ts'
import { noteTimes, type Seen } from '../watchWindow.ts'
import { replayTime } from './simulation.ts'
import { allowed, askAt, emptyTime, forgetRejected } from './window.ts'

type Screen = { shown?: { text: string; at: number } }

/** Opens a page of the bare extension that shows what its background sends. */
const openScreen = async ({ floor, pages }: Scene): Promise<Page> => {
  const opening = floor.context.waitForEvent('page', (page) => page.url().endsWith('screen.html'))
  await askAt(pages.floor, 'floor', { method: 'screen' })
  const screen = await opening
  await screen.waitForLoadState()
  return screen
}

/** Has a site's request shown in a page that is open; returns ms to its paint. */
const shownTime = async ({ pages }: Scene, screen: Page, question: object): Promise<number> => {
  const text = JSON.stringify(question)
  const asked = await askAt(pages.floor, 'floor', { method: 'show', params: text })
  const seen = await until('the request in the page', () =>
    screen.evaluate((wanted) => {
      const { shown } = globalThis as unknown as Screen
      return shown?.text === wanted ? shown.at : undefined
    }, text),
  )
  return seen - asked
}

/** Rejects in the panel, and waits until the page has its answer. Throws after 120 s. */
const decline = async (scene: Scene, panel: SidePanel): Promise<void> => {
  await panel.click('Reject')
  await until('the answer to the page', () =>
    scene.pages.wallet.evaluate(async () => {
      const { done } = globalThis as unknown as { done: Promise<unknown> }
      const pause = new Promise((resolve) => setTimeout(resolve, 100, 'open'))
      return (await Promise.race([done, pause])) !== 'open'
    }),
  )
  await forgetRejected(scene)
}

/** Asks for calls beside the panel; returns ms from the request, and the node's own time for the questions. */
const besideTimes = async (scene: Scene, panel: SidePanel, question: object, count: number) => {
  const { pages, node } = scene
  await panel.read(`(${noteTimes.toString()})(${count}, ['readable', 'verdict'])`)
  node.asked.length = 0
  const asked = await askAt(pages.wallet, 'ethereum', question)
  const { readable = Number.NaN, verdict = Number.NaN } =
    await panel.read<Seen>('noted.then(() => seen)')
  const before = node.asked.filter(({ until: done = Infinity }) => done <= verdict)
  const run: Run = {
    start: asked,
    end: verdict,
    noted: [
      { name: 'every call is readable', at: readable, until: readable },
      ...before.map(({ method, at, until: done = verdict }) => ({
        name: `the node is asked ${method}`,
        at,
        until: done,
      })),
    ],
  }
  return { run, before, readable: readable - asked, verdict: verdict - asked }
}

/** The first requests compile code and find facts about the chain. */
const dropped = 2

/** While the node is asked nothing. */
const idle = { before: 'background and page work', after: 'background and page work' }

/**
 * Measures from a site's request to what the user reads in a side panel that was open before: the place that a browser
 * lets a wallet prepare. Against a page of the bare extension that was open, too; the budgets are those of a window. Approve
 * is armed there once the user turns to the panel, which is no part of it, but seen to be so.
 */
export const sidePanel: Measure = {
  name: 'side panel',
  async run(scene, note) {
    const { wallet, node, pages } = scene
    node.isConstant.value = false
    const screen = await openScreen(scene)
    const panel = await openPanel(wallet)
    await pages.wallet.bringToFront()
    const rows: Row[] = []
    for (const [at, rounds] of [
      [1, 9],
      [10, 9],
      [100, 7],
      [1000, 5],
    ] as const) {
      note(`${at} calls`)
      const shown: number[] = []
      const empty: number[] = []
      const answers: number[] = []
      const seen: Awaited<ReturnType<typeof besideTimes>>[] = []
      for (let round = 0; round < rounds; round++) {
        const question = transfers(at)
        const least = await shownTime(scene, screen, question)
        const opened = await emptyTime(scene)
        const times = await besideTimes(scene, panel, question, at)
        if (round === 0) {
          await panel.clickAt({ x: 4, y: 4 })
          await until('Approve armed in the panel', () => panel.isArmed())
        }
        await decline(scene, panel)
        node.asked.splice(0, Infinity, ...times.before)
        const answered = await replayTime(scene)
        await pages.wallet.bringToFront()
        if (round < dropped) continue
        shown.push(least)
        empty.push(opened)
        answers.push(answered)
        seen.push(times)
      }
      const calls = { of: 'side panel that is open: request to every call readable', at }
      const verdict = { of: 'side panel that is open: request to verdict, amounts and fee', at }
      rows.push(
        besides(nameOf(calls), {
          floor: shown,
          wallet: seen.map(({ readable }) => readable),
          other: empty,
          what: 'an empty window',
          most: 1.5,
          growth: calls,
        }),
        {
          ...besides(nameOf(verdict), {
            floor: shown.map((time, index) => Math.max(time, answers[index] ?? 0)),
            wallet: seen.map((one) => one.verdict),
            other: allowed(empty, answers),
            what: 'an empty window or the node, whichever is longer, and 30 ms',
            most: 1.2,
            growth: verdict,
          }),
          way: {
            of: middleRun,
            steps: stepsOf(
              seen.map(({ run }) => run),
              idle,
            ),
          },
        },
      )
    }
    await Promise.all([panel.close(), screen.close()])
    const settings = await wallet.popup('popup.html#settings')
    const choice = settings.getByRole('checkbox', { name: 'Open Volley in the side panel' })
    // The page reads the choice; a click before that would choose it once more.
    await until('the choice of the panel', () => choice.isChecked())
    await choice.click()
    await until('the end of that choice', async () => !(await choice.isChecked()))
    await settings.close()
    node.isConstant.value = true
    return rows
  },
}
