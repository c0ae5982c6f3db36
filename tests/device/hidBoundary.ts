import type { Hid, HidDevice, HidReport } from '@/components/devices/ledger/hid'

/** Reply of a device to an APDU: its answer, which may come late, or never. */
export type Answering = (apdu: Uint8Array) => Promise<Uint8Array>

/** Product ID of a Nano X that runs an app (LedgerHQ/ledger-live, libs/ledgerjs/packages/devices/src/index.ts). */
const nanoX = 0x4011

const vendor = 0x2c97

/** Splits an answer into reports as the device's system does: 64 bytes, of which 5 are head and 2 the length. */
export const reportsOf = (channel: readonly number[], answer: Uint8Array): Uint8Array[] => {
  const content = [answer.length >> 8, answer.length & 0xff, ...answer]
  const reports: Uint8Array[] = []
  while (content.length > 0) {
    const number = reports.length
    const part = content.splice(0, 59)
    const zeros = Array.from({ length: 59 - part.length }, () => 0)
    reports.push(Uint8Array.from([...channel, 0x05, number >> 8, number & 0xff, ...part, ...zeros]))
  }
  return reports
}

/**
 * Creates a device at the boundary of `navigator.hid`: reports of 64 bytes in, reports of 64 bytes out. `frames` and
 * `apdus`: all that came in; `change`: alters the reports of an answer.
 */
export const createHid = (answering: Answering) => {
  type Listener = (event: HidReport) => void
  const reportListeners = new Set<Listener>()
  const disconnectListeners = new Set<(event: { device: HidDevice }) => void>()
  const frames: Uint8Array[] = []
  const apdus: Uint8Array[] = []
  /** The reports in which each APDU came. */
  const framesOf = new Map<Uint8Array, Uint8Array[]>()
  let coming: Uint8Array[] = []
  let isPlugged = true
  let isGranted = true
  let isOpen = false
  let gathered: number[] = []
  let next = 0
  let change = (reports: Uint8Array[]): Uint8Array[] => reports

  const receive = async (apdu: Uint8Array, channel: readonly number[]) => {
    apdus.push(apdu)
    const answer = await answering(apdu)
    if (!isPlugged || !isOpen) return
    for (const report of change(reportsOf(channel, answer))) {
      const bytes = new Uint8Array(report)
      const event = { device, reportId: 0, data: new DataView(bytes.buffer) }
      for (const listener of reportListeners) listener(event)
      device.oninputreport?.(event)
    }
  }

  const takeFrame = (frame: Uint8Array): void => {
    if (frame.length !== 64 || frame[2] !== 0x05) return
    const number = (frame[3] ?? 0) * 256 + (frame[4] ?? 0)
    // A first report starts anew, also where the one before was never finished.
    if (number === 0) {
      gathered = []
      coming = []
    }
    if (number !== 0 && number !== next) return
    next = number + 1
    coming.push(new Uint8Array(frame))
    gathered.push(...frame.subarray(5))
    const length = (gathered[0] ?? 0) * 256 + (gathered[1] ?? 0)
    if (gathered.length < 2 + length) return
    const apdu = Uint8Array.from(gathered.slice(2, 2 + length))
    framesOf.set(apdu, coming)
    void receive(apdu, [...frame.subarray(0, 2)])
  }

  const device: HidDevice & {
    oninputreport?: Listener
    collections: unknown[]
  } = {
    get opened() {
      return isOpen
    },
    vendorId: vendor,
    productId: nanoX,
    productName: 'Nano X',
    collections: [],
    open: () => {
      if (!isPlugged) return Promise.reject(new DOMException('gone', 'NotAllowedError'))
      isOpen = true
      return Promise.resolve()
    },
    close: () => {
      isOpen = false
      return Promise.resolve()
    },
    sendReport: (_, data) => {
      if (!isPlugged || !isOpen)
        return Promise.reject(new DOMException('Failed to write the report.', 'NotAllowedError'))
      frames.push(new Uint8Array(data))
      takeFrame(data)
      return Promise.resolve()
    },
    addEventListener: (_, listener) => reportListeners.add(listener),
    removeEventListener: (_, listener) => reportListeners.delete(listener),
  }

  const present = () => Promise.resolve(isPlugged && isGranted ? [device] : [])
  const hid: Hid = {
    getDevices: present,
    requestDevice: () => {
      isGranted = true
      return present()
    },
    addEventListener: (type, listener) => {
      if ((type as string) === 'disconnect') disconnectListeners.add(listener)
    },
    removeEventListener: (_, listener) => disconnectListeners.delete(listener),
  }

  return {
    hid,
    device,
    frames,
    apdus,
    framesOf,
    unplug: () => {
      isPlugged = false
      isOpen = false
      for (const listener of disconnectListeners) listener({ device })
    },
    plugIn: () => {
      isPlugged = true
    },
    /** Forgets what came in so far. */
    clear: () => {
      frames.length = 0
      apdus.length = 0
      framesOf.clear()
    },
    /** The browser forgets that the user chose the device. */
    forget: () => {
      isGranted = false
    },
    alter: (altered: typeof change) => {
      change = altered
    },
    /** Number of listeners that nobody took away. */
    listeners: () => reportListeners.size + disconnectListeners.size,
  }
}
