import { useEffect, useRef, useState } from 'react'
import { createDeviceSession } from './deviceSession'
import type { Exchange } from './ledger/apdu'
import { browserHid, type HidDevice } from './ledger/hid'
import { chooseDevice, knownDevice } from './ledger/openDevice'

/**
 * How far a task for a device is. `choose`: the user has to name the device to the browser; `none`: the browser cannot
 * speak with devices; `waiting`: another page of the wallet speaks with it.
 */
type DevicePhase =
  | { is: 'looking' | 'choose' | 'none' | 'waiting' | 'asking' | 'done' }
  | { is: 'failed'; error: unknown }

/**
 * Has a device do a task as soon as it is there; `id` names the task, and another one ends what was asked before.
 * `again` runs it once more; `choose` first lets the user name a device, which a browser allows only after a click.
 * `hasMore`: another task of the screen follows, for which the device stays open.
 */
export const useDevice = (
  id: string,
  task: (exchange: Exchange) => Promise<void>,
  hasMore = false,
) => {
  const [phase, setPhase] = useState<DevicePhase>({ is: 'looking' })
  const [round, setRound] = useState<{ number: number; device?: HidDevice }>({ number: 0 })
  const [session] = useState(createDeviceSession)
  const newest = useRef(task)
  useEffect(() => {
    newest.current = task
  })

  useEffect(() => {
    const over = new AbortController()
    const tell = (next: DevicePhase) => {
      if (!over.signal.aborted) setPhase(next)
    }
    const run = async () => {
      const hid = browserHid()
      if (!hid) return tell({ is: 'none' })
      const device = round.device ?? (await knownDevice(hid))
      if (!device) return tell({ is: 'choose' })
      await session.run(hid, device, {
        task: (exchange) => {
          tell({ is: 'asking' })
          return newest.current(exchange)
        },
        over: over.signal,
        hasMore,
        onWait: () => tell({ is: 'waiting' }),
      })
      return tell({ is: 'done' })
    }
    tell({ is: 'looking' })
    run().catch((error: unknown) => tell({ is: 'failed', error }))
    return () => over.abort()
  }, [id, round, session, hasMore])
  // After the effect above, which may leave the device open for the next task.
  useEffect(() => () => session.end(), [session])

  const again = () => setRound(({ number }) => ({ number: number + 1 }))
  const choose = () => {
    const hid = browserHid()
    if (!hid) return
    chooseDevice(hid).then(
      (device) => device && setRound(({ number }) => ({ number: number + 1, device })),
      (error: unknown) => setPhase({ is: 'failed', error }),
    )
  }
  return { phase, again, choose }
}
