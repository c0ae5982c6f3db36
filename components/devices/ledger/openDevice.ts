import { mutex } from '../../../lib/async'
import { asksNobody, type Exchange } from './apdu'
import { deviceError, type Fault } from './fault'
import { createJoiner, toFrames } from './frames'
import { ledgerVendor, type Hid, type HidDevice, type HidReport } from './hid'

/** An open device. After `close`, or once it was unplugged or silent for too long, each exchange fails. */
export type OpenDevice = { exchange: Exchange; close: () => Promise<void> }

/** The device that the user chose last on this page: somebody with two would else choose anew for each confirmation. */
let chosen: HidDevice | undefined

/**
 * Returns a device that the user has chosen before and that is plugged in, the last one rather than another; undefined
 * if there is none.
 */
export const knownDevice = async (hid: Hid): Promise<HidDevice | undefined> => {
  const plugged = await hid.getDevices()
  return (
    plugged.find((device) => device === chosen) ??
    plugged.find(({ vendorId }) => vendorId === ledgerVendor)
  )
}

/** Lets the user choose a device; undefined if they choose none. The browser asks only after a click. */
export const chooseDevice = async (hid: Hid): Promise<HidDevice | undefined> => {
  const [device] = await hid.requestDevice({ filters: [{ vendorId: ledgerVendor }] })
  chosen = device ?? chosen
  return device
}

/** A number for the reports of one page, by which it knows those that answer it. */
const newChannel = (): number => crypto.getRandomValues(new Uint16Array(1))[0] ?? 0

/**
 * Time in ms that an answer may take: of the device alone, which is stuck then, and of its user, whose approval does not
 * hold for longer.
 */
const patience = { device: 30_000, user: 15 * 60_000 }

/** Opens a device. Throws `busy` if the browser cannot. */
export const openDevice = async (
  hid: Hid,
  device: HidDevice,
  channel = newChannel(),
): Promise<OpenDevice> => {
  const inTurn = mutex()
  let ended: Fault | undefined
  let fail: ((error: Error) => void) | undefined
  let take: ((report: DataView) => void) | undefined

  const onReport = ({ data }: HidReport) => take?.(data)
  const onDisconnect = (event: { device: HidDevice }) => {
    if (event.device === device) end('unplugged')
  }
  const end = (fault: Fault) => {
    ended ??= fault
    device.removeEventListener('inputreport', onReport)
    hid.removeEventListener('disconnect', onDisconnect)
    fail?.(deviceError(ended))
  }

  const run = (apdu: Uint8Array): Promise<Uint8Array> =>
    new Promise((resolve, reject) => {
      if (ended) throw deviceError(ended)
      const join = createJoiner(channel)
      fail = reject
      take = (report) => {
        try {
          const answer = join(report)
          if (answer) resolve(answer)
        } catch {
          reject(deviceError('bad answer'))
        }
      }
      const write = async () => {
        for (const frame of toFrames(channel, apdu)) await device.sendReport(0, frame)
      }
      // The browser's own error of a write says no more than that the device is gone.
      write().catch(() => reject(deviceError('unplugged')))
    })

  const exchange: Exchange = (apdu) =>
    inTurn(() => {
      // Nothing more is asked then: the answer may still come, and would be taken for that to another command.
      const stuck = setTimeout(
        () => end('silent'),
        asksNobody(apdu) ? patience.device : patience.user,
      )
      return run(apdu).finally(() => {
        clearTimeout(stuck)
        // An answer that comes late is none to the next command.
        take = undefined
        fail = undefined
      })
    })

  device.addEventListener('inputreport', onReport)
  hid.addEventListener('disconnect', onDisconnect)
  try {
    if (!device.opened) await device.open()
  } catch {
    end('busy')
    throw deviceError('busy')
  }
  return {
    exchange,
    close: async () => {
      end('unplugged')
      await device.close()
    },
  }
}
