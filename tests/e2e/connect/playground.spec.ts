import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { parseEther, parseUnits, verifyMessage, type Hex } from 'viem'
import { serve } from '../../../scripts/serve.ts'
import { rpc } from '../../chain/rpc.ts'
import { alice, stranger } from '../../unit/accounts.ts'
import { looksWell } from '../support/accessibility.ts'
import { tokensOf, weiOf } from '../support/chainState.ts'
import type { Wallet } from '../support/chromium.ts'
import { startLocalSponsors } from '../../chain/sponsor.ts'
import {
  closed,
  approvalWindow,
  approve,
  chooseNetwork,
  countWindows,
} from '../support/walletPages.ts'
import { expect, test as base } from '../support/test.ts'

/** Serves the playground with what it finds beside it, as `npm start` does. */
const serveWith = (chain: object) =>
  serve({
    root: join(import.meta.dirname, '../../../.output/dapp'),
    port: 0,
    portVariable: 'VOLLEY_DAPP_PORT',
    json: { '/chain.json': chain },
  })

/** Test with the playground, served as by `npm start`. */
const test = base.extend<{ playground: string }>({
  playground: async ({ chains }, use) => {
    const site = await serveWith({ ...chains.local.contracts, rpcUrl: chains.local.url })
    await use(site.url)
    await site.stop()
  },
})

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

/** Opens the playground and connects it to the network Local. */
const openPlayground = async ({ context }: Wallet, playground: string) => {
  const page = await context.newPage()
  await page.goto(playground)
  await button(page, 'Connect').click()
  await button(page, 'Volley').click()
  const window = await approvalWindow(context)
  await chooseNetwork(window, 'Local')
  await approve(window)
  await closed(window)
  await expect(page.getByTestId('account')).toHaveText(alice)
  return page
}

/** Approves what the page has asked for. */
const agree = async (page: Page) => {
  const window = await approvalWindow(page.context())
  await approve(window)
  await closed(window)
}

const response = (page: Page) => page.getByTestId('response')
const timeline = (page: Page) => page.getByTestId('timeline').getByRole('listitem')

test(
  'a button of the playground sends a batch from an account with nothing',
  { tag: '@long' },
  async ({ chains, wallet }) => {
    const { url, contracts } = chains.local
    const { signing, takesTokens } = await startLocalSponsors(chains.local)
    await rpc(url, 'anvil_setBalance', [alice, '0x0'])
    const site = await serveWith({ ...contracts, rpcUrl: url, paymaster: signing.url })
    const page = await openPlayground(wallet, site.url)
    await button(page, 'Paid by somebody else').click()
    await button(page, 'Send').click()
    const window = await approvalWindow(page.context())
    await expect(window.getByText(`Paid by ${signing.url}.`)).toBeVisible()
    await approve(window)
    await closed(window)
    await expect(page.getByTestId('status')).toContainText('"status": 200,')
    expect(await weiOf(url, alice)).toBe(0n)
    await Promise.all([site, signing, takesTokens].map(({ stop }) => stop()))
  },
)

test('a batch of the playground is built from an ABI, linked, sent and told with its code', async ({
  chains,
  wallet,
  playground,
}) => {
  const { url, contracts } = chains.local
  const page = await openPlayground(wallet, playground)
  await page.getByText('Add a call from an ABI').click()
  await field(page, 'ABI (one function a line, or JSON)').fill('transfer to bob')
  await expect(page.getByRole('alert').filter({ hasText: 'The ABI cannot be read' })).toBeVisible()
  await field(page, 'ABI (one function a line, or JSON)').fill(
    'function transfer(address to, uint256 amount)',
  )
  await field(page, 'Contract').fill(contracts.usdc)
  await field(page, 'to').fill(stranger)
  await field(page, 'amount').fill('1,5')
  await button(page, 'Add call').click()
  await expect(page.getByRole('alert').filter({ hasText: 'amount: write' })).toBeVisible()
  await field(page, 'amount').fill('1500000')
  const batch = field(page, 'Parameter object (JSON)')
  await batch.fill('{ "calls": [ }')
  await button(page, 'Add call').click()
  await expect(page.getByRole('alert').filter({ hasText: 'Mend the JSON' })).toBeVisible()
  await expect(batch).toHaveValue('{ "calls": [ }')
  await batch.fill('')
  await button(page, 'Add call').click()
  await looksWell(page, 'playground')

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await button(page, 'Copy link').click()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  const other = await page.context().newPage()
  const windows = countWindows(page.context())
  await other.goto(link)
  const editor = field(other, 'Parameter object (JSON)')
  await expect(other.getByText('This batch came with a link')).toBeVisible()
  await expect(editor).toHaveValue(new RegExp(`"from": "${alice}"[^]*"to": "${contracts.usdc}"`))
  await expect(other.getByText('Nothing sent yet.').first()).toBeVisible()
  expect(windows()).toBe(0)

  await button(other, 'Send').click()
  await agree(other)
  await expect(other.getByTestId('status')).toContainText('"status": 200,')
  expect(await tokensOf(url, contracts.usdc, stranger)).toBe(1_500_000n)

  const final = timeline(other).filter({ hasText: 'wallet_getCallsStatus 200' })
  await expect(final).toHaveText(/^\d\d:\d\d:\d\d\.\d{3}answeredwallet_getCallsStatus 200/)
  const answered = timeline(other).filter({ hasText: 'answeredwallet_sendCalls' })
  await expect(answered).toHaveText(/wallet_sendCallsafter \d+ ms/)
  for (const [library, words] of [
    ['viem', 'await wallet.sendCalls({'],
    ['wagmi', 'await sendCalls(config, {'],
    ['ethers', "await provider.send('wallet_sendCalls', ["],
  ] as const) {
    await button(other, library).click()
    await expect(other.getByTestId('request')).toContainText(words)
  }
  await looksWell(other, 'playground-sent')
  await button(other, 'One call').click()
  await expect(other.getByText('This batch came with a link')).toBeHidden()
})

test('the tabs of the playground sign, permit, sign in, switch networks and fill the account @long', async ({
  chains,
  wallet,
  playground,
}) => {
  const { url, contracts } = chains.local
  const page = await openPlayground(wallet, playground)

  await tab(page, 'Batch').press('ArrowLeft')
  await expect(tab(page, 'Faucet')).toBeFocused()
  await tab(page, 'Faucet').press('ArrowRight')
  await expect(tab(page, 'Batch')).toHaveAttribute('aria-selected', 'true')
  await tab(page, 'Sign').click()
  await looksWell(page, 'playground-sign')
  await button(page, 'Sign message').click()
  await agree(page)
  await expect(response(page)).toHaveText(/^"0x[\da-f]{130}"$/)
  const message = 'Hello from the playground.'
  const signature = JSON.parse((await response(page).textContent()) ?? '') as Hex
  expect(await verifyMessage({ address: alice, message, signature })).toBe(true)

  await tab(page, 'Permit').click()
  await looksWell(page, 'playground-permit')
  await button(page, 'Sign permit').click()
  await expect(page.getByTestId('request')).toContainText('eth_signTypedData_v4')
  await agree(page)
  await expect(response(page)).not.toHaveText(`"${signature}"`)
  await expect(response(page)).toHaveText(/^"0x[\da-f]{130}"$/)

  await tab(page, 'Sign-in').click()
  await looksWell(page, 'playground-sign-in')
  await button(page, 'Sign in').click()
  await agree(page)
  await expect(timeline(page).first()).toHaveText(/answeredpersonal_signafter/)

  await tab(page, 'Faucet').click()
  const before = await weiOf(url, alice)
  await button(page, '10 ETH').click()
  await expect(page.getByText('Sent 10 ETH: 0x')).toBeVisible()
  await expect.poll(() => weiOf(url, alice)).toBe(before + parseEther('10'))
  const held = await tokensOf(url, contracts.dai, alice)
  await button(page, '1,000 lDAI').click()
  await expect(page.getByText('Sent 1,000 lDAI: 0x')).toBeVisible()
  await expect.poll(() => tokensOf(url, contracts.dai, alice)).toBe(held + parseUnits('1000', 18))
  await looksWell(page, 'playground-faucet')
  await page.setViewportSize({ width: 360, height: 640 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)

  await tab(page, 'Network').click()
  await field(page, 'Chain ID').fill('one')
  await button(page, 'Switch network').click()
  await expect(page.getByText('Chain ID: write a whole number')).toBeVisible()
  await looksWell(page, 'playground-network')
  await button(page, 'Base Sepolia').click()
  await button(page, 'Switch network').click()
  await agree(page)
  await expect(page.getByTestId('chain')).toHaveText('0x14a34')
  await expect(timeline(page).filter({ hasText: 'eventchainChanged' })).toHaveCount(1)
})

test('the built playground works in a folder of any server, without a local chain', async ({
  wallet,
}) => {
  const site = await serve({
    root: join(import.meta.dirname, '../../../.output'),
    port: 0,
    portVariable: 'VOLLEY_DAPP_PORT',
    json: {},
  })
  const page = await wallet.context.newPage()
  const missing: string[] = []
  page.on('response', (answer) => {
    if (!answer.ok()) missing.push(new URL(answer.url()).pathname)
  })
  await page.goto(`${site.url}/dapp/`)
  await expect(button(page, 'Connect')).toBeVisible()
  await tab(page, 'Faucet').click()
  await expect(page.getByText('Only the local chain has a faucet')).toBeVisible()
  // The driver may tell of an answer later than the page shows what it made of it.
  await expect.poll(() => missing).toEqual(['/dapp/chain.json'])
  await looksWell(page, 'playground-hosted')
  await site.stop()
})

test(
  'the playground finds the wallet, and each of its presets is answered',
  { tag: '@long' },
  async ({ wallet, playground }) => {
    const { context } = wallet
    const page = await context.newPage()
    const problems: string[] = []
    page.on('pageerror', ({ message }) => problems.push(message))
    await page.goto(playground)
    await button(page, 'Connect').click()
    await expect(page.getByRole('listitem')).toHaveText(['Volley'])
    await button(page, 'Volley').click()
    const connecting = await approvalWindow(context)
    await chooseNetwork(connecting, 'Local')
    await approve(connecting)
    await closed(connecting)
    await expect(page.getByTestId('account')).toHaveText(alice)
    await expect(page.getByTestId('chain')).toHaveText('0x7a69')
    await expect(page.getByTestId('capabilities')).toContainText(
      'atomic.statusBatches run as one transaction once the user has agreed to the upgrade.ready',
    )

    const send = async (preset: string) => {
      await button(page, preset).click()
      await button(page, 'Send').click()
    }
    const accepted = async (preset: string, status: number, atomic: boolean) => {
      await send(preset)
      const window = await approvalWindow(context)
      await approve(window)
      await closed(window)
      await expect(page.getByTestId('response')).toContainText('"pending"')
      await expect(page.getByTestId('status')).toContainText(`"status": ${status},`)
      await expect(page.getByTestId('status')).toContainText(`"atomic": ${atomic}`)
    }
    const refused = async (preset: string, code: number) => {
      await send(preset)
      await expect(page.getByTestId('response')).toContainText(`"code": ${code}`)
    }

    await accepted('One call', 200, true)
    await accepted('Approve + swap + transfer', 200, true)
    await expect(page.getByTestId('capabilities')).toContainText(
      'Batches run as one transaction.supported',
    )
    await accepted('One that reverts', 500, true)
    await refused('Wrong chain', 5710)
    await refused('Wrong version', -32000)
    await refused('Unknown capability', 5700)
    await refused('Duplicate id', 5720)
    expect(problems).toEqual([])
  },
)
