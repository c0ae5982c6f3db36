import { writeFile } from 'node:fs/promises'
import type { CDPSession, Page } from '@playwright/test'
import { alice } from '../../unit/accounts.ts'
import type { Wallet } from '../support/chromium.ts'
import { openJournal, readRows } from '../support/journal.ts'
import { request } from '../support/site.ts'
import { expect, test } from '../support/test.ts'
import { approvalWindow, approve, closed, countWindows, stopClock } from '../support/walletPages.ts'

const folder = process.env.VOLLEY_PICTURES

type Told = { id?: number; result?: object; error?: { message: string } }
type Box = { x: number; y: number }

/** A side panel, which is a page to Chromium and none to Playwright. */
type SidePanel = {
  /** Evaluates an expression in the panel. */
  read: <Result>(expression: string) => Promise<Result>
  text: () => Promise<string>
  says: (text: string | RegExp) => Promise<void>
  /** Where the middle of the button with this name, or of Approve, is on the screen. */
  placeOf: (name?: string) => Promise<Box>
  /** Presses the mouse at a place and lets it go. */
  clickAt: (place: Box) => Promise<void>
  /** Clicks the button with this name, or Approve, wherever it is. */
  click: (name?: string) => Promise<void>
  press: (key: 'Escape' | 'Enter') => Promise<void>
  isArmed: () => Promise<boolean>
  /** Makes the panel as wide and high, in px of CSS. */
  resize: (width: number, height: number) => Promise<void>
  /** Takes a picture in each colour scheme, if a folder for pictures is set. */
  picture: (name: string) => Promise<void>
  close: () => Promise<void>
}

const panelTarget = async (session: CDPSession) => {
  const { targetInfos } = await session.send('Target.getTargets')
  return targetInfos.find(({ url }) => url.includes('popup.html?panel'))
}

const find = (name: string | undefined) =>
  name === undefined
    ? `document.querySelector('button[name=approve]')`
    : `[...document.querySelectorAll('button')].find((one) => one.textContent.trim() === ${JSON.stringify(name)})`

/** Talks to the panel that is open; `onNew` runs in it before its own scripts, for which it is loaded anew. */
const attach = async (wallet: Wallet, onNew: () => void): Promise<SidePanel> => {
  const browser = wallet.context.browser()
  if (!browser) throw new Error('There is no browser.')
  const session = await browser.newBrowserCDPSession()
  let target: Awaited<ReturnType<typeof panelTarget>>
  await expect.poll(async () => (target = await panelTarget(session)) !== undefined).toBe(true)
  const targetId = target?.targetId ?? ''
  const { sessionId } = await session.send('Target.attachToTarget', { targetId, flatten: false })
  const waiting = new Map<number, (told: Told) => void>()
  session.on('Target.receivedMessageFromTarget', (event) => {
    const told = JSON.parse(event.message) as Told
    if (event.sessionId === sessionId && told.id !== undefined) waiting.get(told.id)?.(told)
  })
  let count = 0
  const send = async <Result>(method: string, params: object = {}): Promise<Result> => {
    const id = ++count
    const told = new Promise<Told>((resolve) => waiting.set(id, resolve))
    await session.send('Target.sendMessageToTarget', {
      sessionId,
      message: JSON.stringify({ id, method, params }),
    })
    const { result, error } = await told
    if (error) throw new Error(error.message)
    return result as Result
  }
  const read = async <Result>(expression: string): Promise<Result> => {
    const params = { expression, awaitPromise: true, returnByValue: true, userGesture: true }
    const { result } = await send<{ result: { value: Result } }>('Runtime.evaluate', params)
    return result.value
  }
  const mouse = (type: string, place: Box) =>
    send('Input.dispatchMouseEvent', { type, ...place, button: 'left', clickCount: 1 })
  const clickAt = async (place: Box) => {
    await mouse('mousePressed', place)
    await mouse('mouseReleased', place)
  }
  const placeOf = async (name?: string) => {
    await expect.poll(() => read<boolean>(`Boolean(${find(name)})`)).toBe(true)
    return read<Box>(`(() => {
      const { x, y, width, height } = ${find(name)}.getBoundingClientRect()
      return { x: x + width / 2, y: y + height / 2 }
    })()`)
  }
  const text = () => read<string>('document.body.innerText')

  await send('Page.enable')
  await send('Page.addScriptToEvaluateOnNewDocument', { source: `(${onNew.toString()})()` })
  await send('Page.reload')
  await expect.poll(() => read<boolean>(`document.querySelector('h1') !== null`)).toBe(true)
  return {
    read,
    text,
    says: (wanted) =>
      expect.poll(text).toMatch(typeof wanted === 'string' ? new RegExp(wanted) : wanted),
    placeOf,
    clickAt,
    click: async (name) => clickAt(await placeOf(name)),
    press: async (key) => {
      const about = { key, code: key, windowsVirtualKeyCode: key === 'Escape' ? 27 : 13 }
      await send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...about })
      await send('Input.dispatchKeyEvent', { type: 'keyUp', ...about })
    },
    isArmed: () =>
      read(`(() => {
        const button = ${find(undefined)}
        return button ? button.getAttribute('aria-disabled') !== 'true' : false
      })()`),
    resize: async (width, height) => {
      const size = { width, height, deviceScaleFactor: 1, mobile: false }
      await send('Emulation.setDeviceMetricsOverride', size)
    },
    picture: async (name) => {
      for (const scheme of folder ? (['light', 'dark'] as const) : []) {
        const features = [
          { name: 'prefers-color-scheme', value: scheme },
          { name: 'prefers-reduced-motion', value: 'reduce' },
        ]
        await send('Emulation.setEmulatedMedia', { features })
        const { data } = await send<{ data: string }>('Page.captureScreenshot')
        await writeFile(`${folder}/${name}-${scheme}.png`, Buffer.from(data, 'base64'))
      }
    },
    close: async () => {
      await session.send('Target.closeTarget', { targetId })
      await expect.poll(() => panelTarget(session)).toBeUndefined()
    },
  }
}

/** Chooses the side panel in the settings, which opens it beside the page that they are in. */
const openPanel = async (wallet: Wallet, onNew: () => void = () => undefined) => {
  const page: Page = await wallet.popup('popup.html#settings')
  await page.getByRole('checkbox', { name: 'Open Volley in the side panel' }).click()
  const panel = await attach(wallet, onNew)
  await page.close()
  return panel
}

const signature = { result: expect.stringMatching(/^0x/) as unknown }
const rejected = { error: { code: 4001, message: 'User rejected the request' } }

const sign = (page: Page, message = 'Hello') => request(page, 'personal_sign', [message, alice])

/** Opens the panel beside a page, and what reads the states of the requests for signatures, in their order. */
const besides = async (wallet: Wallet, page: Page) => {
  const journal = await openJournal(wallet)
  const panel = await openPanel(wallet, stopClock)
  await page.bringToFront()
  const states = async () =>
    (await readRows(journal, 'approvals')).flatMap(({ method, state }) =>
      method === 'personal_sign' ? [state] : [],
    )
  return { panel, states }
}

/** Lets the panel's stopped clock run until Approve is armed. */
const arms = (panel: SidePanel) =>
  expect
    .poll(async () => {
      await turn(panel, 100)
      return panel.isArmed()
    })
    .toBe(true)

const turn = (panel: SidePanel, ms: number) => panel.read(`clock += ${ms}`)

/** Gives the panel the focus, by a click on nothing. */
const touch = (panel: SidePanel) => panel.clickAt({ x: 4, y: 4 })

test('the panel shows what the tab beside it asks, and no window opens', async ({
  wallet,
  connected,
}) => {
  const { panel } = await besides(wallet, connected)
  const windows = countWindows(wallet.context)
  const asked = sign(connected)
  await panel.says('asks you to sign')
  await touch(panel)
  await arms(panel)
  await panel.picture('panel-request')
  await panel.click()
  expect(await asked).toMatchObject(signature)
  await panel.says('Activity')

  // Escape rejects; no key approves.
  const again = sign(connected, 'Again')
  await panel.says('asks you to sign')
  await touch(panel)
  await arms(panel)
  await panel.press('Enter')
  await panel.press('Escape')
  expect(await again).toEqual(rejected)
  expect(windows()).toBe(0)
})

test('what another tab asks is not shown, and a click right after the switch approves nothing', async ({
  wallet,
  dapp,
  connected,
}) => {
  const { panel, states } = await besides(wallet, connected)
  const windows = countWindows(wallet.context)
  const asked = sign(connected)
  await panel.says('asks you to sign')
  await touch(panel)
  await arms(panel)
  const place = await panel.placeOf()

  const other = await wallet.context.newPage()
  await other.goto(dapp.other)
  await panel.says('1 request is waiting in its tab')
  await panel.picture('panel-elsewhere')
  await panel.clickAt(place)
  expect(await panel.text()).not.toContain('asks you to sign')
  expect(await states()).toEqual(['pending'])

  // Back at its tab, the request is armed anew. The click may have led from Home.
  await panel.read(`location.hash = ''`)
  await panel.click('Go to the tab')
  await panel.says('asks you to sign')
  await touch(panel)
  expect(await panel.isArmed()).toBe(false)
  await panel.clickAt(place)
  expect(await states()).toEqual(['pending'])
  await arms(panel)
  await panel.click()
  expect(await asked).toMatchObject(signature)
  expect(windows()).toBe(0)
})

test('a click that meets the panel at another size approves nothing', async ({
  wallet,
  connected,
}) => {
  const { panel, states } = await besides(wallet, connected)
  const asked = sign(connected)
  await panel.says('asks you to sign')
  await touch(panel)
  await arms(panel)
  await panel.resize(300, 560)
  await expect.poll(() => panel.isArmed()).toBe(false)
  await panel.click()
  expect(await states()).toEqual(['pending'])
  await arms(panel)
  await panel.click()
  expect(await asked).toMatchObject(signature)
})

test('a tab that a page opens under the pointer takes its request off the panel', async ({
  wallet,
  dapp,
  connected,
}) => {
  const { panel, states } = await besides(wallet, connected)
  const asked = sign(connected, 'First')
  await panel.says('asks you to sign')
  await touch(panel)
  await arms(panel)
  const place = await panel.placeOf()
  const [opened] = await Promise.all([
    wallet.context.waitForEvent('page'),
    connected.evaluate((url) => void open(url), dapp.url),
  ])
  await opened.waitForLoadState()
  const second = sign(opened, 'Second')
  await panel.says('Second')
  await panel.clickAt(place)
  expect(await panel.text()).not.toContain('First')
  expect(await states()).toEqual(['pending', 'pending'])
  await panel.click('Reject')
  expect(await second).toEqual(rejected)
  await opened.close()
  await panel.says('First')
  await panel.click('Reject')
  expect(await asked).toEqual(rejected)
})

test('closing the panel decides nothing, and the window takes over', async ({
  wallet,
  connected,
}) => {
  const panel = await openPanel(wallet)
  await connected.bringToFront()
  const asked = sign(connected)
  await panel.says('asks you to sign')
  await panel.close()
  const window = await approvalWindow(wallet.context)
  await approve(window)
  expect(await asked).toMatchObject(signature)
  await closed(window)
})

type Api = { chrome: { windows: { create: (about: object) => Promise<object> } } }

test('a panel opened while the window asks takes its request, and leaves those of other windows', async ({
  wallet,
  dapp,
  connected,
}) => {
  const { panel } = await besides(wallet, connected)
  const [far] = await Promise.all([
    wallet.context.waitForEvent('page'),
    wallet.worker.evaluate(
      (url) => (globalThis as unknown as Api).chrome.windows.create({ url }),
      dapp.url,
    ),
  ])
  await far.waitForLoadState()
  const asked = sign(far, 'Far away')
  const window = await approvalWindow(wallet.context)
  expect(await panel.text()).not.toContain('Far away')

  // Closing the window rejects what it showed, and not what the panel shows.
  const near = sign(connected, 'Near')
  await panel.says('Near')
  await window.getByText('Far away').waitFor()
  await expect(window.getByText(/of 2/)).toBeHidden()
  await window.close()
  expect(await asked).toEqual(rejected)
  await touch(panel)
  await arms(panel)
  await panel.click()
  expect(await near).toMatchObject(signature)
})
