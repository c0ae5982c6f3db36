import { cache, journal } from '../db'
import { defaultChainId, findNetwork } from '../network/networks'
import { loadNetworks } from '../network/urls'
import { changed } from '../sites/permissions'
import type { Handler } from './door'

/** What was learnt of a chain, by the second word of its key: another chain may come under this ID. */
const isOf = (chainId: number) => (key: string) => key.split(':')[1] === String(chainId)

/**
 * Removes a network of the user's own and moves the sites that are on it to the default one. Not while a
 * batch lives there, or a site that is there waits for the user.
 */
export const removeNetwork: Handler<'removeNetwork'> = async ({ chainId }) => {
  if (!findNetwork(chainId)?.isCustom) return 'done'
  const { approvals, batches, networks, permissions } = journal
  const answer = await journal.transaction(
    'rw',
    [approvals, batches, networks, permissions],
    async () => {
      const live = await batches.where({ live: 1 }).toArray()
      if (live.some((batch) => batch.chainId === chainId)) return 'live' as const
      const there = (await permissions.toArray()).filter((site) => site.chainId === chainId)
      const origins = new Set(there.map(({ origin }) => origin))
      const waiting = await approvals.where({ state: 'pending' }).toArray()
      if (waiting.some(({ origin }) => origins.has(origin))) return 'asked' as const
      await permissions.bulkPut(there.map((site) => ({ ...site, chainId: defaultChainId })))
      await networks.delete(chainId)
      return 'done' as const
    },
  )
  if (answer !== 'done') return answer
  const keys = (await cache.facts.toCollection().primaryKeys()).filter(isOf(chainId))
  await cache.facts.bulkDelete(keys)
  await loadNetworks()
  changed.emit()
  return 'done'
}
