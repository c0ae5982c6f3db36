import * as v from 'valibot'
import { object } from '../rpc/object'
import * as permissions from '../sites/permissions'
import { address, int } from '../rpc/schema'
import { verb } from './verb'

/** Verbs about websites: their accounts, their network, their requests. */
export const siteVerbs = {
  /** Revokes the permissions of a site, or of all sites if none is named. Approved batches continue. */
  disconnect: verb(
    () => object({ origin: v.exactOptional(v.string()) }),
    async ({ origin }) => {
      if (origin === undefined) await permissions.revokeAll()
      else await permissions.revoke(origin)
      return null
    },
  ),

  /**
   * Changes a connected site's accounts, the active one first, and its network. `gone`: the site is no
   * longer connected, or no account was named.
   */
  changeSite: verb(
    () => object({ origin: v.string(), accounts: v.array(address), chainId: int }),
    async ({ origin, accounts, chainId }) => {
      const before = await permissions.permission(origin)
      if (!before || accounts.length === 0) return 'gone'
      const write = await permissions.connect(origin, accounts, chainId, before.createdAt)
      await write()
      permissions.permissionsChanged.emit()
      return 'done'
    },
  ),

  /** Lists the sites that use the wallet in a tab, by the open Ports of its pages. */
  readTab: verb(
    () => object({ tab: int }),
    ({ tab }, { inTab }) => inTab(tab),
  ),

  /** Returns the last requests of sites, newest first; empty unless developer mode is on. */
  readRequests: verb(
    () => v.null(),
    (_params, { requestLog }) => requestLog.read(),
  ),
}
