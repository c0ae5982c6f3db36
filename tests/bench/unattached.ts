import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve as absolute } from 'node:path'
import { chromium, type BrowserContext } from '@playwright/test'
import { findChromium } from '../../scripts/browsers.mjs'
import { killBrowser } from '../e2e/support/chromium.ts'
import { until } from './until.ts'

type Manifest = { background: { service_worker: string } }

type Target = { id: string; type: string; url: string }

/** Returns where the browser can be asked for its targets, which attaches no debugger to them. */
const hostOf = ({ stderr }: ChildProcess) =>
  new Promise<string>((resolve) =>
    stderr?.on('data', (chunk: Buffer) => {
      const [, host] = /(127\.0\.0\.1:\d+)\/devtools/.exec(chunk.toString()) ?? []
      if (host) resolve(`http://${host}`)
    }),
  )

const commandLine = (id: string): string => {
  try {
    return readFileSync(`/proc/${id}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

/** Returns the command lines of all processes; reads /proc on Linux, where ps may be missing. */
const commandLines = (): string[] =>
  process.platform === 'linux'
    ? readdirSync('/proc')
        .filter((id) => /^\d+$/.test(id))
        .map(commandLine)
    : spawnSync('ps', ['-axww', '-o', 'command='], { encoding: 'utf8' }).stdout.split('\n')

/** Tells if a browser has a process for its extension. */
const hasExtensionProcess = (profile: string): boolean =>
  commandLines().some((line) => line.includes(profile) && line.includes('--extension-process'))

/**
 * Starts a browser with an extension and one page, to which no debugger is attached: one keeps backgrounds alive and
 * stops new ones before their first line. `from`: the profile to use a copy of.
 */
export const openUnattached = async (folder: string, url: string, from?: string) => {
  const extension = absolute(folder)
  const profile = await mkdtemp(join(tmpdir(), 'volley-unattached-'))
  if (from) await cp(from, profile, { recursive: true })
  const manifest = JSON.parse(await readFile(join(extension, 'manifest.json'), 'utf8')) as Manifest
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
      'about:blank',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'], detached: true },
  )
  const host = await hostOf(browser)
  const targets = async () => (await (await fetch(`${host}/json/list`)).json()) as Target[]
  const background = async () =>
    (await targets()).find(
      ({ type, url: at }) =>
        type === 'service_worker' && at.endsWith(`/${manifest.background.service_worker}`),
    )
  const open = async (at: string) => {
    const answer = await fetch(`${host}/json/new?${at}`, { method: 'PUT' })
    return ((await answer.json()) as Target).id
  }
  const close = (id: string) => fetch(`${host}/json/close/${id}`)
  const isRunning = async () => (await background()) !== undefined
  await until('its background', isRunning).catch(async (error: unknown) => {
    await killBrowser(profile)
    throw error
  })
  const id = new URL((await background())?.url ?? '').host
  await open(url)
  return {
    id,
    open,
    close,
    isRunning,
    /** Attaches a debugger for as long as `use` runs. */
    attached: async (use: (context: BrowserContext) => Promise<void>) => {
      const attached = await chromium.connectOverCDP(host)
      const [context] = attached.contexts()
      if (context) await use(context)
      await attached.close()
    },
    /**
     * Stops the background, as the browser does when it is idle, and sees that the extension's process lives or has
     * ended, if that is asked for.
     */
    stop: async (hasProcess?: boolean) => {
      const running = await background()
      if (running) await close(running.id)
      await until('the stop of its background', async () => !(await isRunning()))
      if (hasProcess === true && !hasExtensionProcess(profile))
        throw new Error('Its process has ended, too.')
      if (hasProcess === false)
        await until('the end of its process', () => !hasExtensionProcess(profile))
    },
    end: async () => {
      await killBrowser(profile)
      await rm(profile, { recursive: true, force: true })
    },
  }
}

/** A browser to which no debugger is attached. */
export type Unattached = Awaited<ReturnType<typeof openUnattached>>
