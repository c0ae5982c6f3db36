import { journal, type NetworkChoice } from '../db'
import { loadNetworks } from './urls'

/**
 * Updates a network's stored row and reloads the networks. Fields set to undefined are removed; a row without
 * any field but `chainId` is deleted.
 */
export const storeChoice = async (
  chainId: number,
  change: (row: NetworkChoice) => {
    [Field in keyof NetworkChoice]?: NetworkChoice[Field] | undefined
  },
): Promise<void> => {
  await journal.transaction('rw', [journal.networks], async () => {
    const row = (await journal.networks.get(chainId)) ?? { chainId }
    const changed = Object.entries({ ...row, ...change(row) }).filter(
      ([, value]) => value !== undefined,
    )
    if (changed.length === 1) await journal.networks.delete(chainId)
    else await journal.networks.put(Object.fromEntries(changed) as NetworkChoice)
  })
  await loadNetworks()
}
