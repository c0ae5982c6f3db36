import type { Hex } from 'viem'
import { liveBatches } from '../batch/journal'
import { stayAwake } from '../browser/keepAlive'
import type { openWallet, WalletParts } from './wallet'

type Wallet = ReturnType<typeof openWallet>

/**
 * The wallet behind the doors, whose code is loaded by the first that needs it: most of the background, of which a
 * site's reads need nothing. A load that failed is tried again by the next.
 */
export const createLaterWallet = (parts: WalletParts) => {
  let loading: Promise<Wallet> | undefined
  let opened: Wallet | undefined

  const load = (): Promise<Wallet> => {
    loading ??= import('./wallet')
      .then(({ openWallet }) => (opened = openWallet(parts)))
      .catch((error: unknown) => {
        loading = undefined
        throw error
      })
    return loading
  }

  /** Resumes live batches. Without any, nothing is loaded. */
  const wake = async (): Promise<void> => {
    const isIdle = (await liveBatches()).length === 0
    // Once it is being loaded, it says itself what has to stay awake.
    if (isIdle && !loading) return stayAwake({ now: false, later: false })
    const wallet = await load().catch(() => undefined)
    if (wallet) return wallet.watch.wake()
    // The browser's alarm wakes the batches again.
    stayAwake({ now: false, later: true })
  }

  return {
    wake,
    refresh: async (chainId: number, key: string) => (await load()).watch.refresh(chainId, key),
    answers: async () => (await load()).answers,
    /** Returns a method that a site may call. */
    loadMethod: async (name: keyof Wallet['methods']) => (await load()).methods[name],
    /** Reads a contract's sentence in revert data; undefined if there is none, or if what reads it is not there. */
    revertText: (data: Hex): Promise<string | undefined> =>
      load().then(
        ({ revertText }) => revertText(data),
        () => undefined,
      ),
    /** True while the disk refuses the events of batches. */
    isDiskRefusing: () => opened?.isDiskRefusing() ?? false,
  }
}

/** The wallet as the parts that start the background hold it. */
export type LaterWallet = ReturnType<typeof createLaterWallet>
