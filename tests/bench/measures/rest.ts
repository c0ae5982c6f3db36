import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { findChromium } from '../../../scripts/browsers.mjs'
import { killBrowser } from '../../e2e/support/chromium.ts'
import { atMost, type Measure } from '../measure.ts'

type Target = { type: string; url: string }

/** Returns the URL of the browser's list of targets, which can be read without attaching a debugger. */
const listOf = ({ stderr }: ChildProcess) =>
  new Promise<string>((resolve) =>
    stderr?.on('data', (chunk: Buffer) => {
      const [, host] = /(127\.0\.0\.1:\d+)\/devtools/.exec(chunk.toString()) ?? []
      if (host) resolve(`http://${host}/json/list`)
    }),
  )

/**
 * Measures if the browser stops the background of a page that has sent a request. No debugger is attached: it
 * would keep the background alive.
 */
export const rest: Measure = {
  name: 'rest',
  async run({ extension, url }) {
    const profile = await mkdtemp(join(tmpdir(), 'volley-rest-'))
    const browser = spawn(
      (await findChromium()) ?? '',
      [
        '--headless',
        '--disable-gpu',
        '--no-first-run',
        '--disable-background-networking',
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        '--remote-debugging-port=0',
        `--user-data-dir=${profile}`,
        `--disable-extensions-except=${extension}`,
        `--load-extension=${extension}`,
        `${url}?asks`,
      ],
      { stdio: ['ignore', 'ignore', 'pipe'], detached: true },
    )
    const list = await listOf(browser)
    const isRunning = async () => {
      const targets = (await (await fetch(list)).json()) as Target[]
      return targets.some(({ type, url: at }) => type === 'service_worker' && at.includes('/back'))
    }
    let seen = false
    for (let second = 0; second < 10 && !seen; second++) {
      await delay(1_000)
      seen = await isRunning()
    }
    if (!seen) throw new Error('The background did not start.')
    await delay(60_000)
    const left = (await isRunning()) ? 1 : 0
    await killBrowser(profile)
    await rm(profile, { recursive: true, force: true })
    return [atMost('backgrounds running a minute after their last answer', 'count', left, 0)]
  },
}
