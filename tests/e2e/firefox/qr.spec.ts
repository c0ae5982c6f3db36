import encodeQR from 'qr'
import type { Page } from 'puppeteer-core'
import type { Hex } from 'viem'
import { answered, codesOf, connecting, newQrDevice } from '../../device/qrSigner.ts'
import { stranger } from '../../unit/accounts.ts'
import { codeOf, readyForDevice, transactionOf, weiOf } from '../support/chainState.ts'
import { readScreen } from '../support/devices.ts'
import { expect, test } from '../support/firefox/browser.ts'
import {
  click,
  clickText,
  find,
  looksWell,
  sees,
  select,
  until,
} from '../support/firefox/screen.ts'
import {
  approve,
  decided,
  onboard,
  openSite,
  openWallet,
  scripted,
  turnTo,
} from '../support/firefox/wallet.ts'
import { request, resultOf } from '../support/site.ts'

/**
 * Gives a page a camera that sees codes, one after another without end. Firefox plays no film as its camera, as Chromium
 * does: `getUserMedia` itself is replaced by the stream of a canvas, so that the browser's own question and camera are
 * not part of this test. What reads the pictures is the wallet's.
 */
const hold = (page: Page, codes: readonly string[]) =>
  page.evaluate(
    (pictures) => {
      const scale = 6
      const canvas = document.createElement('canvas')
      const side = scale * Math.max(...pictures.map((rows) => rows.length))
      Object.assign(canvas, { width: side, height: side })
      const context = canvas.getContext('2d')
      if (!context) throw new Error('no canvas')
      let shown = 0
      const draw = () => {
        context.fillStyle = '#fff'
        context.fillRect(0, 0, side, side)
        context.fillStyle = '#000'
        for (const [y, row] of (pictures[shown % pictures.length] ?? []).entries())
          for (const x of row) context.fillRect(scale * x, scale * y, scale, scale)
        shown++
      }
      draw()
      setInterval(draw, 100)
      const getUserMedia = () => Promise.resolve(canvas.captureStream())
      Object.defineProperty(navigator.mediaDevices, 'getUserMedia', {
        value: getUserMedia,
        configurable: true,
      })
    },
    codes.map((text) =>
      encodeQR(text, 'raw', { ecc: 'low', border: 3 }).map((row) =>
        row.flatMap((isDark, x) => (isDark ? [x] : [])),
      ),
    ),
  )

test('an account in a QR device is added before the camera, and signs a transaction @long', async ({
  firefox,
  chains,
  dapp,
}) => {
  const { url } = chains.local
  const device = newQrDevice()
  const page = await openWallet(firefox)
  await onboard(page)

  const own =
    await test.step('its codes are read, and an address below its key is added', async () => {
      await page.bringToFront()
      await turnTo(page, 'qr')
      await find(page, 'button', 'Turn on the camera')
      await looksWell(firefox, page, 'qr')
      await hold(page, codesOf(connecting(device, 'bip44')))
      await click(page, 'button', 'Turn on the camera')
      const label = await until('an address of the device', () =>
        page.evaluate(() => document.querySelector('[aria-label^="Add 0x"]')?.ariaLabel),
      )
      await looksWell(firefox, page, 'qr-addresses')
      await click(page, 'button', label)
      await sees(page, /Account \d+ · QR device/)
      return label.replace('Add ', '') as Hex
    })

  await test.step('a transaction is shown in codes, and its signature read', async () => {
    await readyForDevice(url, own)
    const site = scripted(await openSite(firefox, dapp.url))
    const connected = decided(firefox, request(site, 'eth_requestAccounts'), async (window) => {
      await clickText(window, 'Account 1')
      await clickText(window, '· QR device')
      await select(window, 'Network', 'Local')
      await approve(window)
    })
    expect(await resultOf(connected)).toEqual([own])

    const call = { from: own, to: stranger, value: '0x1' }
    const asked = request(site, 'eth_sendTransaction', [call])
    const sent = await decided(firefox, asked, async (window) => {
      await approve(window)
      const answer = await answered(device, await readScreen(scripted(window)))
      await looksWell(firefox, window, 'qr-show')
      await click(window, 'button', 'Scan its answer')
      await hold(window, answer ? codesOf(answer) : [])
      await click(window, 'button', 'Turn on the camera')
    })
    await transactionOf(url, await resultOf<Hex>(sent))
    expect(await weiOf(url, stranger)).toBe(1n)
    expect(await codeOf(url, own)).toBe('0x')
  })
})
