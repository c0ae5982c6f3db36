import { startLocalSponsors } from '../../chain/sponsor.ts'
import { answerPrompt, expect, mayRead, takeLeave, test } from '../support/firefox/browser.ts'
import { click, sees, until } from '../support/firefox/screen.ts'
import {
  approval,
  onboard,
  openConnected,
  openWallet,
  scripted,
} from '../support/firefox/wallet.ts'
import { sendCalls } from '../support/site.ts'

/** A service at which nobody listens, and whose host needs a permission and is no node's. */
const url = 'https://localhost:9/'

test('the leave for a service is asked for with a click, used at once, and given back with the request @long', async ({
  firefox,
  chains,
  dapp,
}) => {
  const { signing, takesTokens } = await startLocalSponsors(chains.local)
  const home = await openWallet(firefox)
  await onboard(home)
  const site = await openConnected(firefox, dapp.url)
  await takeLeave(firefox)
  const answer = sendCalls(scripted(site), { capabilities: { paymasterService: { url } } })
  const window = await approval(firefox)
  await window.bringToFront()
  await sees(window, 'was supposed to pay but does not answer')
  for (const isYes of [false, true]) {
    expect(await mayRead(firefox, url)).toBe(false)
    await click(window, 'button', 'Allow access to localhost:9')
    await answerPrompt(firefox, isYes)
    if (!isYes) await sees(window, 'was supposed to pay but does not answer')
  }
  // No block comes on this chain: the service is asked anew because it may be read now, and still says nothing.
  expect(await answer).toMatchObject({
    error: {
      code: 5700,
      message: expect.stringContaining('the service did not answer') as unknown,
    },
  })
  await until('the end of the leave', async () => !(await mayRead(firefox, url)))
  await Promise.all([signing.stop(), takesTokens.stop()])
})
