import { swapCalls } from '../support/chainState.ts'
import { expect, test } from '../support/test.ts'
import { firstScreenOf } from '../support/accessibility.ts'
import { sendCalls } from '../support/site.ts'
import { approvalWindow, reject, yes } from '../support/walletPages.ts'

// Zoomed to 200 %, a window of 360 by 600 has half as many pixels of CSS each way.
test('a batch is decided on one screen of little hex, and at 200 % without scrolling sideways', async ({
  chains,
  wallet,
  connected,
}) => {
  const answer = sendCalls(connected, { calls: swapCalls(chains.local.contracts) })
  const window = await approvalWindow(wallet.context)
  await window.setViewportSize({ width: 400, height: 640 })
  await expect(window.getByText('All 3 steps succeed')).toBeVisible()
  await expect(window.getByText(/^Not locked/)).toBeVisible()
  await expect.poll(async () => (await firstScreenOf(window)).tooHigh).toBe(0)
  await expect.poll(async () => (await firstScreenOf(window)).hex).toBeLessThanOrEqual(15)

  await window.setViewportSize({ width: 180, height: 300 })
  const wide = () =>
    window.evaluate(() =>
      [...document.body.querySelectorAll('button, p, li, h1, h2, dt, dd')]
        .filter((element) => element.getBoundingClientRect().right > innerWidth + 1)
        .map(({ outerHTML }) => outerHTML.slice(0, 200)),
    )
  await expect.poll(() => window.evaluate(() => innerWidth)).toBe(180)
  await expect.poll(wide).toEqual([])
  // A line of about 20 characters.
  const lines = window.getByRole('region', { name: 'Steps' }).getByRole('listitem')
  const sentences = lines.getByText(/ \d+ l(USDC|DAI)/)
  await expect(sentences).toHaveCount(3)
  for (const sentence of await sentences.all())
    await expect.poll(async () => (await sentence.boundingBox())?.width).toBeGreaterThanOrEqual(120)
  // The buttons are below the text, and do not cover it.
  const button = yes(window)
  await expect(button).not.toBeInViewport()
  await button.scrollIntoViewIfNeeded()
  await expect(button).toBeInViewport()
  await reject(window)
  expect(await answer).toMatchObject({ error: { code: 4001 } })
})
