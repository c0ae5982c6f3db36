import { cache, journal } from '../db'
import { throttled } from '../keyring/passwordBackoff'
import { loadNetworks } from '../network/urls'
import * as permissions from '../sites/permissions'
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
  const check = async (password: string) =>
    (await keyring.verify(password)) ? undefined : ('wrong password' as const)
  const refusal = 'isForgotten' in how ? undefined : await throttled(() => check(how.password))
  // Erased before, by the same request: there is no password any more.
  if (refusal && (await keyring.hasVault())) return refusal
  await keyring.erase(clearAll)
  await requestLog.clear()
  await loadNetworks()
  permissions.changed.emit()
  return 'done'
}
