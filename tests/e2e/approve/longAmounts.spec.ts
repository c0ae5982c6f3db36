import type { Page } from '@playwright/test'
import { alice, bob } from '../../unit/accounts.ts'
import { orderOf } from '../support/approvalStates.ts'
import { request, sendCalls } from '../support/site.ts'
import { expect, test } from '../support/test.ts'
import { decided, reject } from '../support/walletPages.ts'

/** Lists the amounts of an approval that are drawn on more than one line. */
const broken = (window: Page): Promise<string[]> =>
  window.evaluate(() =>
    [...document.querySelectorAll('[data-long]')].flatMap((amount) => {
      const tops = new Set([...amount.getClientRects()].map(({ top }) => Math.round(top)))
      return tops.size > 1 ? [amount.textContent] : []
    }),
  )

test('an amount of 18 decimals stands in one line: the second would read as another amount', async ({
  chains,
  wallet,
  connected,
}) => {
  const { usdc, dai } = chains.local.contracts
  for (const [ask, amount] of [
    [() => sendCalls(connected, { calls: [{ to: bob, value: '0x3' }] }), '0.000000000000000003'],
    [
      () => request(connected, 'eth_signTypedData_v4', [alice, orderOf(usdc, dai, 1n, alice)]),
      '0.000000000000000001',
    ],
  ] as const) {
    await decided(wallet.context, ask(), async (window) => {
      await window.setViewportSize({ width: 360, height: 600 })
      await expect(window.locator('[data-long]').filter({ hasText: amount }).first()).toBeVisible()
      expect(await broken(window)).toEqual([])
      await reject(window)
    })
  }
})
