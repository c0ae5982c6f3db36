import { browser } from 'wxt/browser'
import type { RequestNote } from '../sites/requestLog'
import type { AutoLockWorld, UnlockedMemory } from '../keyring/autoLock'
import type { Copy } from '../keyring/copies'

const names = ['dataKey', 'lockAt', 'seenAt'] satisfies (keyof UnlockedMemory)[]

/** Session storage of the browser: in memory, out of pages' reach, cleared when the browser closes. */
export const memory: AutoLockWorld['memory'] = {
  read: () => browser.storage.session.get<UnlockedMemory>(names),
  write: (kept) => browser.storage.session.set(kept),
  clear: () => browser.storage.session.remove(names),
  onChange: (listener) => browser.storage.session.onChanged.addListener(listener),
}

const vault = 'vault'

/** The vault's copy in extension storage, which fails independently of IndexedDB. */
export const extensionCopy: Copy = {
  read: async () => (await browser.storage.local.get<Record<string, unknown>>(vault))[vault],
  write: (row) => browser.storage.local.set({ [vault]: row }),
  remove: () => browser.storage.local.remove(vault),
}

const requests = 'requests'

/** The log of site requests, kept until the browser closes. */
export const requestNotes = {
  read: async (): Promise<RequestNote[]> =>
    (await browser.storage.session.get<Record<string, RequestNote[]>>(requests))[requests] ?? [],
  write: (notes: RequestNote[]): Promise<void> =>
    browser.storage.session.set({ [requests]: notes }),
}

/**
 * Bars content scripts from extension storage, if the browser supports it; a second line of defence, since
 * only ciphertext is stored.
 */
export const guardStorage = (): void => {
  const local = browser.storage.local as { setAccessLevel?: (level: object) => Promise<void> }
  void local.setAccessLevel?.({ accessLevel: 'TRUSTED_CONTEXTS' }).catch(() => undefined)
}
