import type { BrowserContext, Page } from '@playwright/test'
import type { Address } from 'viem'
import { createHid } from '../../device/hidBoundary.ts'
import { createLedgerApp, type Device } from '../../device/ledgerApp.ts'
import { newDevice } from '../../device/newDevice.ts'

type Report = { device: object; reportId: number; data: DataView }
type Heard = { ledgerReports: (reports: number[][]) => void; ledgerGone: () => void }
type Asked = { ledger: (what: string, bytes?: number[]) => Promise<unknown> }

/** Runs in each page of the wallet before its own scripts: puts the device of this test behind `navigator.hid`. */
const putHid = () => {
  if (location.protocol !== 'chrome-extension:') return
  const listeners = new Set<(report: Report) => void>()
  const gone = new Set<(event: { device: object }) => void>()
  const ask = (what: string, bytes?: number[]) =>
    (globalThis as unknown as Asked).ledger(what, bytes)
  const refuse = () => Promise.reject(new DOMException('gone', 'NotAllowedError'))
  let isOpen = false
  const device = {
    get opened() {
      return isOpen
    },
    vendorId: 0x2c97,
    productId: 0x4011,
    productName: 'Nano X',
    open: async () => {
      if (!(await ask('open'))) await refuse()
      isOpen = true
    },
    close: async () => {
      isOpen = false
      await ask('close')
    },
    sendReport: async (_: number, data: Uint8Array) => {
      if (!(await ask('report', [...data]))) await refuse()
    },
    addEventListener: (_: string, listener: (report: Report) => void) => listeners.add(listener),
    removeEventListener: (_: string, listener: (report: Report) => void) =>
      listeners.delete(listener),
  }
  const hid = {
    getDevices: async () => ((await ask('granted')) ? [device] : []),
    requestDevice: async () => ((await ask('choose')) ? [device] : []),
    addEventListener: (_: string, listener: (event: { device: object }) => void) =>
      gone.add(listener),
    removeEventListener: (_: string, listener: (event: { device: object }) => void) =>
      gone.delete(listener),
  }
  Object.assign(globalThis, {
    ledgerReports: (reports: number[][]) => {
      for (const bytes of reports)
        for (const listener of listeners)
          listener({ device, reportId: 0, data: new DataView(new Uint8Array(bytes).buffer) })
    },
    ledgerGone: () => {
      isOpen = false
      for (const listener of gone) listener({ device })
    },
  })
  Object.defineProperty(navigator, 'hid', { value: hid, configurable: true })
}

const tell = (page: Page, reports: number[][]) =>
  page
    .evaluate((all) => (globalThis as unknown as Heard).ledgerReports(all), reports)
    .catch(() => undefined)

/**
 * Plugs a Ledger into the browser: software that keeps the rules of its app and signs with keys of its own. Returns
 * the device, whose fields may be changed while it runs, and what was asked of it.
 */
export const plugLedger = async (context: BrowserContext, device: Device = newDevice()) => {
  const boundary = createHid(createLedgerApp(device))
  /** The page that has the device open, and the reports for it in their order. */
  let page: Page | undefined
  let sent: Promise<unknown> = Promise.resolve()
  let isChosen = false
  boundary.device.addEventListener('inputreport', ({ data }) => {
    const [to, bytes] = [page, [...new Uint8Array(data.buffer)]]
    sent = sent.then(() => to && tell(to, [bytes]))
  })
  const done = (promise: Promise<unknown>) =>
    promise.then(
      () => true,
      () => false,
    )
  await context.exposeBinding('ledger', async (source, what: string, bytes: number[] = []) => {
    switch (what) {
      case 'granted':
        return isChosen && (await boundary.hid.getDevices()).length > 0
      case 'choose':
        isChosen = (await boundary.hid.requestDevice({ filters: [] })).length > 0
        return isChosen
      case 'open':
        page = source.page
        return done(boundary.device.open())
      case 'close':
        return done(boundary.device.close())
      default:
        return done(boundary.device.sendReport(0, new Uint8Array(bytes)))
    }
  })
  await context.addInitScript(putHid)
  return {
    device,
    unplug: async () => {
      boundary.unplug()
      await page
        ?.evaluate(() => (globalThis as unknown as Heard).ledgerGone())
        .catch(() => undefined)
    },
    plugIn: () => boundary.plugIn(),
  }
}

/** Adds the first address of a Ledger to the wallet, in a tab of its own, and returns it. */
export const addFirstLedger = async (page: Page): Promise<Address> => {
  await page.getByRole('button', { name: 'Choose your Ledger', exact: true }).click()
  const add = page.getByRole('button', { name: /^Add 0x/ }).first()
  const name = await add.getAttribute('aria-label')
  await add.click()
  await page.getByText(/^Account \d+ · Ledger$/).waitFor()
  return (name ?? '').replace('Add ', '') as Address
}
