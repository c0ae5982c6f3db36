import type { Address, Hex } from 'viem'
import type { Signing } from '../keyring/keyring'
import type { Event, State } from './machine'

/** Everything a batch does to the outside goes through here, so that a test can count and break it. */
export type World = {
  /** Asks a network's node; throws its error, or 4901 where it does not answer. */
  request: (chainId: number, method: string, params: unknown[]) => Promise<unknown>
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
