import type { Verdict } from '../db/outcome'
import type { Address, Hex } from 'viem'
import type { Batch } from '../db'
import type { Signing } from '../keyring/sign'
import type { Event } from '../db/batchEvent'
import type { State } from './state'

/** Everything a batch does to the outside goes through here, so that a test can count and break it. */
export type World = {
  /** Asks a network's node; throws its error, or 4901 where it does not answer. */
  request: (chainId: number, method: string, params: unknown[]) => Promise<unknown>
  /** A network's second node, if the user named one; `ask` gives undefined where it is silent. */
  second?: {
    has: (chainId: number) => Promise<boolean>
    ask: (chainId: number, method: string, params: unknown[]) => Promise<unknown>
  }
  /** Simulates what is left of a batch from call `index` on, at the pre-confirmed state. */
  simulate: (batch: Batch, index: number) => Promise<Verdict>
  /** Signs for an account; undefined while the wallet is locked. */
  sign: (from: Address, signing: Signing) => Promise<Hex | undefined>
  /** Puts events on disk, all or none, and gives back the state they lead to. `at` in ms since 1970. */
  append: (key: string, events: readonly Event[], at: number) => Promise<State>
  /** Runs one at a time under a name; a worker that is stopped lets go of it. */
  lock: <T>(name: string, run: () => Promise<T>) => Promise<T>
  /** ms since 1970. */
  now: () => number
  wait: (ms: number) => Promise<void>
}
