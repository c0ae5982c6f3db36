import { expect, test } from '../support/test.ts'
import { openJournal, readRows } from '../support/journal.ts'
import { looksWell } from '../support/accessibility.ts'

test('a network is added by the URL of its node, and removed', async ({ chains, wallet, own }) => {
  const page = await wallet.popup('popup.html#networks')
  await page.setViewportSize({ width: 360, height: 600 })
  const field = (name: string) => page.getByRole('textbox', { name, exact: true })
  const add = page.getByRole('button', { name: 'Add a network' })
  await page.getByRole('link', { name: 'Add a network' }).click()

  const tried = async (url: string, says: string) => {
    await field('URL of the node').fill(url)
    await add.click()
    await expect(page.getByText(says)).toBeVisible()
    await expect(field('URL of the node')).toBeFocused()
  }
  await tried('not a url', 'This URL does not work')
  await tried('http://127.0.0.1:9', 'No node answered there.')
  await tried(chains.local.url, 'This is Local, already in your wallet')

  await field('URL of the node').fill(own.asked)
  await add.click()
  await expect(page.getByText('Name network 777')).toBeVisible()
  await looksWell(page, 'new-network')
  await field('Name').fill('Own Net')
  await add.click()
  await expect(field('Coin')).toBeFocused()
  await field('Coin').fill('OWN')
  await add.click()

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Own Net')
  const journal = await openJournal(wallet)
  expect(await readRows(journal, 'networks')).toMatchObject([{ chainId: 777, urls: [own.asked] }])
  expect(await page.content()).not.toContain('its-own-key')
  await page.getByRole('button', { name: 'Remove this network' }).click()
  await page.getByRole('button', { name: 'Own Net' }).click()
  await expect(page.getByRole('link', { name: 'Add a network' })).toBeVisible()
  await expect.poll(() => readRows(journal, 'networks')).toEqual([])
})
