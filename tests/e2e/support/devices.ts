import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { URDecoder, type UR } from '@ngraveio/bc-ur'
import type { BrowserContext, Page } from '@playwright/test'
import { decodeQR } from 'qr/decode.js'
import { hashTypedData, recoverAddress, type Address, type Hex } from 'viem'
import { filmOf } from '../../device/film.ts'
import { createHid } from '../../device/hidBoundary.ts'
import { createLedgerApp, type Device } from '../../device/ledgerApp.ts'
import { newDevice } from '../../device/newDevice.ts'
import {
  answered,
  codesOf,
  connecting,
  type Connecting,
  type QrDevice,
} from '../../device/qrSigner.ts'
import type { Wallet } from './chromium.ts'
import { request, resultOf, type Scripted } from './site.ts'
import { approve, chooseNetwork, decided } from './walletPages.ts'

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
  let times = 0
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
        times++
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
    /** How many times a page has opened it. */
    opened: () => times,
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

/** Reads the code that a page draws: the path of its dark modules and the box that they stand in. */
const readDrawing = (drawing: string, box: string): string => {
  const side = 4 * Number(box.split(' ')[2])
  const data = new Uint8Array(4 * side * side).fill(255)
  for (const [, x = '', y = ''] of drawing.matchAll(/M(\d+) (\d+)h1v1h-1z/g))
    for (let line = 0; line < 4; line++)
      for (let column = 0; column < 4; column++) {
        const at = 4 * ((4 * Number(y) + line) * side + 4 * Number(x) + column)
        data.fill(0, at, at + 3)
      }
  return decodeQR({ width: side, height: side, data })
}

/** The code that a page draws now; undefined before it draws one. */
const drawnOn = (page: Scripted) =>
  page.evaluate(() => {
    const code = document.querySelector('svg[aria-label="QR code for your device"]')
    const drawing = code?.querySelector('path')?.getAttribute('d')
    const box = code?.getAttribute('viewBox')
    return drawing && box ? { drawing, box } : undefined
  })

/** Reads the message that a page shows in codes, by the published library, as a device's camera does. */
export const readScreen = async (page: Scripted): Promise<UR> => {
  const decoder = new URDecoder()
  while (!decoder.isComplete()) {
    const drawn = await drawnOn(page)
    if (drawn) decoder.receivePart(readDrawing(drawn.drawing, drawn.box))
  }
  return decoder.resultUR()
}

/** File that the fake camera of this worker's browsers plays, from the moment in which it is turned on. */
export const cameraFile = join(mkdtempSync(join(tmpdir(), 'volley-camera-')), 'camera.y4m')

/** Holds codes before the camera. It has to be off: it plays what was there when it was turned on. */
export const hold = (codes: readonly string[]): void => writeFileSync(cameraFile, filmOf(codes))

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Has a device show its keys to the camera of a page. */
export const showKeys = async (page: Page, device: QrDevice, form: Connecting): Promise<void> => {
  hold(codesOf(connecting(device, form)))
  await button(page, 'Turn on the camera').click()
}

/** Adds the first address of a device to the wallet, in a tab of its own, and returns it. */
export const addFirstQr = async (
  page: Page,
  device: QrDevice,
  form: Connecting = 'bip44',
): Promise<Address> => {
  await showKeys(page, device, form)
  const add = page.getByRole('button', { name: /^Add 0x/ }).first()
  const name = await add.getAttribute('aria-label')
  await add.click()
  await page.getByText(/^Account \d+ · QR device$/).waitFor()
  return (name ?? '').replace('Add ', '') as Address
}

/** Has a device read what a window asks, and hold its answer before the camera. */
export const signByQr = async (window: Page, device: QrDevice): Promise<void> => {
  const answer = await answered(device, await readScreen(window))
  if (!answer) throw new Error('the device did not sign')
  hold(codesOf(answer))
  await button(window, 'Scan its answer').click()
  await button(window, 'Turn on the camera').click()
}

/** Opens a page of the site and connects it, on Local, with the account in a device alone, which has this mark. */
export const openDeviceSite = async (
  { context }: Pick<Wallet, 'context'>,
  url: string,
  mark: 'Ledger' | 'QR device',
): Promise<Page> => {
  const site = await context.newPage()
  await site.goto(url)
  await decided(context, request(site, 'eth_requestAccounts'), async (window) => {
    await window.getByRole('checkbox', { name: /Account 1/ }).uncheck()
    await window.getByRole('checkbox', { name: new RegExp(`· ${mark}`) }).check()
    await chooseNetwork(window, 'Local')
    await approve(window)
  })
  return site
}

const domain = { name: 'Mail', chainId: 31337 }
const Mail = [{ name: 'text', type: 'string' }]
const mail = { domain, types: { Mail }, primaryType: 'Mail' as const, message: { text: 'hello' } }

const fields = [
  { name: 'name', type: 'string' },
  { name: 'chainId', type: 'uint256' },
]

/** Has a site ask an account for typed data; returns whose signature the site gets. */
export const signerOfMail = async (
  { context }: Pick<Wallet, 'context'>,
  site: Page,
  own: Address,
  decide: (window: Page) => Promise<unknown>,
): Promise<Address> => {
  const asked = { ...mail, types: { EIP712Domain: fields, Mail } }
  const typed = await decided(
    context,
    request(site, 'eth_signTypedData_v4', [own, JSON.stringify(asked)]),
    decide,
  )
  return recoverAddress({ hash: hashTypedData(mail), signature: await resultOf<Hex>(typed) })
}
