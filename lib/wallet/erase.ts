import { cache, journal } from '../db'
import { loadNetworks } from '../network/urls'
import * as permissions from '../permissions'
import type { Handler } from './door'

/** All rows at once: nothing half erased is left to be read. */
const clearAll = async (): Promise<void> => {
  await journal.transaction('rw', journal.tables, () =>
    Promise.all(journal.tables.map((table) => table.clear())),
  )
  await Promise.all(cache.tables.map((table) => table.clear()))
}

/** Erases. One who has forgotten the password could as well remove the extension. */
export const erase: Handler<'erase'> = async (how, { keyring, requestLog }) => {
  const isAllowed = 'isForgotten' in how || (await keyring.verify(how.password))
  // Erased before, by the same request: there is no password any more.
  if (!isAllowed && (await keyring.hasVault())) return 'wrong password'
  await keyring.erase(clearAll)
  await requestLog.clear()
  await loadNetworks()
  permissions.changed.emit()
  return 'done'
}
