import { cp, mkdtemp, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { builtExtension } from '../../../scripts/build.ts'
import {
  closeInstallTab,
  killBrowser,
  launchWallet,
  stopWorker,
  workerOf,
  type Wallet,
} from '../support/chromium.ts'
import { request, type Scripted } from '../support/site.ts'
import { packageBuild } from '../support/stage.ts'
import { expect, test } from '../support/test.ts'

type Noting = { brought?: string[] }

/** Copies the package, and has each part note that it was brought; returns the folder. */
const notingCopy = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'volley-parts-'))
  await cp(builtExtension(packageBuild('chrome')), folder, { recursive: true })
  const parts = await readdir(join(folder, 'background'))
  for (const part of parts) {
    const file = join(folder, 'background', part)
    const note = `(globalThis.brought ??= []).push(${JSON.stringify(part)});`
    await writeFile(file, note + (await readFile(file, 'utf8')))
  }
  return { folder, parts }
}

const brought = async (wallet: Wallet) =>
  (await workerOf(wallet)).evaluate(() => (globalThis as Noting).brought ?? [])

type Registered = { serviceWorker: { state: string } }

const stateOf = ({ worker }: Wallet) =>
  worker.evaluate(() => (globalThis as unknown as Registered).serviceWorker.state)

const empty = '0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470'

/** Asks what the first script answers, then what a part does: the Keccak-256 hash of nothing. */
const firstAnswers = async (wallet: Wallet, page: Scripted, parts: readonly string[]) => {
  await stopWorker(wallet.context, wallet.id)
  expect(await request(page, 'eth_chainId')).toEqual({ result: '0x2105' })
  expect(await request(page, 'eth_accounts')).toEqual({ result: [] })
  expect(await request(page, 'wallet_getPermissions')).toEqual({ result: [] })
  expect(await brought(wallet)).toEqual([])
  expect(await request(page, 'web3_sha3', ['0x'])).toEqual({ result: empty })
  expect((await brought(wallet)).toSorted()).toEqual(parts.toSorted())
}

test('a stopped background answers from its first script; each part comes when it is needed, also in a browser started again', async ({
  dapp,
}) => {
  const { folder, parts } = await notingCopy()
  expect(parts.length).toBeGreaterThan(0)
  const open = async (profile?: string) => {
    const options = { extension: folder, headless: true }
    const wallet = await launchWallet(profile === undefined ? options : { ...options, profile })
    // Such a tab asks again what a stopped background must not be asked here.
    await closeInstallTab(wallet)
    const page = await wallet.context.newPage()
    await page.goto(dapp.url)
    return { wallet, page }
  }
  const first = await open()
  await firstAnswers(first.wallet, first.page, parts)
  await first.wallet.context.close()
  const { wallet, page } = await open(first.wallet.profile)
  try {
    await firstAnswers(wallet, page, parts)
  } finally {
    await wallet.context.close()
    await killBrowser(wallet.profile)
    await rm(folder, { recursive: true, force: true })
  }
})

test('where a part is missing, what needs it is answered -32603 and the worker is not installed: at the next start it is, with the part', async ({
  dapp,
}) => {
  const { folder } = await notingCopy()
  const [parts, aside] = ['background', 'aside'].map((name) => join(folder, name)) as [
    string,
    string,
  ]
  await rename(parts, aside)
  const open = async (profile?: string) => {
    const options = { extension: folder, headless: true }
    const wallet = await launchWallet(profile === undefined ? options : { ...options, profile })
    const page = await wallet.context.newPage()
    await page.goto(dapp.url)
    return { wallet, page }
  }
  const { wallet, page } = await open()
  try {
    const failed = { error: { code: -32603, message: 'Internal error' } }
    expect(await request(page, 'web3_sha3', ['0x'])).toEqual(failed)
    expect(await request(page, 'web3_sha3', ['0x'])).toEqual(failed)
    expect(await request(page, 'eth_chainId')).toEqual({ result: '0x2105' })
    await expect.poll(() => stateOf(wallet)).toBe('redundant')
    await wallet.context.close()
    await rename(aside, parts)
    const again = await open(wallet.profile)
    expect(await request(again.page, 'web3_sha3', ['0x'])).toEqual({ result: empty })
    await stopWorker(again.wallet.context, again.wallet.id)
    expect(await request(again.page, 'web3_sha3', ['0x'])).toEqual({ result: empty })
    await again.wallet.context.close()
  } finally {
    await killBrowser(wallet.profile)
    await rm(folder, { recursive: true, force: true })
  }
})
