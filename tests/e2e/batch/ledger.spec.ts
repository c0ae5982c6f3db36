import { hashTypedData, recoverAddress, recoverMessageAddress, type Address, type Hex } from 'viem'
import { listed } from '../../chain/delegates.ts'
import { rpc } from '../../chain/rpc.ts'
import { stranger } from '../../unit/accounts.ts'
import { codeOf, nonceOf, readyForDevice, weiOf } from '../support/chainState.ts'
import { idOf, request, resultOf, sendCalls, settled } from '../support/site.ts'
import { expect, test } from '../support/test.ts'
import {
  approvalWindow,
  approve,
  approveInOrder,
  chooseNetwork,
  closed,
  decided,
} from '../support/walletPages.ts'
import type { BrowserContext, Page } from '@playwright/test'
import { createHid } from '../../device/hidBoundary.ts'
import { createLedgerApp, type Device } from '../../device/ledgerApp.ts'
import { newDevice } from '../../device/newDevice.ts'

const delegation = `0xef0100${listed.simple.slice(2).toLowerCase()}`

test('an account in a Ledger signs all that a site asks for: one batch as one, one in order, a message, typed data', async ({
  chains,
  dapp,
  wallet,
}) => {
  const { url } = chains.local
  const ledger = await plugLedger(wallet.context)
  const page = await wallet.popup('popup.html#ledger')
  const own = await addFirst(page)
  await readyForDevice(url, own)

  const site = await wallet.context.newPage()
  await site.goto(dapp.url)
  await decided(wallet.context, request(site, 'eth_requestAccounts'), async (window) => {
    await window.getByRole('checkbox', { name: /Account 1/ }).uncheck()
    await window.getByRole('checkbox', { name: /· Ledger/ }).check()
    await chooseNetwork(window, 'Local')
    await approve(window)
  })

  // As one: the upgrade and the calls, in one transaction, after two confirmations.
  const shown: string[] = []
  ledger.device.decide = ({ shows }) => {
    shown.push(shows)
    return true
  }
  const nonce = await nonceOf(url, own)
  const first = await decided(wallet.context, sendCalls(site, { from: own }), async (window) => {
    await expect(window.getByText('Your Ledger will ask you 2 times.')).toBeVisible()
    await approve(window)
  })
  const done = await settled(site, await idOf(first))
  expect(done).toMatchObject({ status: 200, atomic: true })
  expect(shown).toEqual(['authorization', 'transaction'])
  const [receipt] = done.receipts ?? []
  const sent = await rpc(url, 'eth_getTransactionByHash', [receipt?.transactionHash])
  expect(sent).toMatchObject({ type: '0x4', from: own.toLowerCase(), to: own.toLowerCase() })
  expect(await codeOf(url, own)).toBe(delegation)
  expect(await nonceOf(url, own)).toBe(nonce + 2)
  expect(await weiOf(url, stranger)).toBe(3n)

  // A message, shown with its digest before it is signed.
  const message: Hex = '0x68656c6c6f'
  const signed = await decided(
    wallet.context,
    request(site, 'personal_sign', [message, own]),
    approve,
  )
  const signature = await resultOf<Hex>(signed)
  expect(await recoverMessageAddress({ message: { raw: message }, signature })).toBe(own)

  const typedData = {
    domain: { name: 'Mail', chainId: 31337 },
    types: {
      EIP712Domain: [
        { name: 'name', type: 'string' },
        { name: 'chainId', type: 'uint256' },
      ],
      Mail: [{ name: 'text', type: 'string' }],
    },
    primaryType: 'Mail',
    message: { text: 'hello' },
  } as const
  const typed = await decided(
    wallet.context,
    request(site, 'eth_signTypedData_v4', [own, JSON.stringify(typedData)]),
    approve,
  )
  const hash = hashTypedData({
    domain: typedData.domain,
    types: { Mail: typedData.types.Mail },
    primaryType: 'Mail',
    message: typedData.message,
  })
  const by = await recoverAddress({ hash, signature: await resultOf<Hex>(typed) })
  expect(by).toBe(own)
  expect(shown.slice(2)).toEqual(['message', 'typed data'])
})

test('what a Ledger refuses waits with its reason, goes on where it stood, or is the answer', async ({
  chains,
  dapp,
  wallet,
}) => {
  const { url } = chains.local
  const ledger = await plugLedger(wallet.context)
  const page = await wallet.popup('popup.html#ledger')
  const own: Address = await addFirst(page)
  await readyForDevice(url, own)
  const site = await wallet.context.newPage()
  await site.goto(dapp.url)
  await decided(wallet.context, request(site, 'eth_requestAccounts'), async (window) => {
    await window.getByRole('checkbox', { name: /Account 1/ }).uncheck()
    await window.getByRole('checkbox', { name: /· Ledger/ }).check()
    await chooseNetwork(window, 'Local')
    await approve(window)
  })
  ledger.device.isLocked = true
  const answer = sendCalls(site, { from: own, atomicRequired: false })
  const window = await approvalWindow(wallet.context)
  await approveInOrder(window)
  await expect(window.getByRole('heading', { name: 'Confirm on your Ledger' })).toBeVisible()
  await expect(window.getByText('Confirmation 1 of 2')).toBeVisible()
  const again = window.getByRole('button', { name: 'Try again', exact: true })
  await expect(window.getByRole('alert')).toHaveText(
    'Your Ledger is locked. Unlock it, then try again.',
  )
  ledger.device.isLocked = false
  ledger.device.running = 'Bitcoin'
  await again.click()
  await expect(window.getByRole('alert')).toContainText('Another app is open on your Ledger.')
  ledger.device.running = 'Ethereum'
  expect(await nonceOf(url, own)).toBe(0)
  // Rejecting the first would end the batch; here what is signed stands, and the second may be asked for again.
  let asked = 0
  ledger.device.decide = () => ++asked !== 2
  await again.click()
  await expect(window.getByText('Confirmation 2 of 2')).toBeVisible()
  await expect(window.getByRole('alert')).toContainText('It was rejected on your Ledger.')
  await again.click()
  await closed(window)
  const status = await settled(site, await idOf(answer))
  expect(status).toMatchObject({ status: 200, atomic: false })
  expect(status.receipts).toHaveLength(2)
  expect(await weiOf(url, stranger)).toBe(3n)
  expect(await codeOf(url, own)).toBe('0x')

  // Where nothing is signed, a rejection on the device is the answer.
  ledger.device.decide = () => false
  const call = { from: own, to: stranger, value: '0x1' }
  const rejected = { error: { code: 4001 } }
  const sending = request(site, 'eth_sendTransaction', [call])
  expect(await decided(wallet.context, sending)).toMatchObject(rejected)
  const signing = request(site, 'personal_sign', ['0x68656c6c6f', own])
  expect(await decided(wallet.context, signing)).toMatchObject(rejected)
  expect(await nonceOf(url, own)).toBe(2)
})

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
export const addFirst = async (page: Page): Promise<Address> => {
  await page.getByRole('button', { name: 'Choose your Ledger', exact: true }).click()
  const add = page.getByRole('button', { name: /^Add 0x/ }).first()
  const name = await add.getAttribute('aria-label')
  await add.click()
  await page.getByText(/^Account \d+ · Ledger$/).waitFor()
  return (name ?? '').replace('Add ', '') as Address
}
