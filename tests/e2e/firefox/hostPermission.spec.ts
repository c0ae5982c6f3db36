import { click, clickText, fill, find, looksWell, sees, until } from '../support/firefox/screen.ts'
import { onboard, openWallet, turnTo } from '../support/firefox/wallet.ts'
import { answerPrompt, expect, mayRead, takeLeave, test } from '../support/firefox/browser.ts'

/** A host that needs a permission and at which nobody listens. */
const silent = 'https://127.0.0.1:9/'

test('once the leave for all hosts is taken away, Firefox asks for the one of a node @long', async ({
  firefox,
}) => {
  const page = await openWallet(firefox)
  await onboard(page)
  await page.bringToFront()
  await turnTo(page, 'networks')
  await find(page, 'heading', 'Networks')
  await clickText(page, 'Base Sepolia')
  await sees(page, /\d+ ms, block/)
  await looksWell(firefox, page, 'network')
  await click(page, 'button', 'Add a node')
  await fill(page, 'URL of the node', silent)
  await click(page, 'button', 'Save')
  await sees(page, 'No node answered there')
  expect(await mayRead(firefox, silent)).toBe(true)
  await takeLeave(firefox)
  for (const isYes of [false, true]) {
    expect(await mayRead(firefox, silent)).toBe(false)
    await click(page, 'button', 'Save')
    await answerPrompt(firefox, isYes)
    await until('the answer', async () => (await mayRead(firefox, silent)) === isYes)
    await sees(page, 'No node answered there')
  }
})
