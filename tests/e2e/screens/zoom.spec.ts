import { swapCalls } from '../support/chainState.ts'
import { expect, test } from '../support/test.ts'
import { sendCalls } from '../support/site.ts'
import { approvalWindow, reject } from '../support/walletPages.ts'

// Zoomed to 200 %, a window of 360 by 600 has half as many pixels of CSS each way.
test('at 200 % a batch is read and refused without scrolling sideways', async ({
  chains,
  wallet,
  connected,
}) => {
  const answer = sendCalls(connected, { calls: swapCalls(chains.local.contracts) })
  const window = await approvalWindow(wallet.context)
  await window.setViewportSize({ width: 180, height: 300 })
  await expect(window.getByText('All 3 calls succeed')).toBeVisible()
  const wide = await window.evaluate(() =>
    [...document.body.querySelectorAll('button, p, li, h1, h2, dt, dd')]
      .filter((element) => element.getBoundingClientRect().right > innerWidth + 1)
      .map(({ outerHTML }) => outerHTML.slice(0, 200)),
  )
  expect(wide).toEqual([])
  // The buttons are below the text, and do not cover it.
  const yes = window.getByRole('button', { name: 'Approve' })
  await expect(yes).not.toBeInViewport()
  await yes.scrollIntoViewIfNeeded()
  await expect(yes).toBeInViewport()
  await reject(window)
  expect(await answer).toMatchObject({ error: { code: 4001 } })
})
