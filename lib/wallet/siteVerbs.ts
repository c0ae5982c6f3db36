import * as z from 'zod/mini'
import * as permissions from '../sites/permissions'
import { address } from '../rpc/schema'
import { verb } from './verb'

/** Verbs about websites: their accounts, their network, their requests. */
export const siteVerbs = {
  /** Takes accounts and network from a site; from all where none is named. Approved batches go on. */
  disconnect: verb(
    () => z.object({ origin: z.exactOptional(z.string()) }),
    async ({ origin }) => {
      if (origin === undefined) await permissions.revokeAll()
      else await permissions.revoke(origin)
      return null
    },
  ),

  /**
   * Gives a connected site other accounts, the active one first, or another network. `gone`: the site is not
   * connected any more, or no account was named.
   */
  changeSite: verb(
    () => z.object({ origin: z.string(), accounts: z.array(address), chainId: z.int() }),
    async ({ origin, accounts, chainId }) => {
      const before = await permissions.permission(origin)
      if (!before || accounts.length === 0) return 'gone'
      const write = await permissions.connect(origin, accounts, chainId, before.createdAt)
      await write()
      permissions.permissionsChanged.emit()
      return 'done'
    },
  ),

  /** Reads the last requests of sites, newest first; there are none unless developer mode is on. */
  readRequests: verb(
    () => z.null(),
    (_params, { requestLog }) => requestLog.read(),
  ),
}
