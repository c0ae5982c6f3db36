import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { serve } from '../../../scripts/serve.ts'
import { alice } from '../../unit/accounts.ts'
import { closed, approvalWindow, approve, chooseNetwork } from '../support/walletPages.ts'
import { expect, test as base } from '../support/test.ts'

/** Test with the playground, served as by `npm start`. */
const test = base.extend<{ playground: string }>({
  playground: async ({ chains }, use) => {
    const site = await serve({
      root: join(import.meta.dirname, '../../../.output/dapp'),
      port: 0,
      portVariable: 'VOLLEY_DAPP_PORT',
      json: { '/chain.json': chains.local.contracts },
    })
    await use(site.url)
    await site.stop()
  },
})

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

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
    await expect(page.getByTestId('capabilities')).toContainText('"ready"')

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
    await expect(page.getByTestId('capabilities')).toContainText('"supported"')
    await accepted('One that reverts', 500, true)
    await refused('Wrong chain', 5710)
    await refused('Wrong version', -32000)
    await refused('Unknown capability', 5700)
    await refused('Duplicate id', 5720)
    expect(problems).toEqual([])
  },
)
