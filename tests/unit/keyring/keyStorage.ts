import { journal, type Account, type VaultRow } from '@/lib/db'
import type { Copy } from '@/lib/keyring/copies'
import { createKeyring, type Keyring } from '@/lib/keyring/keyring'
import type { Session } from '@/lib/keyring/session'
import { emptyDatabase } from '../database'

/** A fake of the browser’s session storage: memory, and strings only. */
export const openSession = () => {
  const kept: { key?: string | undefined } = {}
  const session: Session = {
    get: () => Promise.resolve(kept.key),
    isOpen: () => Promise.resolve(kept.key !== undefined),
    set: (key) => Promise.resolve(void (kept.key = key)),
  }
  return { kept, session }
}

/** A fake of extension storage: what is in it, and what goes wrong there. */
export const openStorage = () => {
  const storage: { vault?: unknown; fault?: 'read' | 'write' | 'never' } = {}
  const fail = () => Promise.reject(new Error('An unexpected error occurred'))
  const copy: Copy = {
    read: () =>
      storage.fault === 'read' ? fail() : Promise.resolve(structuredClone(storage.vault)),
    write: (row: VaultRow) => {
      if (storage.fault === 'write') return fail()
      // A write that never ends, as when the worker is stopped.
      if (storage.fault === 'never') return new Promise(() => undefined)
      storage.vault = structuredClone(row)
      return Promise.resolve()
    },
    remove: () => {
      delete storage.vault
      return Promise.resolve()
    },
  }
  return { storage, copy }
}

type Made = { vault: VaultRow; accounts: Account[]; key: string | undefined }

/**
 * Returns a function that opens a wallet as `create` made it, and unlocked. It is made once, as Argon2id takes
 * half a second by intention; each further one begins with the rows and the session that the first one wrote.
 */
export const openMade = (create: (keyring: Keyring) => Promise<unknown>) => {
  let made: Made | undefined
  return async () => {
    await emptyDatabase()
    const { storage, copy } = openStorage()
    const { session, kept } = openSession()
    const keyring = createKeyring(session, copy)
    if (made) {
      await journal.vault.put(made.vault)
      await journal.accounts.bulkPut(made.accounts)
      storage.vault = structuredClone(made.vault)
      kept.key = made.key
    } else {
      await create(keyring)
      const vault = await journal.vault.get('vault')
      if (!vault) throw new Error('no vault')
      made = { vault, accounts: await journal.accounts.toArray(), key: kept.key }
    }
    return { storage, copy, session, kept, keyring }
  }
}
