import type { Address } from 'viem'
import type { Bytes } from './base64'

/** The longest time in ms for which a key is open without having signed. */
const readyFor = 60_000

/** An account's private key. */
export type OpenKey = { from: Address; privateKey: Bytes }

/**
 * The key for a request on the screen, opened at `at` (ms since 1970); without an `id` the request was approved, and no
 * page has to stay open for it.
 */
type Ready = {
  id: string | undefined
  opening: Promise<OpenKey | undefined>
  at: number
  timer: ReturnType<typeof setTimeout>
}

/**
 * Keeps an account's key open while its request is on the screen, so that a click on Approve need not wait for the
 * vault. At most one key is open. It signs once, and its bytes are overwritten when the request ends without a yes or its
 * page closes, when the wallet locks or its vault changes, when another request comes on the screen, and after 60 s.
 */
export const createReadyKey = () => {
  let ready: Ready | undefined

  /** Nothing refers to the key any more, its timer included. */
  const letGo = (): void => {
    clearTimeout(ready?.timer)
    ready = undefined
  }

  const forget = (): void => {
    void ready?.opening.then((key) => key?.privateKey.fill(0))
    letGo()
  }

  return {
    /** Opens a key with `open` for a request on the screen, unless it is open for it already. */
    prepare: (id: string, open: () => Promise<OpenKey | undefined>): void => {
      if (ready?.id === id) return
      forget()
      ready = {
        id,
        // Whoever signs opens the key again, and is told the failure.
        opening: open().catch(() => undefined),
        at: Date.now(),
        timer: setTimeout(forget, readyFor),
      }
    },

    /** Keeps the key of a request that was approved, also when its page closes. */
    approve: (id: string): void => {
      if (ready?.id === id) ready.id = undefined
    },

    /** Drops the key that is open. */
    drop: forget,

    /** Drops the key of a request that is not approved: its page may be the one that closed. */
    leave: (): void => {
      if (ready?.id) forget()
    },

    /** Drops the key of a request that `isWanted` says is not wanted any more. */
    check: async (isWanted: (id: string) => Promise<boolean>): Promise<void> => {
      const id = ready?.id
      if (id && !(await isWanted(id)) && ready?.id === id) forget()
    },

    /** Takes the open key of an account, for its caller to overwrite; undefined if none is open. */
    take: async (from: Address): Promise<Bytes | undefined> => {
      // A timer stands still while the computer sleeps.
      if (ready && Date.now() - ready.at >= readyFor) forget()
      const one = ready
      const key = await one?.opening
      // It may have been dropped, or taken, while it was being opened.
      if (ready !== one || key?.from !== from) return undefined
      letGo()
      return key.privateKey
    },
  }
}

/** The key that is ready, whole. */
export type ReadyKey = ReturnType<typeof createReadyKey>
