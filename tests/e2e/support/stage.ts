import { cp, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { test as base } from '@playwright/test'
import { serveDapp, type Dapp } from './site.ts'
import { startAnvil } from '../../chain/anvil.ts'
import { deploy } from '../../chain/deploy.ts'
import { beforeAnvil } from '../../chain/gethProxy.ts'
import { startChain, type Chain } from '../../chain/index.ts'
import { rpc } from '../../chain/rpc.ts'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildExtension, builtExtension, type Build } from '../../../scripts/build.ts'
import { sourceHash } from '../../../scripts/sourceHash.ts'

export type StageOptions = { builtFor: Browser }

type PerWorker = StageOptions & { chains: Chains; dapp: Dapp; extension: string }

/**
 * Test with real chains, a site and the extension; each worker has its own, so that workers run in parallel.
 */
export const test = base.extend<{ untouched: void }, PerWorker>({
  builtFor: ['chrome', { scope: 'worker', option: true }],

  chains: [
    async ({}, use) => {
      const chains = await startChains()
      await use(chains)
      await stopChains(chains)
    },
    { scope: 'worker' },
  ],

  dapp: [
    async ({}, use) => {
      const dapp = await serveDapp()
      await use(dapp)
      await dapp.stop()
    },
    { scope: 'worker' },
  ],

  extension: [
    async ({ builtFor, chains }, use) => {
      const folder = await extensionFor(builtFor, chains)
      await use(folder)
      await rm(folder, { recursive: true })
    },
    { scope: 'worker' },
  ],

  /** Each test gets the chains as they were deployed, mining and with empty pools. */
  untouched: [({ chains }, use) => restored(chains, use), { auto: true }],
})

export type Chains = { local: Chain; base: Chain; testnet: Chain }

/** Starts the chain with all features: executor and EIP-7702. */
export const startLocal = () => startChain({ hardfork: 'prague' })

const baseOptions = { chainId: 8453, hardfork: 'prague', executor: false, l1Fee: true } as const

/** Starts the chain without the executor. */
const startBase = () => startChain(baseOptions)

/** Starts the chain without EIP-7702. */
const startTestnet = () =>
  startChain({ chainId: 84532, hardfork: 'cancun', executor: false, l1Fee: true })

/** Starts a chain for each network of the extension under test, at free ports. */
export const startChains = async (): Promise<Chains> => {
  const [local, base, testnet] = await Promise.all([startLocal(), startBase(), startTestnet()])
  return { local, base, testnet }
}

/** Stops all chains. */
export const stopChains = (chains: Chains) =>
  Promise.all(Object.values(chains).map((chain) => chain.stop()))

/**
 * Restarts, with a new chain, the node that a test has stopped, at its old URL. It simulates as before: the tests
 * after this one get it, too.
 */
export const startBaseAgain = async ({ base }: Chains) => {
  const port = Number(new URL(base.url).port)
  const anvil = await beforeAnvil(await startAnvil(baseOptions), {}, port)
  Object.assign(base, anvil, { contracts: await deploy(anvil.url, baseOptions) })
}

/**
 * Runs a test on the chains as they were deployed, mining and with empty pools, and restores them after it.
 */
export const restored = async (chains: Chains, run: () => Promise<void>) => {
  const nodes = Object.values(chains).map(({ url }) => url)
  const snapshots = await Promise.all(nodes.map((url) => rpc<string>(url, 'evm_snapshot')))
  await run()
  for (const [index, url] of nodes.entries()) {
    // Mining waits its turn: what a test left half-way is in a block, or nowhere, before the chain goes back.
    await rpc(url, 'evm_setAutomine', [false])
    await rpc(url, 'anvil_dropAllTransactions')
    await rpc(url, 'evm_mine')
    await rpc(url, 'evm_revert', [snapshots[index]])
    await rpc(url, 'evm_setAutomine', [true])
  }
}

export type Browser = Build['browser']

const root = join(import.meta.dirname, '../../..')

/**
 * URLs compiled into the test build, where nobody listens: each worker replaces them by its own chains' in a
 * copy.
 */
const builtFor = {
  local: 'http://127.0.0.1:40001',
  base: 'http://127.0.0.1:40002',
  testnet: 'http://127.0.0.1:40003',
}

/** The extension under test, in a folder of its own, so that a running `npm start` keeps its files. */
export const testBuild = (browser: Browser): Build => ({
  browser,
  mode: 'development',
  outDir: '.output/e2e',
  env: {
    VOLLEY_LOCAL_URL: builtFor.local,
    VOLLEY_BASE_URL: builtFor.base,
    VOLLEY_TESTNET_BASE_URL: builtFor.testnet,
    NODE_ENV: 'production',
  },
})

/** The production package. */
export const packageBuild = (browser: Browser): Build => ({
  browser,
  mode: 'production',
  outDir: '.output',
})

/** Builds the extension unless a build of the present sources exists. */
export const ensureBuilt = async (build: Build) => {
  const background = join(builtExtension(build), 'background.js')
  const code = await readFile(background, 'utf8').catch(() => '')
  if (!code.includes(sourceHash(root))) await buildExtension(build)
}

/** Copies the test build with the URLs of these chains in it; returns the folder. */
export const extensionFor = async (browser: Browser, chains: Chains) => {
  const folder = await mkdtemp(join(tmpdir(), 'volley-extension-'))
  await cp(builtExtension(testBuild(browser)), folder, { recursive: true })
  const files = await readdir(folder, { recursive: true })
  for (const file of files.filter((name) => name.endsWith('.js'))) {
    const path = join(folder, file)
    let code = await readFile(path, 'utf8')
    for (const name of ['local', 'base', 'testnet'] as const)
      code = code.replaceAll(builtFor[name], chains[name].url)
    await writeFile(path, code)
  }
  return folder
}
