import type { VaultRow } from '@/lib/db'
import type { Copy } from '@/lib/keyring/copies'
import type { Session } from '@/lib/keyring/session'

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
