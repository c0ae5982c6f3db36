import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Worker } from '@playwright/test'
import { development } from '../../chain/development.ts'
import { closeInstallTab, launchWallet, type Wallet } from '../../e2e/support/chromium.ts'
import { onboard, openConnected } from '../../e2e/support/walletPages.ts'
import type { Scene } from '../scene.ts'
import type { Noted } from './steps.ts'

type Measured = { measured: { steps: Noted[]; timers: Set<number>; set: number } }

/** Copies a package, with a few lines before its own code that note its steps. */
export const copyWithNotes = async (extension: string) => {
  const folder = await mkdtemp(join(tmpdir(), 'volley-noted-'))
  await cp(extension, folder, { recursive: true })
  const background = join(folder, 'background.js')
  const prelude = await readFile(join(import.meta.dirname, 'prelude.js'), 'utf8')
  await writeFile(background, prelude + (await readFile(background, 'utf8')))
  return { folder, end: () => rm(folder, { recursive: true, force: true }) }
}

/**
 * Runs `use` with a wallet that notes its steps: the same package with a few lines before its own code. What it takes
 * is no figure of the wallet, as looking at the steps takes time.
 */
export const withNotes = async <Result>(
  { extension, url, onEnd }: Pick<Scene, 'extension' | 'url' | 'onEnd'>,
  use: (wallet: Wallet, site: Awaited<ReturnType<typeof openConnected>>) => Promise<Result>,
): Promise<Result> => {
  const noting = await copyWithNotes(extension)
  onEnd(noting.end)
  const wallet = await launchWallet({ extension: noting.folder, headless: true })
  onEnd(() => rm(wallet.profile, { recursive: true, force: true }))
  onEnd(() => wallet.context.close())
  try {
    await closeInstallTab(wallet)
    const own = await wallet.popup()
    await onboard(own, development.phrase, development.password)
    await own.close()
    return await use(wallet, await openConnected(wallet, url, 'Base'))
  } finally {
    await wallet.context.close()
  }
}

const runningIn = ({ context, worker }: Wallet) =>
  context.serviceWorkers().find((one) => one.url() === worker.url()) ?? worker

/** Returns the steps that a background has noted since its start. */
export const stepsIn = (worker: Worker): Promise<Noted[]> =>
  worker.evaluate(() => (globalThis as unknown as Measured).measured.steps)

/** Returns the steps that the background of a wallet has noted since its start. */
export const notedBy = (wallet: Wallet): Promise<Noted[]> => stepsIn(runningIn(wallet))

/** Returns how many timers the background has set since its start, and how many of them run. */
export const timersOf = (wallet: Wallet): Promise<{ set: number; running: number }> =>
  runningIn(wallet).evaluate(() => {
    const { measured } = globalThis as unknown as Measured
    return { set: measured.set, running: measured.timers.size }
  })
