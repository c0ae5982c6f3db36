import { expect, test } from '../support/test.ts'
import { startAnvil } from '../../chain/anvil.ts'
import { approve, askNode, decided } from '../support/walletPages.ts'
import { request, heard, listen } from '../support/site.ts'
import { open, openList, part } from '../support/networksScreen.ts'

test('each network is shown with its node, and no more of a URL than the host', async ({
  chains,
  wallet,
}) => {
  const page = await wallet.popup()
  const shown = [
    ['Local', '31337', chains.local.url],
    ['Base', '8453', chains.base.url],
    ['Base Sepolia', '84532', chains.testnet.url],
  ] as const
  for (const [name, chainId, url] of shown) {
    await open(page, name)
    await expect(part(page, 'About')).toContainText(`Chain ID${chainId}`)
    await expect(part(page, 'Nodes')).toContainText(new URL(url).host)
    await expect(part(page, 'Nodes')).toContainText(/public · \d+ ms, block \d+/)
    await expect(part(page, 'Second RPC')).toContainText('Second RPCNone')
    const atomic = name === 'Base Sepolia' ? 'No' : 'Yes'
    await expect(part(page, 'Features')).toContainText(`(EIP-7702)${atomic}`)
    await expect(part(page, 'Features')).toContainText('(eth_simulateV1)Yes')
    await expect(part(page, 'Features')).toContainText('Pre-confirmed blocksNot detected')
  }
  await page.getByRole('link', { name: 'Back' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Networks')
  await expect(page.getByRole('listitem')).toHaveCount(9)
})

test('a hidden network is not offered, and works @long', async ({ wallet, connected }) => {
  const page = await wallet.popup()
  await open(page, 'Sepolia')
  const hide = page.getByRole('checkbox', { name: /Hide it/ })
  await hide.click()
  await expect(hide).toBeChecked()
  await openList(page)
  await expect(page.getByRole('link', { name: /^Sepolia/ })).toContainText('hidden')
  await page.goto(page.url().replace(/#.*$/, '') + `#site/${new URL(connected.url()).origin}`)
  await expect(page.getByRole('main')).toContainText('Base')
})

test('a network of the user’s own is removed, and its sites go back to the default one @long', async ({
  wallet,
  connected,
}) => {
  const anvil = await startAnvil({ chainId: 777 })
  const asked = request(connected, 'wallet_addEthereumChain', [
    {
      chainId: '0x309',
      chainName: 'Own Net',
      rpcUrls: [anvil.url],
      nativeCurrency: { name: 'Own', symbol: 'OWN', decimals: 18 },
    },
  ])
  const added = decided(wallet.context, asked, async (window) => {
    await askNode(window)
    await approve(window)
  })
  expect(await added).toEqual({ result: null })
  await listen(connected)
  const page = await wallet.popup()
  await open(page, 'Own Net')
  await expect(part(page, 'About')).toContainText('CoinOWN')
  await part(page, 'Remove this network').getByRole('button').click()
  await page.getByRole('button', { name: 'Remove Own Net now' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Networks')
  await expect(page.getByRole('listitem')).toHaveCount(9)
  await expect.poll(() => heard(connected)).toContainEqual(['chainChanged', '0x7a69'])
  await anvil.stop()
})
