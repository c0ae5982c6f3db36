import { development } from '../../chain/development.ts'
import { test } from '../support/journey.ts'
import { damageDatabase, damageStorage } from '../support/vaultDamage.ts'

for (const [place, words, damage] of [
  ['database', 'the database', damageDatabase],
  ['extension storage', 'extension storage', damageStorage],
] as const)
  test(`the copy in the ${place} is named and healed when it was damaged @long`, async ({
    walletBrowser,
  }) => {
    const journal = await walletBrowser.openJournal()
    await walletBrowser.lock()
    await damage(journal)
    const page = await walletBrowser.open('')
    await page.front()
    await page.unlock(development.password)
    await page.sees(`One copy of your vault, in ${words}`)
    await page.looksWell(`vault-trouble-${place}`)
    await page.click('button', 'Got it')
    await page.gone('button', 'Got it')

    // The copy is repaired: no warning remains.
    await page.click('button', 'Lock')
    await page.unlock(development.password)
    await page.find('button', 'Lock')
    await page.gone('button', 'Got it')
  })

test('a vault of which both copies are damaged is not opened, and nothing is deleted @chromium', async ({
  walletBrowser,
}) => {
  const journal = await walletBrowser.openJournal()
  await walletBrowser.lock()
  await damageDatabase(journal)
  await damageStorage(journal)
  const page = await walletBrowser.open('')
  await page.front()
  await page.unlock(development.password)
  await page.sees('Both copies of your vault are damaged')
  await page.driven.evaluate(() => location.reload())
  await page.find('button', 'Unlock')

  // Both copies still stand as they were: restored, they open the wallet.
  await damageDatabase(journal)
  await damageStorage(journal)
  await page.unlock(development.password)
  await page.find('button', 'Lock')
})
