import { writeFile } from 'node:fs/promises'
import { expect, type CDPSession, type Page } from '@playwright/test'
import type { Wallet } from './chromium.ts'

const folder = process.env.VOLLEY_PICTURES

/** How long a step in the panel may take, in ms: a busy machine stands still for many seconds. */
const timeout = 60_000

type Told = { id?: number; result?: object; error?: { message: string } }
/** A place on the screen, in px of CSS. */
export type Box = { x: number; y: number }

/** A side panel, which is a page to Chromium and none to Playwright. */
export type SidePanel = {
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
  await expect
    .poll(async () => (target = await panelTarget(session)) !== undefined, { timeout })
    .toBe(true)
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
    await expect.poll(() => read<boolean>(`Boolean(${find(name)})`), { timeout }).toBe(true)
    return read<Box>(`(() => {
      const { x, y, width, height } = ${find(name)}.getBoundingClientRect()
      return { x: x + width / 2, y: y + height / 2 }
    })()`)
  }
  const text = () => read<string>('document.body.innerText')

  await send('Page.enable')
  await send('Page.addScriptToEvaluateOnNewDocument', { source: `(${onNew.toString()})()` })
  await send('Page.reload')
  await expect
    .poll(() => read<boolean>(`document.querySelector('h1') !== null`), { timeout })
    .toBe(true)
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
      await expect.poll(() => panelTarget(session), { timeout }).toBeUndefined()
    },
  }
}

/**
 * Chooses the side panel in the settings, which opens it beside the page that they are in. `onNew` runs in it before its
 * own scripts.
 */
export const openPanel = async (
  wallet: Wallet,
  onNew: () => void = () => undefined,
): Promise<SidePanel> => {
  const page: Page = await wallet.popup('popup.html#settings')
  await page.getByRole('checkbox', { name: 'Open Volley in the side panel' }).click()
  const panel = await attach(wallet, onNew)
  await page.close()
  return panel
}
