import { expect, test } from '../support/test.ts'
import { networkPart, openNetwork, openNetworks } from '../support/walletPages.ts'

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
    await openNetwork(page, name)
    await expect(networkPart(page, 'About')).toContainText(`Chain ID${chainId}`)
    await expect(networkPart(page, 'Nodes')).toContainText(new URL(url).host)
    await expect(networkPart(page, 'Nodes')).toContainText(/public · \d+ ms, block \d+/)
    await expect(networkPart(page, 'Second RPC')).toContainText('Second RPCNone')
    const atomic = name === 'Base Sepolia' ? 'No' : 'Yes'
    await expect(networkPart(page, 'Features')).toContainText(`(EIP-7702)${atomic}`)
    await expect(networkPart(page, 'Features')).toContainText('(eth_simulateV1)Yes')
    await expect(networkPart(page, 'Features')).toContainText('Pre-confirmed blocksNot detected')
  }
  await page.getByRole('link', { name: 'Back' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Networks')
  await expect(page.getByRole('listitem')).toHaveCount(9)
})

test('a hidden network is not offered, and works @long', async ({ wallet, connected }) => {
  const page = await wallet.popup()
  await openNetwork(page, 'Sepolia')
  const hide = page.getByRole('checkbox', { name: /Hide it/ })
  await hide.click()
  await expect(hide).toBeChecked()
  await openNetworks(page)
  await expect(page.getByRole('link', { name: /^Sepolia/ })).toContainText('hidden')
  await page.goto(page.url().replace(/#.*$/, '') + `#site/${new URL(connected.url()).origin}`)
  await expect(page.getByRole('main')).toContainText('Base')
})
