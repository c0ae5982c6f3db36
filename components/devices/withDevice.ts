import { mutex } from '@/lib/async'
import type { Exchange } from './ledger/apdu'
import type { Hid, HidDevice } from './ledger/hid'
import { openDevice } from './ledger/openDevice'

/** Name of the lock that the page which talks to a device holds: two that talk at once take each other's answers. */
const lock = 'device'

/** Runs with a device open and closes it. When `over` is aborted, it is closed at once and the run fails. */
const openFor = async <T>(
  hid: Hid,
  device: HidDevice,
  over: AbortSignal,
  run: (exchange: Exchange) => Promise<T>,
): Promise<T> => {
  over.throwIfAborted()
  const open = await openDevice(hid, device)
  const end = () => void open.close().catch(() => undefined)
  over.addEventListener('abort', end)
  try {
    // The signature may have been given up while the device was being opened.
    over.throwIfAborted()
    return await run(open.exchange)
  } finally {
    over.removeEventListener('abort', end)
    await open.close().catch(() => undefined)
  }
}

/** One after another: a page that asks anew first gives up what it asked before, and does not wait for itself. */
const inTurn = mutex()

/**
 * Runs with a device open and closes it, one run at a time in all pages of the wallet; `onWait` hears that another page
 * has it. When `over` is aborted, it waits no more, a device is closed at once, and the run fails.
 */
export const withDevice = <T>(
  hid: Hid,
  device: HidDevice,
  over: AbortSignal,
  run: (exchange: Exchange) => Promise<T>,
  onWait: () => void = () => undefined,
): Promise<T> =>
  inTurn(async () => {
    const runNow = () => openFor(hid, device, over, run)
    const done = await navigator.locks.request(lock, { ifAvailable: true }, async (held) =>
      held ? { value: await runNow() } : undefined,
    )
    if (done) return done.value
    over.throwIfAborted()
    onWait()
    return navigator.locks.request(lock, { signal: over }, runNow)
  })
