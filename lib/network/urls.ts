import { journal } from '../db'
import { builtIn } from './builtIn'
import { orderOf, setNetworks } from './networks'

let stored: ReadonlyMap<number, readonly string[]> = new Map()

/**
 * Returns the URLs of a network's RPCs in the order they are asked. They may contain API keys: none leaves
 * the background.
 */
export const urlsOf = (chainId: number): readonly string[] =>
  stored.get(chainId) ?? orderOf(builtIn.find((own) => own.chainId === chainId)?.url)

/** Loads the stored networks: on start and after each change of one. */
export const loadNetworks = async (): Promise<void> => {
  const rows = await journal.networks.toArray()
  stored = new Map(
    rows.map((row) => [
      row.chainId,
      orderOf(builtIn.find(({ chainId }) => chainId === row.chainId)?.url, row),
    ]),
  )
  setNetworks(rows)
}
