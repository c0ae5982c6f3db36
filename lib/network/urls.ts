import { journal } from '../db'
import { builtIn } from './builtIn'
import { orderOf, setNetworks } from './networks'

let stored: ReadonlyMap<number, readonly string[]> = new Map()
let sending: ReadonlyMap<number, string> = new Map()

/** Returns the URL of a network's public RPC; undefined for a network that is not built in. */
export const publicUrl = (chainId: number): string | undefined =>
  builtIn.find((own) => own.chainId === chainId)?.url

/**
 * Returns the URLs of a network's RPCs in the order they are asked. They may contain API keys: none leaves
 * the background.
 */
export const urlsOf = (chainId: number): readonly string[] =>
  stored.get(chainId) ?? orderOf(publicUrl(chainId))

/** Returns the URL that a network's transactions are sent to, if the user has set one for that alone. */
export const sendUrlOf = (chainId: number): string | undefined => sending.get(chainId)

/** Loads the stored networks: on start and after each change of one. */
export const loadNetworks = async (): Promise<void> => {
  const rows = await journal.networks.toArray()
  stored = new Map(rows.map((row) => [row.chainId, orderOf(publicUrl(row.chainId), row)]))
  sending = new Map(
    rows.flatMap(({ chainId, sendUrl }) => (sendUrl === undefined ? [] : [[chainId, sendUrl]])),
  )
  setNetworks(rows)
}
