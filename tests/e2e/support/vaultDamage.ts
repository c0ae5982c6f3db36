import type { Page } from '@playwright/test'

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

/** A page of the extension. */
type Own = Pick<Page, 'evaluate'>

/** Swaps the first two groups of four characters of the vault's ciphertext in the database; a second call restores it. */
export const damageDatabase = (journal: Own) =>
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
            const { data: old } = phrase
            const data = old.slice(4, 8) + old.slice(0, 4) + old.slice(8)
            vaults.put({ ...rest, phrase: { ...phrase, data } })
          }
          transaction.oncomplete = () => {
            database.close()
            resolve()
          }
        }
      }),
  )

/** Swaps the same groups in extension storage; a second call restores them. */
export const damageStorage = (journal: Own) =>
  journal.evaluate(async () => {
    const { local } = (globalThis as unknown as Extension).chrome.storage
    const { vault } = await local.get('vault')
    const { phrase } = vault
    const { data: old } = phrase
    const data = old.slice(4, 8) + old.slice(0, 4) + old.slice(8)
    await local.set({ vault: { ...vault, phrase: { ...phrase, data } } })
  })
