import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { findChromium } from '../../../scripts/browsers.mjs'
import { servePage } from '../../bench/jobPage.ts'
import { compareSides, openPeerSide } from '../../bench/peer.ts'
import { expect, test } from '../support/test.ts'

const floor = join(import.meta.dirname, '../../bench/floor')

/** A page's part of a wallet that announces its provider and puts it nowhere else. `isGiven`: an expression. */
const announcing = (isGiven: string) => `{
  const { floor } = window
  delete window.floor
  const given = new Set()
  const isGiven = ({ method, params }) => ${isGiven}
  const request = (question) => {
    if (!isGiven(question)) return new Promise(() => {})
    given.add(question.params?.[0])
    return floor.request({ method: question.method === 'eth_requestAccounts' ? 'window' : 'echo' })
  }
  const detail = { info: { name: 'Another wallet' }, provider: { request } }
  const announce = () => dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  addEventListener('eip6963:requestProvider', announce)
  announce()
}`

/** The requests that get an answer: of the silent wallet two balances, each once in a page. */
const isGiven = {
  announced: 'true',
  silent: `method === 'eth_getBalance' && given.size < 2 && !given.has(params[0])`,
}

const ends: (() => unknown)[] = []
const onEnd = (end: () => unknown) => ends.push(end)

// A hook runs after a test that hangs, too: nobody else would end a browser without a debugger.
test.afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

test('another wallet is measured that only announces itself, and one that does not answer @long', async () => {
  const own = await mkdtemp(join(tmpdir(), 'volley-peers-'))
  onEnd(() => rm(own, { recursive: true, force: true }))
  const site = await servePage()
  onEnd(site.stop)
  const jobs: string[] = []
  const give: typeof site.give = (page, questions) => {
    jobs.push(page)
    return site.give(page, questions)
  }
  const open = async (name: keyof typeof isGiven, patience: number) => {
    const folder = join(own, name)
    await cp(floor, folder, { recursive: true })
    const script = await readFile(join(floor, 'page.js'), 'utf8')
    await writeFile(join(folder, 'page.js'), `${script}${announcing(isGiven[name])}`)
    const side = await openPeerSide({ folder }, { url: site.url, give }, onEnd, patience)
    return [name, side] as const
  }
  const bare = await chromium.launch({
    executablePath: (await findChromium()) ?? '',
    chromiumSandbox: process.getuid?.() !== 0,
  })
  onEnd(() => bare.close())
  const page = await bare.newPage()
  await page.goto(site.url)
  const sides = [await open('announced', 60_000), await open('silent', 1000)]

  const rows = await compareSides(sides, page, () => undefined)
  const figure = (n: number) => expect.stringMatching(RegExp(`^-?[\\d.e-]+ ms \\(n ${n}\\)$`))
  expect(rows).toEqual([
    ['', 'announced', 'silent'],
    ['delay of a page’s first script', figure(8), figure(8)],
    ['eth_chainId', figure(120), 'no answer in time'],
    ['eth_getBalance', figure(120), 'no answer in time'],
    ['reads at once, 200', figure(5), 'no answer in time'],
    ['first answer after a stop, process alive', figure(8), 'no answer in time'],
    ['eth_requestAccounts to a button in a window', figure(3), 'no answer in time'],
  ])
  expect(jobs.filter((job) => job === 'peer-silent')).toHaveLength(1)
})
