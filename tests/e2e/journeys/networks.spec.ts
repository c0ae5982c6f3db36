import { expect, test } from '../support/journey.ts'
import { heard, listen, request, resultOf } from '../support/site.ts'

const chainId = '0x309'

test('a site adds a network, is moved to it, back and there again; its user removes it, which moves the site @chromium', async ({
  walletBrowser,
  site,
  own,
}) => {
  await listen(site)
  const chain = () => resultOf(request(site, 'eth_chainId'))
  const move = (to: string) =>
    walletBrowser.decided(
      request(site, 'wallet_switchEthereumChain', [{ chainId: to }]),
      (window) => window.approve(),
    )
  const proposal = {
    chainId,
    chainName: 'Own Net',
    rpcUrls: [own.url],
    nativeCurrency: { name: 'Own', symbol: 'OWN', decimals: 18 },
  }
  const asked = request(site, 'wallet_addEthereumChain', [proposal])
  const answer = await walletBrowser.decided(asked, async (window) => {
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

  const page = await walletBrowser.open('networks')
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
})
