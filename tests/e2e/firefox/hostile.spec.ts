import { alice, stranger } from '../../unit/accounts.ts'
import { weiOf } from '../support/chainState.ts'
import { allFrames, askAll, mutate, thief } from '../support/hostilePage.ts'
import { batch } from '../support/site.ts'
import {
  approval,
  approve,
  onboard,
  openConnected,
  openWallet,
  scripted,
} from '../support/firefox/wallet.ts'
import { sees, textOf, until } from '../support/firefox/screen.ts'
import { expect, test } from '../support/firefox/browser.ts'

const asked = [['eth_accounts', []]] as const

/** Expected answer by origin: a frame acts for its own origin, an opaque origin is refused. */
const answers = {
  'the site': { result: [alice] },
  'the other': { result: [] },
  nobody: { error: { code: 4100 } },
}

const seven = [batch({ calls: [{ to: stranger, value: '0x7' }] })]

/** Page script that replaces all shared primordials, sends a request and changes its params right after. */
const script = `setTimeout(() => {
  const params = ${JSON.stringify(seven)}
  ;(${mutate.toString()})()
  window.ethereum.request({ method: 'wallet_sendCalls', params })
  params[0].calls[0].to = '${thief}'
})`

test('frames and pages that mean no good', async ({ firefox, chains, dapp }) => {
  const home = await openWallet(firefox)
  await onboard(home)
  await home.close()
  const page = await openConnected(firefox, dapp.url)

  await test.step('every kind of frame is the site that it is', async () => {
    const frames = await allFrames(scripted(page), dapp)
    expect(frames).toHaveLength(16)
    for (const { frame, actor, what } of frames)
      expect(await askAll(frame, asked), what).toMatchObject([answers[actor]])
  })

  await test.step('what a page asked is what is shown and sent, whatever it replaces', async () => {
    await page.evaluate(script)
    const window = await approval(firefox)
    await sees(window, 'asks to send 1 transaction')
    await sees(window, stranger)
    expect(await textOf(window)).not.toContain(thief)
    await approve(window)
    const { url } = chains.local
    await until('the payment', async () => (await weiOf(url, stranger)) === 7n)
    expect(await weiOf(url, thief)).toBe(0n)
  })
})
