import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { chromium, type BrowserContext, type Page } from '@playwright/test'
import { findChromium } from '../../scripts/browsers.mjs'
import { atOnce, firstScripts, takeAnnounced, times, type Done, type Question } from './jobPage.ts'
import type { Scene } from './scene.ts'
import { median, figure, type Series } from './stats.ts'
import { tableFrom } from './table.ts'
import { openUnattached, type Unattached } from './unattached.ts'

type Ending = (end: () => unknown) => void

/** The site's port, so that a profile can be connected with it beforehand. */
export const peerPort = 8790

/** Another wallet: its unpacked folder, and a browser profile in which somebody has set it up and connected it. */
export type Peer = { folder: string; profile?: string | undefined }

/** Opens a browser with another wallet, on a copy of its profile. */
const openPeer = async ({ folder, profile }: Peer, onEnd: Ending): Promise<BrowserContext> => {
  const own = await mkdtemp(join(tmpdir(), 'volley-peer-'))
  if (profile) await cp(profile, own, { recursive: true })
  const extension = resolve(folder)
  const context = await chromium.launchPersistentContext(own, {
    executablePath: (await findChromium()) ?? '',
    headless: true,
    chromiumSandbox: process.getuid?.() !== 0,
    viewport: null,
    args: [
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
      `--disable-extensions-except=${extension}`,
      `--load-extension=${extension}`,
    ],
  })
  onEnd(async () => {
    await context.close()
    await rm(own, { recursive: true, force: true })
  })
  return context
}

/** Measures of one browser. */
type Side = {
  context: BrowserContext
  page: Page
  name: 'ethereum' | 'floor'
  unattached: Unattached
  /** Gives the page without a debugger a request to send, and takes its time. */
  give: (question: Question) => Promise<Done>
  ask: (question: Question) => Question
  /** How long the wallet may take for an answer, in ms: one that takes longer gives none. */
  patience: number
}

const usualPatience = 10_000

/** Returns what comes within so many ms. */
const inTime = <Found>(coming: Promise<Found>, limit: number): Promise<Found | undefined> =>
  Promise.race([coming, wait(limit, undefined, { ref: false })])

const answers = async (side: Side, question: Question): Promise<boolean> => {
  const first = times(side.page, side.name, side.ask(question), 1)
  return (await inTime(first, side.patience).catch(() => undefined)) !== undefined
}

const delays = async ({ page }: Side, bare: Page): Promise<number[]> => {
  const found: number[] = []
  for (let turn = 0; turn < 9; turn++) {
    // Each comes first as often as the other: what follows another load is later or earlier.
    const order = turn % 2 === 0 ? [bare, page] : [page, bare]
    const at = new Map<Page, number>()
    for (const one of order) at.set(one, median(await firstScripts(one, 10)))
    if (turn > 0) found.push((at.get(page) ?? 0) - (at.get(bare) ?? 0))
  }
  return found
}

const trips = async (side: Side, question: Question): Promise<number[]> => {
  if (!(await answers(side, question))) return []
  const found: number[] = []
  for (let round = 0; round < 150; round++) {
    const done = await inTime(atOnce(side.page, side.name, [side.ask(question)]), side.patience)
    // A wallet that has fallen silent would use up its time in each of the rounds to come.
    if (!done) break
    // Wallets refuse what a site that is not connected asks too often.
    if (done.answered === 1) found.push(done.time)
  }
  return found.slice(Math.min(30, found.length / 4))
}

const balance = (index: number): Question => ({
  method: 'eth_getBalance',
  params: [`0x${index.toString(16).padStart(40, '0')}`, 'latest'],
})

const bursts = async (side: Side): Promise<number[]> => {
  if (!(await answers(side, balance(1)))) return []
  const found: number[] = []
  for (let round = 1; round <= 6; round++) {
    const all = Array.from({ length: 200 }, (_, index) => side.ask(balance(round * 1000 + index)))
    const done = await inTime(atOnce(side.page, side.name, all), 3 * side.patience)
    if (!done) break
    if (round > 1 && done.answered === all.length) found.push(done.time)
  }
  return found
}

const wakes = async (side: Side): Promise<number[]> => {
  const found: number[] = []
  for (let round = 0; round < 10; round++) {
    await side.unattached.stop(true)
    const done = await inTime(side.give(side.ask({ method: 'eth_chainId' })), side.patience)
    // The page takes no other job before this one is answered.
    if (!done) break
    if (round >= 2 && done.answered === 1) found.push(done.time)
  }
  return found
}

/** From the request of a site that is not connected to a button that is painted in a window of the wallet. */
const windows = async (side: Side): Promise<number[]> => {
  const found: number[] = []
  const site = await side.context.newPage()
  // Another host is another site.
  await site.goto(side.page.url().replace('127.0.0.1', 'localhost'))
  await site.evaluate(takeAnnounced)
  // Wallets hold a site off that was refused more often.
  for (let round = 0; round < 3; round++) {
    // A wallet may open no window for a site that nobody has touched.
    await site.getByRole('heading').click()
    const opening = side.context
      .waitForEvent('page', { timeout: side.patience })
      .catch(() => undefined)
    const question = side.ask({ method: 'eth_requestAccounts' })
    const start = await site.evaluate(
      ([name, asked]) => {
        const provider = (
          window as unknown as Record<string, { request: (q: object) => Promise<unknown> }>
        )[name]
        const at = performance.timeOrigin + performance.now()
        provider?.request(asked).catch(() => undefined)
        return at
      },
      [side.name, question] as const,
    )
    const window = await opening
    if (!window) break
    const painting = window
      .evaluate(
        (limit) =>
          new Promise<number>((done) => {
            const end = performance.now() + limit
            const look = () => {
              const button = document.querySelector('button, h1')
              if (button && button.getBoundingClientRect().height > 0)
                return requestAnimationFrame(() =>
                  setTimeout(() => done(performance.timeOrigin + performance.now())),
                )
              if (performance.now() > end) done(0)
              else requestAnimationFrame(look)
            }
            look()
          }),
        side.patience,
      )
      .catch(() => 0)
    // A window that draws no frame, or never loads, does not look at its clock.
    const painted = (await inTime(painting, 2 * side.patience)) ?? 0
    await window.close()
    if (painted > 0) found.push(painted - start)
  }
  await site.close()
  return found
}

const cell = (values: Series): string =>
  values.length === 0 ? 'no answer in time' : `${figure(median(values))} ms (n ${values.length})`

/** Opens another wallet in a browser, and in one to which no debugger is attached. */
export const openPeerSide = async (
  peer: Peer,
  { url, give }: Pick<Scene, 'url' | 'give'>,
  onEnd: Ending,
  patience = usualPatience,
): Promise<Side> => {
  const context = await openPeer(peer, onEnd)
  const page = await context.newPage()
  await page.goto(url)
  await page.evaluate(takeAnnounced)
  const works = `peer-${basename(resolve(peer.folder))}`
  const at = `${url}?works=${encodeURIComponent(works)}`
  const unattached = await openUnattached(peer.folder, at, peer.profile)
  onEnd(unattached.end)
  return {
    context,
    page,
    name: 'ethereum',
    unattached,
    give: (question) => give(works, [question]),
    ask: (question) => question,
    patience,
  }
}

/**
 * Measures each side by what a page sees, by its name; returns rows of medians below one of names. `bare`: a page of
 * a browser without an extension.
 */
export const compareSides = async (
  sides: readonly (readonly [name: string, side: Side])[],
  bare: Page,
  note: (name: string) => void,
): Promise<string[][]> => {
  // A page without a script keeps each extension's process and does not wake its background.
  for (const [, { unattached }] of sides)
    await unattached.open(`chrome-extension://${unattached.id}/manifest.json`)
  const measures: [string, (side: Side) => Promise<number[]>][] = [
    ['delay of a page’s first script', (side) => delays(side, bare)],
    ['eth_chainId', (side) => trips(side, { method: 'eth_chainId' })],
    ['eth_getBalance', (side) => trips(side, balance(0))],
    ['reads at once, 200', bursts],
    ['first answer after a stop, process alive', wakes],
    ['eth_requestAccounts to a button in a window', windows],
  ]
  const rows = [['', ...sides.map(([name]) => name)]]
  for (const [name, measure] of measures) {
    note(name)
    const line = [name]
    for (const [, side] of sides) line.push(cell(await measure(side)))
    rows.push(line)
  }
  return rows
}

/** Measures the bare extension, Volley and another wallet by what a page sees; returns a table of medians. */
export const comparePeer = async (
  scene: Scene,
  peer: Peer,
  onEnd: Ending,
  note: (name: string) => void,
): Promise<string> => {
  const { floor, wallet, pages, node, give } = scene
  const other = await openPeerSide(peer, scene, onEnd)
  const both = await scene.unattached()
  const echo = ({ method, params }: Question): Question => {
    if (method === 'eth_chainId') return { method: 'echo' }
    if (method === 'eth_requestAccounts') return { method: 'window' }
    return { method: 'node', params: [node.url, method, params] }
  }
  const floorSide: Side = {
    context: floor.context,
    page: pages.floor,
    name: 'floor',
    unattached: both.floor,
    give: (question) => give('floor', [question]),
    ask: echo,
    patience: usualPatience,
  }
  const ownSide: Side = {
    context: wallet.context,
    page: pages.wallet,
    name: 'ethereum',
    unattached: both.wallet,
    give: (question) => give('wallet', [question]),
    ask: (question) => question,
    patience: usualPatience,
  }
  const rows = await compareSides(
    [
      ['floor', floorSide],
      ['Volley', ownSide],
      [basename(resolve(peer.folder)), other],
    ],
    await scene.open('bare'),
    note,
  )
  return tableFrom(rows)
}
