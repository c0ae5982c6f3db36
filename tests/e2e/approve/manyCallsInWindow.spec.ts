import { numberToHex } from 'viem'
import { decided, reject } from '../support/walletPages.ts'
import { stranger } from '../../unit/accounts.ts'
import { expect, test } from '../support/test.ts'
import { sendCalls } from '../support/site.ts'
import { violationsOn } from '../support/accessibility.ts'

const calls = Array.from({ length: 500 }, (_, index) => ({
  to: stranger,
  value: numberToHex(index + 1),
}))

test(
  'of 500 calls only those in view exist, and the keyboard reaches every one',
  { tag: '@long' },
  async ({ wallet, connected }) => {
    const answer = decided(wallet.context, sendCalls(connected, { calls }), async (window) => {
      const item = (at: number) => window.locator(`li[aria-posinset="${at}"]`)
      const lines = window.locator('li[aria-posinset]')
      await expect(window.getByText('All 500 steps succeed')).toBeVisible()
      await expect(item(1)).toHaveAttribute('aria-setsize', '500')
      expect(await lines.count()).toBeLessThan(60)

      await item(1).getByRole('button').focus()
      for (let at = 2; at <= 40; at++) {
        await expect(item(at)).toBeAttached()
        await window.keyboard.press('Tab')
        await expect(item(at).getByRole('button')).toBeFocused()
        await expect(item(at)).toBeInViewport()
      }
      await window.keyboard.press('Enter')
      await expect(item(40)).toContainText(stranger)
      expect(await lines.count()).toBeLessThan(60)
      // Open, the line has buttons of its own before the next line's.
      await window.keyboard.press('Enter')
      await expect(item(40).getByRole('button')).toHaveCount(1)
      await expect(item(40).getByRole('button')).toHaveAttribute('aria-expanded', 'false')

      // Scrolling the focused line far out of view must not lose the focus.
      await window
        .locator('ol')
        .filter({ has: lines })
        .evaluate((list) => list.scrollTo(0, 1e6))
      await expect(item(500)).toBeVisible()
      await expect(item(500)).toContainText('0.0000000000000005 ETH')
      await expect(item(41)).toBeAttached()
      await window.keyboard.press('Tab')
      await expect(item(41).getByRole('button')).toBeFocused()
      expect(await violationsOn(window)).toEqual([])
      await reject(window)
    })
    expect(await answer).toMatchObject({ error: { code: 4001 } })
  },
)
