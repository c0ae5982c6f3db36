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
const shownTime = async ({ pages }: Scene, screen: Page, text: string): Promise<number> => {
  const asked = await askAt(pages.floor, 'floor', { method: 'show', params: text })
  const seen = await until('the text in the page', () =>
    screen.evaluate((wanted) => {
      const { shown } = globalThis as unknown as Screen
      return shown?.text === wanted ? shown.at : undefined
    }, text),
  )
  return seen - asked
}

/** Asks for calls beside the panel; returns ms from the request, and the node's own time for the questions. */
const besideTimes = async (scene: Scene, panel: SidePanel, count: number) => {
  const { pages, node } = scene
  await panel.read(`(${noteTimes.toString()})(${count}, 'verdict')`)
  node.asked.length = 0
  const asked = await askAt(pages.wallet, 'ethereum', transfers(count))
  const { readable, verdict } = await until('the verdict in the panel', async () => {
    const seen = await panel.read<Seen>('seen')
    return seen.readable && seen.verdict
      ? { readable: seen.readable, verdict: seen.verdict }
      : undefined
  })
  await panel.click('Reject')
  await forgetRejected(scene)
  const before = node.asked.filter(({ until: done = Infinity }) => done <= verdict)
  node.asked.splice(0, Infinity, ...before)
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
  const answers = await replayTime(scene)
  await pages.wallet.bringToFront()
  return { run, readable: readable - asked, verdict: verdict - asked, answers }
}

/** The first requests compile code and find facts about the chain. */
const dropped = 2

/** While the node is asked nothing. */
const idle = { before: 'background and page work', after: 'the page draws' }

/**
 * Measures from a site's request to what the user reads in a side panel that was open before: the place that a browser
 * lets a wallet prepare. Against a page of the bare extension that was open, too; the budgets are those of a window. Approve
 * is armed there once the user turns to the panel, which is no part of it.
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
      [1, 10],
      [10, 10],
      [100, 8],
      [1000, 6],
    ] as const) {
      note(`${at} calls`)
      const shown: number[] = []
      const empty: number[] = []
      const seen: Awaited<ReturnType<typeof besideTimes>>[] = []
      for (let round = 0; round < rounds; round++) {
        const least = await shownTime(scene, screen, `${at} calls, round ${round}`)
        const opened = await emptyTime(scene)
        const times = await besideTimes(scene, panel, at)
        if (round < dropped) continue
        shown.push(least)
        empty.push(opened)
        seen.push(times)
      }
      const answers = seen.map((one) => one.answers)
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
            what: 'an empty window, or the node, + 30 ms',
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
    await settings.getByRole('checkbox', { name: 'Open Volley in the side panel' }).click()
    await settings.close()
    node.isConstant.value = true
    return rows
  },
}
