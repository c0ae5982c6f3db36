import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { chromium, type BrowserContext, type Page } from '@playwright/test'
import { findChromium } from '../../scripts/browsers.mjs'
import { atOnce, times, type Question } from './jobPage.ts'
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

type Announcement = Event & { detail: { provider: unknown } }

/** Puts the provider that a wallet announces (EIP-6963) where the measures look for it. */
const findProvider = (page: Page) =>
  page.evaluate(() => {
    const found = globalThis as unknown as { ethereum?: unknown }
    addEventListener('eip6963:announceProvider', (event) => {
      found.ethereum ??= (event as Announcement).detail.provider
    })
    dispatchEvent(new Event('eip6963:requestProvider'))
  })

/** Measures of one browser. */
type Side = {
  context: BrowserContext
  page: Page
  name: 'ethereum' | 'floor'
  unattached: Unattached
  ask: (question: Question) => Question
}

/** How long a wallet may take for its first answer to a question, in ms. */
const patience = 10_000

const answers = (side: Side, question: Question): Promise<boolean> =>
  Promise.race([
    times(side.page, side.name, side.ask(question), 1).then(
      () => true,
      () => false,
    ),
    new Promise<boolean>((done) => setTimeout(() => done(false), patience)),
  ])

const delays = async ({ page }: Side, bare: Page): Promise<number[]> => {
  const found: number[] = []
  const firstScript = async (one: Page) => {
    await one.reload()
    return one.evaluate(() => (window as unknown as { firstScript: number }).firstScript)
  }
  for (let load = 0; load < 40; load++) {
    const [without, by] = [await firstScript(bare), await firstScript(page)]
    if (load >= 3) found.push(by - without)
  }
  await findProvider(page)
  return found
}

const trips = async (side: Side, question: Question): Promise<number[]> => {
  if (!(await answers(side, question))) return []
  const found: number[] = []
  for (let round = 0; round < 150; round++) {
    const { time, answered } = await atOnce(side.page, side.name, [side.ask(question)])
    // Wallets refuse what a site that is not connected asks too often.
    if (answered === 1) found.push(time)
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
    const { time, answered } = await atOnce(side.page, side.name, all)
    if (round > 1 && answered === all.length) found.push(time)
  }
  return found
}

const wakes = async (side: Side, give: () => Promise<{ time: number; answered: number }>) => {
  const found: number[] = []
  for (let round = 0; round < 10; round++) {
    await side.unattached.stop(true)
    const { time, answered } = await give()
    if (round >= 2 && answered === 1) found.push(time)
  }
  return found
}

/** From the request of a site that is not connected to a button that is painted in a window of the wallet. */
const windows = async (side: Side, url: string): Promise<number[]> => {
  const found: number[] = []
  const site = await side.context.newPage()
  // Another host is another site.
  await site.goto(url.replace('127.0.0.1', 'localhost'))
  await findProvider(site)
  // Wallets hold a site off that was refused more often.
  for (let round = 0; round < 3; round++) {
    const opening = side.context.waitForEvent('page', { timeout: patience }).catch(() => undefined)
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
    const painted = await window
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
        patience,
      )
      .catch(() => 0)
    await window.close()
    if (painted > 0) found.push(painted - start)
  }
  await site.close()
  return found
}

const cell = (values: Series): string =>
  values.length === 0 ? 'no answer' : `${figure(median(values))} ms`

/** Measures the bare extension, Volley and another wallet by what a page sees; returns a table of medians. */
export const comparePeer = async (
  scene: Scene,
  peer: Peer,
  onEnd: Ending,
  note: (name: string) => void,
): Promise<string> => {
  const { floor, wallet, pages, node, url, give } = scene
  const context = await openPeer(peer, onEnd)
  const page = await context.newPage()
  await page.goto(url)
  await findProvider(page)
  const both = await scene.unattached()
  const alone = await openUnattached(peer.folder, `${url}?works=peer`, peer.profile)
  onEnd(alone.end)
  const same = (question: Question) => question
  const echo = ({ method, params }: Question): Question => {
    if (method === 'eth_chainId') return { method: 'echo' }
    if (method === 'eth_requestAccounts') return { method: 'window' }
    return { method: 'node', params: [node.url, method, params] }
  }
  const sides: Record<'floor' | 'wallet' | 'peer', Side> = {
    floor: {
      context: floor.context,
      page: pages.floor,
      name: 'floor',
      unattached: both.floor,
      ask: echo,
    },
    wallet: {
      context: wallet.context,
      page: pages.wallet,
      name: 'ethereum',
      unattached: both.wallet,
      ask: same,
    },
    peer: { context, page, name: 'ethereum', unattached: alone, ask: same },
  }
  // A page without a script keeps each extension's process and does not wake its background.
  for (const { unattached } of Object.values(sides))
    await unattached.open(`chrome-extension://${unattached.id}/manifest.json`)
  const bare = await scene.open('bare')
  const measures: [string, (side: Side, which: keyof typeof sides) => Promise<number[]>][] = [
    ['delay of a page’s first script', (side) => delays(side, bare)],
    ['eth_chainId', (side) => trips(side, { method: 'eth_chainId' })],
    ['eth_getBalance', (side) => trips(side, balance(0))],
    ['reads at once, 200', bursts],
    [
      'first answer after a stop, process alive',
      (side, which) => wakes(side, () => give(which, [side.ask({ method: 'eth_chainId' })])),
    ],
    ['eth_requestAccounts to a button in a window', (side) => windows(side, url)],
  ]
  const rows: string[][] = [['', 'floor', 'Volley', basename(resolve(peer.folder))]]
  for (const [name, measure] of measures) {
    note(name)
    const line = [name]
    for (const which of ['floor', 'wallet', 'peer'] as const)
      line.push(cell(await measure(sides[which], which)))
    rows.push(line)
  }
  return tableFrom(rows)
}
