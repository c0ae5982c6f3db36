import type { Page } from '@playwright/test'
import { development } from '../../chain/development.ts'
import { expect, test } from '../support/test.ts'
import { openJournal } from '../support/journal.ts'
import { looksWell } from '../support/accessibility.ts'
import { unlock } from '../support/walletPages.ts'

type Vault = { phrase: { data: string } }
type Extension = {
  chrome: {
    storage: {
      local: {
        get: (name: string) => Promise<{ vault: Vault }>
        set: (items: object) => Promise<void>
      }
    }
  }
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Changes one character of the vault's ciphertext in the database; a second call restores it. */
const damageDatabase = (journal: Page) =>
  journal.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('journal')
        opening.onerror = () => reject(new Error('the journal could not be opened'))
        opening.onsuccess = () => {
          const { result: database } = opening
          const transaction = database.transaction('vault', 'readwrite')
          const vaults = transaction.objectStore('vault')
          const reading = vaults.get('vault')
          reading.onsuccess = () => {
            const { phrase, ...rest } = reading.result as Vault
            const data = `${phrase.data.startsWith('A') ? 'B' : 'A'}${phrase.data.slice(1)}`
            vaults.put({ ...rest, phrase: { ...phrase, data } })
          }
          transaction.oncomplete = () => {
            database.close()
            resolve()
          }
        }
      }),
  )

/** Changes one character of the vault's ciphertext in extension storage; a second call restores it. */
const damageStorage = (page: Page) =>
  page.evaluate(async () => {
    const { local } = (globalThis as unknown as Extension).chrome.storage
    const { vault } = await local.get('vault')
    const { phrase } = vault
    const data = `${phrase.data.startsWith('A') ? 'B' : 'A'}${phrase.data.slice(1)}`
    await local.set({ vault: { ...vault, phrase: { ...phrase, data } } })
  })

for (const [place, damage] of [
  ['database', damageDatabase],
  ['extension storage', damageStorage],
] as const)
  test(`the copy in the ${place} is named and healed when it was damaged @long`, async ({
    wallet,
  }) => {
    const page = await wallet.popup()
    await button(page, 'Lock').click()
    await damage(await openJournal(wallet))
    await unlock(page, development.password)
    await expect(
      page.getByText(`One copy of your vault, in ${place === 'database' ? 'the ' : ''}${place}`),
    ).toBeVisible()
    await looksWell(page, `vault-trouble-${place}`)
    await button(page, 'Got it').click()
    await expect(button(page, 'Got it')).toHaveCount(0)
    // The copy is repaired: no warning remains.
    await button(page, 'Lock').click()
    await unlock(page, development.password)
    await button(page, 'Lock').waitFor()
    await expect(button(page, 'Got it')).toHaveCount(0)
  })

test('a vault of which both copies are damaged is not opened, and nothing is deleted', async ({
  wallet,
}) => {
  const page = await wallet.popup()
  await button(page, 'Lock').click()
  const journal = await openJournal(wallet)
  await damageDatabase(journal)
  await damageStorage(journal)
  await unlock(page, development.password)
  await expect(page.getByText('Both copies of your vault are damaged')).toBeVisible()
  await page.reload()
  await button(page, 'Unlock').waitFor()
  // A second change restores both copies: the wallet opens as before.
  await damageDatabase(journal)
  await damageStorage(journal)
})
