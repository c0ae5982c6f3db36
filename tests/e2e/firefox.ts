import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import type { Browser, Page } from 'puppeteer-core'
import { onEnd, runToEnd } from '../../scripts/cleanup.ts'
import { development } from '../chain/development.ts'
import { rpc } from '../chain/rpc.ts'
import { startChains, stopChains } from './chains.ts'
import { serveDapp } from './dapp.ts'
import type { Answer } from './dapp.ts'
import { extensionUnderTest } from './extension.ts'
import {
  approvalGone,
  click,
  countBatches,
  fill,
  firefoxApproval,
  firefoxBatch,
  launchFirefox,
  openPopup,
} from './firefoxBrowser.ts'

const timeLimit = 120_000
const recipient = '0x00000000000000000000000000000000000A11cE'

type Scene = { browser: Browser; site: Page; node: string }
type Provider = { request: (request: { method: string; params?: unknown }) => Promise<unknown> }

const ask = (page: Page, method: string, params?: unknown): Promise<Answer> =>
  page.evaluate(
    async (name, values) => {
      const { ethereum } = window as unknown as { ethereum: Provider }
      try {
        return { result: await ethereum.request({ method: name, params: values }) }
      } catch (error) {
        const { code, message } = error as { code: number; message: string }
        return { error: { code, message } }
      }
    },
    method,
    params,
  )

const result = async <Value>(answer: Promise<Answer>) => {
  const { result, error } = await answer
  if (error) throw new Error(`${error.code} ${error.message}`)
  return result as Value
}

/** The page waits for the wallet while the user decides; a refusal before that is the better error. */
const decided = async <Value>(answer: Promise<Value>, decide: () => Promise<void>) => {
  const [value] = await Promise.all([answer, decide()])
  return value
}

const setUpWallet = async ({ browser }: Scene) => {
  const page = await openPopup(browser)
  await click(page, 'button', 'Import a recovery phrase')
  await fill(page, 'Recovery phrase', development.phrase)
  await fill(page, 'Password', development.password)
  await fill(page, 'Repeat password', development.password)
  await click(page, 'button', 'Import')
  await page.waitForSelector('::-p-aria([name="Lock"][role="button"])')
  await page.close()
}

const connect = async ({ browser, site }: Scene) => {
  const request = result<string[]>(ask(site, 'eth_requestAccounts'))
  const accounts = await decided(request, async () => {
    const window = await firefoxApproval(browser)
    await click(window, 'radio', 'Local')
    await click(window, 'button', 'Approve')
    await approvalGone(browser)
  })
  assert.equal(accounts.length, 1)
  assert.equal(await result(ask(site, 'eth_chainId')), '0x7a69')
}

const sendBatch = async ({ browser, site, node }: Scene) => {
  const [from] = await result<string[]>(ask(site, 'eth_accounts'))
  const call = { to: recipient, value: '0x1' }
  const batch = {
    version: '2.0.0',
    id: 'firefox',
    from,
    chainId: '0x7a69',
    atomicRequired: true,
    calls: [call, call],
  }
  const request = result<{ id: string }>(ask(site, 'wallet_sendCalls', [batch]))
  const { id } = await decided(request, async () =>
    click(await firefoxApproval(browser), 'button', 'Approve'),
  )
  assert.equal(id, 'firefox')
  const deadline = Date.now() + 20_000
  while ((await rpc(node, 'eth_getBalance', [recipient, 'latest'])) !== '0x2') {
    if (Date.now() > deadline) throw new Error('the batch did not arrive on the chain within 20 s')
    await delay(100)
  }
}

const readStatus = async ({ site }: Scene) => {
  type Status = { status: number; atomic: boolean; receipts: unknown[] }
  const read = () => result<Status>(ask(site, 'wallet_getCallsStatus', ['firefox']))
  const deadline = Date.now() + 20_000
  let status = await read()
  while (status.status === 100 && Date.now() < deadline) {
    await delay(100)
    status = await read()
  }
  assert.equal(status.status, 200)
  assert.equal(status.atomic, true)
  assert.equal(status.receipts.length, 1)
}

const showBatch = async ({ browser, site }: Scene) => {
  for (let call = 0; call < 3; call++)
    assert.equal(await result(ask(site, 'wallet_showCallsStatus', ['firefox'])), null)
  const page = await firefoxBatch(browser)
  await page.waitForSelector('::-p-aria([name="Confirmed"][role="heading"])')
  assert.equal(await countBatches(browser), 1)
}

const tests = {
  'the wallet is set up in Firefox': setUpWallet,
  'a site connects': connect,
  'a batch is approved and executed': sendBatch,
  'the status of the batch is told': readStatus,
  'the wallet opens on the batch, once': showBatch,
}

const setScene = async (): Promise<Scene> => {
  const chains = await startChains()
  onEnd(() => stopChains(chains))
  const dapp = await serveDapp()
  onEnd(dapp.stop)
  const browser = await launchFirefox(await extensionUnderTest('firefox'))
  onEnd(() => Promise.race([browser.close(), delay(5_000)]))
  const site = await browser.newPage()
  await site.goto(dapp.url)
  return { browser, site, node: chains.local.url }
}

/** Each rests on the one before it, so after the first failure none of the rest can run. */
const runTests = async () => {
  const scene = await setScene()
  let isBroken = false
  for (const [name, run] of Object.entries(tests)) {
    try {
      if (isBroken) throw new Error('not run, because one before it failed')
      await run(scene)
      console.log(`ok ${name}`)
    } catch (error) {
      isBroken = true
      console.log(`not ok ${name}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  return isBroken ? 1 : 0
}

const pastTheLimit = async (): Promise<number> => {
  await delay(timeLimit)
  throw new Error(`The test in Firefox did not end within ${timeLimit / 1000} s.`)
}

await runToEnd(() => Promise.race([runTests(), pastTheLimit()]))
