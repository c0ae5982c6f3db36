import type { Address } from 'viem'
import { wait } from '../async'
import type { Bytes } from './base64'

/** The longest time in ms for which a key is open without having signed. */
const readyFor = 60_000

/** An account's private key, and the data key that opened it. */
export type OpenKey = { from: Address; dataKey: string; privateKey: Bytes }

/** The key for a request on the screen; without an `id` the request was approved, and no page has to stay open for it. */
type Ready = { id: string | undefined; opening: Promise<OpenKey | undefined> }

/**
 * Keeps an account's key open while its request is on the screen, so that a click on Approve need not wait for the
 * vault. At most one key is open. It signs once, and its bytes are overwritten when the request is rejected or its page
 * closes, when the wallet locks or its vault changes, when another request comes on the screen, and after 60 s.
 */
export const createReadyKey = () => {
  let ready: Ready | undefined

  const forget = (one: Ready | undefined): void => {
    if (!one || ready !== one) return
    ready = undefined
    void one.opening.then((open) => open?.privateKey.fill(0))
  }

  return {
    /** Opens a key with `open` for a request on the screen, unless it is open for it already. */
    prepare: (id: string, open: () => Promise<OpenKey | undefined>): void => {
      if (ready?.id === id) return
      forget(ready)
      // Whoever signs opens the key again, and is told the failure.
      const one: Ready = { id, opening: open().catch(() => undefined) }
      ready = one
      void wait(readyFor).then(() => forget(one))
    },

    /** Keeps the key of a request that was approved, also when its page closes. */
    approve: (id: string): void => {
      if (ready?.id === id) ready.id = undefined
    },

    /** Drops the key of a request that is not approved, or whichever is open. */
    drop: (id?: string): void => {
      if (id === undefined || ready?.id === id) forget(ready)
    },

    /** Drops the key of a request that is not approved: its page may be the one that closed. */
    leave: (): void => {
      if (ready?.id) forget(ready)
    },

    /**
     * Takes the open key of an account, for its caller to overwrite. Undefined if none is open, or if another data key
     * opened it.
     */
    take: async (from: Address, dataKey: string): Promise<Bytes | undefined> => {
      const one = ready
      const open = await one?.opening
      // It may have been dropped, or taken, while it was being opened.
      if (!one || ready !== one || open?.from !== from || open.dataKey !== dataKey) return undefined
      ready = undefined
      return open.privateKey
    },
  }
}
