import type { Page } from '@playwright/test'
import { encodeFunctionData, erc20Abi, parseUnits } from 'viem'
import { stranger } from '../../unit/accounts.ts'
import { closed, approvalWindow, reject } from '../support/walletPages.ts'
import type { Wallet } from '../support/chromium.ts'
import { swapCalls } from '../support/chainState.ts'
import { expect, test } from '../support/test.ts'
import { looksWell } from '../support/accessibility.ts'
import { sendCalls } from '../support/site.ts'

/** Delays the node's simulations, so that the window opens before the quote. */
const slowDown = ({ worker }: Wallet) =>
  worker.evaluate(() => {
    const real = globalThis.fetch
    globalThis.fetch = async (url, init) => {
      const isSlow = typeof init?.body === 'string' && init.body.includes('eth_simulateV1')
      if (isSlow) await new Promise((resolve) => setTimeout(resolve, 400))
      return real(url, init)
    }
  })

/** Returns the texts of content, headers and buttons that have moved since the window opened. */
const moved = (window: Page) =>
  window.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        type Shift = PerformanceEntry & {
          sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
        }
        const texts = (list: PerformanceObserverEntryList) =>
          (list.getEntries() as Shift[]).flatMap(({ sources }) =>
            sources.flatMap(({ node, previousRect, currentRect }) => {
              const element = node instanceof Element ? node : node?.parentElement
              const isRead = element?.closest('main, header, button') !== null
              const places = [previousRect, currentRect].map(({ x, y }) => `${x},${y}`).join(' to ')
              return isRead && element ? [`${places}: ${element.textContent.slice(0, 60)}`] : []
            }),
          )
        const observer = new PerformanceObserver((list) => resolve(texts(list)))
        observer.observe({ type: 'layout-shift', buffered: true })
        setTimeout(() => resolve([]), 500)
      }),
  )

test('nothing that is read or pressed moves from the opening of a batch to its quote @long', async ({
  chains,
  wallet,
  connected,
}) => {
  await slowDown(wallet)
  const { contracts } = chains.local
  const good = swapCalls(contracts)
  const args = [stranger, parseUnits('1', 40)] as const
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args })
  const bad = [...good, { to: contracts.usdc, data }]

  for (const [calls, verdict] of [
    [good, 'All 3 steps succeed'],
    [bad, 'It fails at step 4'],
  ] as const) {
    const answer = sendCalls(connected, { calls: [...calls] })
    const window = await approvalWindow(wallet.context)
    await expect(window.getByRole('button', { name: 'Reject' })).toBeVisible()
    await expect(window.getByRole('status')).toContainText(verdict)
    await expect(window.getByRole('heading', { name: 'Steps', exact: true })).toBeVisible()
    expect(await moved(window), verdict).toEqual([])
    await looksWell(window, `shift-${calls.length}`)
    await reject(window)
    expect(await answer).toMatchObject({ error: { code: 4001 } })
    await closed(window)
  }
})
