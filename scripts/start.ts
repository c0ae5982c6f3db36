import { spawnSync } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Address } from 'viem'
import { startChain } from '../tests/chain/index.ts'
import { development } from '../tests/chain/development.ts'
import { plantRouter } from '../tests/chain/router.ts'
import { rpc } from '../tests/chain/rpc.ts'
import { startSponsors } from '../tests/chain/sponsor.ts'
import { launchWallet } from '../tests/e2e/support/chromium.ts'
import { onboard } from '../tests/e2e/support/walletPages.ts'
import { buildExtension, buildPlayground } from './build.ts'
import { onEnd, runToEnd } from './cleanup.ts'
import { runDemo } from './demo.ts'
import { temporaryProfile } from './profile.ts'
import { serve } from './serve.ts'
import { readStartOptions, type StartOptions } from './startOptions.ts'

// A folder of its own: builds and tests that run meanwhile write elsewhere.
const outDir = '.output/start'
const output = join(import.meta.dirname, '..', outDir)
const timeLimit = 120_000

const hasDisplay =
  process.platform !== 'linux' || [process.env.DISPLAY, process.env.WAYLAND_DISPLAY].some(Boolean)

const say = (line: string) => console.log(line)

const port = (variable: string, preset: number) => {
  const value = process.env[variable] ?? String(preset)
  const number = Number(value)
  if (/^\d+$/.test(value) && number > 0 && number < 65_536) return number
  throw new Error(`${variable} is set to ${value}, which is not a port.`)
}

/** Has somebody pay for batches on the chain: EntryPoint, a paymaster, a bundler, and a router that keeps deadlines. */
const startPaying = async (url: string, chainId: number, token: Address) => {
  const [from] = await rpc<Address[]>(url, 'eth_accounts')
  if (!from) throw new Error('The chain has no account.')
  await plantRouter(url, from)
  const sponsors = await startSponsors(url, chainId, from, token)
  const stop = async () => {
    await Promise.all([sponsors.signing.stop(), sponsors.takesTokens.stop()])
  }
  return { sponsors, stop }
}

const startSurroundings = async () => {
  const chainPort = port('VOLLEY_CHAIN_PORT', 8545)
  const dappPort = port('VOLLEY_DAPP_PORT', 5792)
  const chain = await startChain({ port: chainPort, blockTime: 1, l1Fee: true })
  onEnd(chain.stop)
  const { usdc, dai, swap, executor, ...names } = chain.contracts
  say(`chain        ${chain.url} (chain id ${names.chainId})`)
  say(`contracts    lUSDC ${usdc}, lDAI ${dai}, swap ${swap}, executor ${executor}`)

  const { sponsors, stop } = await startPaying(chain.url, names.chainId, usdc)
  onEnd(stop)
  say(`paymaster    ${sponsors.signing.url} (pays for everybody)`)

  const site = await serve({
    root: join(output, 'playground'),
    port: dappPort,
    portVariable: 'VOLLEY_DAPP_PORT',
    json: { '/chain.json': { ...names, usdc, dai, swap, paymaster: sponsors.signing.url } },
  })
  onEnd(site.stop)

  const env = { VOLLEY_LOCAL_URL: chain.url }
  const extension = await buildExtension({
    browser: 'chrome',
    mode: 'development',
    outDir,
    env,
  })
  say(`extension    ${extension}`)
  await buildPlayground(`${outDir}/playground`)
  say(`playground   ${site.url}`)
  return { extension, playground: site.url }
}

/** Nobody needs a browser here for `--serve`, so it is set up for the other modes alone. */
const setUpBrowser = () => {
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, 'setup.mjs')], {
    stdio: 'inherit',
  })
  if (status !== 0) throw new Error('The browser could not be set up, as it says above.')
}

const sayAccount = () => {
  say(`phrase       ${development.phrase}`)
  say(`password     ${development.password}`)
  say('             Both are public: worthless, and unsafe to use, outside the local chain.')
}

const openWallet = async (extension: string, headless: boolean) => {
  const wallet = await launchWallet({ extension, profile: await temporaryProfile(), headless })
  onEnd(() => Promise.race([wallet.context.close(), delay(5_000)]))
  const page = await wallet.popup()
  await onboard(page, development.phrase, development.password)
  await page.close()
  sayAccount()
  return wallet
}

/** Resolves never: a signal ends the program. The timer keeps it from ending for want of work. */
const forever = (): Promise<number> =>
  new Promise(() => {
    setInterval(() => undefined, 60_000)
  })

const start = async ({ mode, isSequential, note }: StartOptions) => {
  if (note) say(note)
  if (mode !== 'serve') setUpBrowser()
  await mkdir(output, { recursive: true })
  const { extension, playground } = await startSurroundings()
  if (mode === 'serve') {
    sayAccount()
    say('Ready. Load the extension in a browser of yours; Ctrl-C ends chain and playground.')
    return forever()
  }
  const wallet = await openWallet(extension, mode === 'alone')
  const page = wallet.context.pages()[0] ?? (await wallet.context.newPage())

  if (mode === 'browser') {
    await page.goto(playground)
    say('Ready. Close the browser or press Ctrl-C to end everything.')
    await wallet.context.waitForEvent('close', { timeout: 0 })
    return 0
  }

  const picture = join(output, 'approval-window.png')
  const { calls, result } = await runDemo(page, { wallet, playground, isSequential, picture, say })
  const transactions = result.receipts ?? []
  const gas = transactions.reduce((sum, { gasUsed }) => sum + BigInt(gasUsed), 0n)
  say(
    `batch ${result.id} status ${result.status} atomic ${result.atomic} calls ${calls} transactions ${transactions.length} gas ${gas}`,
  )
  const expected = isSequential ? calls : 1
  const isAsExpected = result.atomic === !isSequential && transactions.length === expected
  return result.status === 200 && isAsExpected ? 0 : 1
}

const pastTheLimit = async (): Promise<number> => {
  await delay(timeLimit)
  throw new Error(`The run without a display did not end within ${timeLimit / 1000} s.`)
}

await runToEnd(() => {
  const options = readStartOptions(process.argv.slice(2), hasDisplay)
  return options.mode === 'alone' ? Promise.race([start(options), pastTheLimit()]) : start(options)
})
