import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import {
  closed,
  approvalWindow,
  approve,
  chooseNetwork,
  refuseUpgrade,
  yes,
} from '../tests/e2e/support/walletPages.ts'
import type { Wallet } from '../tests/e2e/support/chromium.ts'

type Result = {
  id: string
  status: number
  atomic: boolean
  receipts?: { gasUsed: string }[]
}

type Demo = {
  wallet: Wallet
  playground: string
  /** The user refuses the upgrade, so that the calls run one after another. */
  isSequential: boolean
  picture: string
  say: (line: string) => void
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

const json = async (page: Page, testId: string) =>
  JSON.parse((await page.getByTestId(testId).textContent()) ?? 'null') as unknown

const failure = (value: unknown) => (value as { error?: { message: string } }).error?.message

const connect = async (page: Page, { wallet, say }: Demo) => {
  await button(page, 'Connect').click()
  await button(page, 'Volley').click()
  const window = await approvalWindow(wallet.context)
  await chooseNetwork(window, 'Local')
  await approve(window)
  await closed(window)
  await page.getByTestId('account').waitFor()
  say(`connected    ${await page.getByTestId('account').textContent()} on the network Local`)
}

const send = async (page: Page, { isSequential, say }: Demo) => {
  await button(page, 'Approve + swap + transfer').click()
  if (isSequential) await page.getByRole('checkbox', { name: 'atomicRequired' }).uncheck()
  await button(page, 'Send').click()
  const request = (await json(page, 'request')) as { params: [{ calls: unknown[] }] }
  const calls = request.params[0].calls.length
  say(`sent         a batch of ${calls} calls, ${isSequential ? 'not ' : ''}required to be atomic`)
  return calls
}

/**
 * Throws the wallet's answer: a request refused at once opens no window, and a timeout would hide the reason.
 */
const refusedAtOnce = async (page: Page): Promise<never> => {
  const refused = failure(await json(page, 'response'))
  throw new Error(`the wallet answered "${refused ?? 'yes'}" and asked nobody`)
}

const decide = async (page: Page, { wallet, isSequential, picture, say }: Demo) => {
  const window = await Promise.race([approvalWindow(wallet.context), refusedAtOnce(page)])
  if (isSequential) {
    await refuseUpgrade(window)
    say('refused      the upgrade of the account')
  }
  await yes(window).click({ trial: true })
  await window.screenshot({ path: picture })
  say(`picture      ${picture}`)
  await approve(window)
  await closed(window)
  say('approved     in the approval window')
}

const settled = async (page: Page) => {
  const refused = failure(await json(page, 'response'))
  if (refused) throw new Error(`the wallet answered "${refused}"`)
  for (;;) {
    const result = (await json(page, 'status')) as Result
    const problem = failure(result)
    if (problem) throw new Error(`the wallet answered "${problem}"`)
    if (result.status >= 200) return result
    await delay(100)
  }
}

const step = async <Value>(what: string, run: () => Promise<Value>) => {
  try {
    return await run()
  } catch (error) {
    const [reason] = error instanceof Error ? error.message.split('\n') : [String(error)]
    throw new Error(`The run without a display could not ${what}: ${reason}`, { cause: error })
  }
}

/**
 * Runs the main journey on the real pages: connect, send the demo batch, approve it, follow its status to the
 * end.
 */
export const runDemo = async (page: Page, demo: Demo) => {
  await step('open the playground', () => page.goto(demo.playground))
  await step('connect the wallet', () => connect(page, demo))
  const calls = await step('send the batch', () => send(page, demo))
  await step('approve the batch', () => decide(page, demo))
  const result = await step('follow the batch', () => settled(page))
  return { calls, result }
}
