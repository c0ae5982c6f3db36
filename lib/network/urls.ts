import { journal } from '../db'
import { builtIn } from './builtIn'
import { orderOf, setNetworks } from './networks'

let stored: ReadonlyMap<number, readonly string[]> = new Map()

/** The RPCs of a network in the order they are asked. They may carry keys: none leaves the background. */
export const urlsOf = (chainId: number): readonly string[] =>
  stored.get(chainId) ?? orderOf(builtIn.find((own) => own.chainId === chainId)?.url)

/** Takes in the networks on disk: once on starting, and after each change of theirs. */
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
