import { startAnvil } from '../../chain/anvil.ts'
import { request, heard, listen, resultOf } from '../support/site.ts'
import { looksWell } from '../support/firefox/axe.ts'
import {
  openWallet,
  scripted,
  turnTo,
  approve,
  decided,
  onboard,
  openConnected,
} from '../support/firefox/wallet.ts'
import { answerPrompt, mayRead, takeLeave } from '../support/firefox/browser.ts'
import { click, clickText, fill, find, sees, until } from '../support/firefox/screen.ts'
import { expect, test } from '../support/firefox/test.ts'

const chainId = '0x309'

/** A host that needs a permission and at which nobody listens. */
const silent = 'https://127.0.0.1:9/'

test('networks that sites propose, and nodes of the user’s own @long', async ({
  firefox,
  dapp,
}) => {
  const page = await openWallet(firefox)
  await onboard(page)
  const site = scripted(await openConnected(firefox, dapp.url))
  const anvil = await startAnvil({ chainId: 777 })
  await listen(site)
  const chain = () => resultOf(request(site, 'eth_chainId'))

  await test.step('a site adds one and is moved to it', async () => {
    const proposal = {
      chainId,
      chainName: 'Own Net',
      rpcUrls: [anvil.url],
      nativeCurrency: { name: 'Own', symbol: 'OWN', decimals: 18 },
    }
    const asked = request(site, 'wallet_addEthereumChain', [proposal])
    const answer = await decided(firefox, asked, async (window) => {
      await click(window, 'button', 'Ask this node')
      await sees(window, 'serves this network')
      await looksWell(firefox, window, 'add-network')
      await approve(window)
    })
    expect(answer).toEqual({ result: null })
    expect(await chain()).toBe(chainId)
    expect(await resultOf(request(site, 'eth_blockNumber'))).toBe('0x0')
  })

  await test.step('a site asks to move back', async () => {
    const asked = request(site, 'wallet_switchEthereumChain', [{ chainId: '0x7a69' }])
    expect(await decided(firefox, asked)).toEqual({ result: null })
    expect(await chain()).toBe('0x7a69')
    await until('chainChanged', async () => (await heard(site)).length === 2)
    expect(await heard(site)).toEqual([
      ['chainChanged', chainId],
      ['chainChanged', '0x7a69'],
    ])
    const unknown = await request(site, 'wallet_switchEthereumChain', [{ chainId: '0x2' }])
    expect(unknown).toMatchObject({ error: { code: 4902 } })
  })

  await test.step('once the leave for all hosts is taken away, Firefox asks for the one of a node', async () => {
    await page.bringToFront()
    await turnTo(page, 'networks')
    await sees(page, 'Own Net')
    await looksWell(firefox, page, 'networks')
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

  await test.step('one of the user’s own is removed', async () => {
    await turnTo(page, 'networks/777')
    await sees(page, 'OWN')
    await click(page, 'button', 'Remove this network')
    await click(page, 'button', 'Remove Own Net now')
    await find(page, 'heading', 'Networks')
    await anvil.stop()
  })
})
