import * as permissions from '../sites/permissions'
import type { Handler } from './door'

/** Gives a connected site other accounts, the active one first, or another network. */
export const changeSite: Handler<'changeSite'> = async ({ origin, accounts, chainId }) => {
  const before = await permissions.permission(origin)
  if (!before || accounts.length === 0) return 'gone'
  const write = await permissions.connect(origin, accounts, chainId, before.createdAt)
  await write()
  permissions.changed.emit()
  return 'done'
}
