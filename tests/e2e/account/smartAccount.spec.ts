import { rpc } from '../../chain/rpc.ts'
import { alice, stranger } from '../../unit/accounts.ts'
import { expect, test } from '../support/test.ts'
import { looksWell } from '../support/accessibility.ts'

test('what stands behind the account is shown for each network, by name @long', async ({
  chains,
  wallet,
}) => {
  const executor = chains.local.contracts.executor.slice(2).toLowerCase()
  await rpc(chains.local.url, 'anvil_setCode', [alice, `0xef0100${executor}`])
  await rpc(chains.base.url, 'anvil_setCode', [alice, `0xef0100${stranger.slice(2)}`])
  const page = await wallet.popup()
  await page.setViewportSize({ width: 360, height: 600 })
  await page.getByRole('link', { name: 'Smart account' }).click()
  const network = (name: string) => page.getByRole('region', { name, exact: true })
  await expect(network('Local')).toContainText('Simple7702Account 0.8')
  await expect(network('Local')).toContainText('Volley’s own code, audited')
  await network('Base').getByRole('button', { name: /^Ask / }).click()
  await expect(network('Base')).toContainText('Code unknown to Volley')
  await expect(network('Base')).toContainText(stranger)
  await expect(network('Base Sepolia')).toContainText('Not checked')
  await network('Base Sepolia').getByRole('button', { name: /^Ask / }).click()
  await expect(network('Base Sepolia')).toContainText('Standard account')
  await looksWell(page, 'smart-account')
})
