import type { Exchange } from './ledger/apdu'
import type { Hid, HidDevice } from './ledger/hid'
import { withDevice } from './withDevice'

/** A device that is open, or is being opened, until it is ended. */
type Held = {
  device: HidDevice
  opened: Promise<Exchange>
  /** True while it can be asked something and is asked nothing. */
  isIdle: () => boolean
  end: () => void
}

const hold = (hid: Hid, device: HidDevice, onWait: () => void): Held => {
  const over = new AbortController()
  const ended = new Promise<void>((resolve) =>
    over.signal.addEventListener('abort', () => resolve()),
  )
  let asked = 0
  let isOpen = false
  const opened = new Promise<Exchange>((resolve, reject) => {
    const keep = (exchange: Exchange) => {
      isOpen = true
      resolve((apdu) => {
        asked++
        return exchange(apdu).finally(() => asked--)
      })
      return ended
    }
    withDevice(hid, device, over.signal, keep, onWait).catch(reject)
  })
  return {
    device,
    opened,
    isIdle: () => isOpen && asked === 0 && !over.signal.aborted,
    end: () => over.abort(),
  }
}

/** A task for a device, and how it is run. `hasMore`: another one follows, for which the device is left open. */
type DeviceTurn = {
  task: (exchange: Exchange) => Promise<void>
  over: AbortSignal
  hasMore: boolean
  onWait: () => void
}

/**
 * Creates what a screen speaks with a device by: its tasks come one after another, and from a task that `hasMore` to the
 * next nobody else gets the device. When `over` is aborted, a task fails and asks nothing more, and a device that was
 * asked something is closed at once. `end`: the screen is left.
 */
export const createDeviceSession = () => {
  let kept: Held | undefined

  const run = async (
    hid: Hid,
    device: HidDevice,
    { task, over, hasMore, onWait }: DeviceTurn,
  ): Promise<void> => {
    over.throwIfAborted()
    if (kept?.device !== device) end()
    const held = kept ?? hold(hid, device, onWait)
    kept = undefined
    over.addEventListener('abort', () => {
      if (hasMore && held.isIdle()) kept = held
      else held.end()
    })
    try {
      const exchange = await held.opened
      over.throwIfAborted()
      await task((apdu) => {
        over.throwIfAborted()
        return exchange(apdu)
      })
      if (!hasMore) held.end()
    } catch (error) {
      // A task that was given up has nothing to do with it any more: the next one may have it.
      if (!over.aborted) held.end()
      throw error
    }
  }

  const end = (): void => {
    kept?.end()
    kept = undefined
  }

  return { run, end }
}
