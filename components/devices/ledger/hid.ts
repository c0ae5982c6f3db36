/** A report that a device sent (WebHID, "HIDInputReportEvent"). */
export type HidReport = { device: HidDevice; data: DataView }

/** A device as WebHID gives it, with what is used of it: TypeScript's own types lack WebHID. */
export type HidDevice = {
  readonly opened: boolean
  readonly vendorId: number
  readonly productId: number
  readonly productName: string
  open: () => Promise<void>
  close: () => Promise<void>
  sendReport: (reportId: number, data: Uint8Array<ArrayBuffer>) => Promise<void>
  addEventListener: (type: 'inputreport', listener: (report: HidReport) => void) => void
  removeEventListener: (type: 'inputreport', listener: (report: HidReport) => void) => void
}

/** The browser's `navigator.hid`, with what is used of it. */
export type Hid = {
  getDevices: () => Promise<HidDevice[]>
  requestDevice: (options: { filters: { vendorId: number }[] }) => Promise<HidDevice[]>
  addEventListener: (type: 'disconnect', listener: (event: { device: HidDevice }) => void) => void
  removeEventListener: (
    type: 'disconnect',
    listener: (event: { device: HidDevice }) => void,
  ) => void
}

/** USB vendor ID of Ledger (LedgerHQ/ledger-live, libs/ledgerjs/packages/devices/src/index.ts). */
export const ledgerVendor = 0x2c97

/** Returns the browser's WebHID; undefined in a browser without it, such as Firefox. */
export const browserHid = (): Hid | undefined => (globalThis.navigator as { hid?: Hid }).hid
