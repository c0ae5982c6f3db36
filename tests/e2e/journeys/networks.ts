import { expect } from '@playwright/test'
import type { WalletBrowser } from '../support/screen.ts'
import { heard, listen, request, resultOf, type Scripted } from '../support/site.ts'

const chainId = '0x309'

/**
 * A connected site adds the network of a node with chain ID 777 and is moved to it, asks to move back, and once more
 * to the new one; its user removes the network, which moves the site to the default one.
 */
export const addAndRemoveNetwork = async (browser: WalletBrowser, site: Scripted, node: string) => {
  await listen(site)
  const chain = () => resultOf(request(site, 'eth_chainId'))
  const move = (to: string) =>
    browser.decided(request(site, 'wallet_switchEthereumChain', [{ chainId: to }]), (window) =>
      window.approve(),
    )
  const proposal = {
    chainId,
    chainName: 'Own Net',
    rpcUrls: [node],
    nativeCurrency: { name: 'Own', symbol: 'OWN', decimals: 18 },
  }
  const asked = request(site, 'wallet_addEthereumChain', [proposal])
  const answer = await browser.decided(asked, async (window) => {
    await window.click('button', 'Ask this node')
    await window.sees('serves this network')
    await window.looksWell('add-network')
    await window.approve()
  })
  expect(answer).toEqual({ result: null })
  expect(await chain()).toBe(chainId)
  expect(await resultOf(request(site, 'eth_blockNumber'))).toBe('0x0')

  expect(await move('0x7a69')).toEqual({ result: null })
  expect(await chain()).toBe('0x7a69')
  const unknown = await request(site, 'wallet_switchEthereumChain', [{ chainId: '0x2' }])
  expect(unknown).toMatchObject({ error: { code: 4902 } })
  expect(await move(chainId)).toEqual({ result: null })

  const page = await browser.open('networks')
  await page.front()
  await page.sees('Own Net')
  await page.looksWell('networks')
  await page.turnTo('networks/777')
  await page.sees('OWN')
  await page.click('button', 'Remove this network')
  await page.click('button', 'Remove Own Net now')
  await page.find('heading', 'Networks')
  await page.lacks('Own Net')
  await expect
    .poll(() => heard(site))
    .toEqual([
      ['chainChanged', chainId],
      ['chainChanged', '0x7a69'],
      ['chainChanged', chainId],
      ['chainChanged', '0x7a69'],
    ])
}
