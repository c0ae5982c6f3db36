import type { Page } from '@playwright/test'
import encodeQR from 'qr'
import { recoverMessageAddress, type Address, type Hex } from 'viem'
import { rpc } from '../../chain/rpc.ts'
import { answered, codesOf, connecting, newQrDevice } from '../../device/qrSigner.ts'
import { stranger } from '../../unit/accounts.ts'
import { codeOf, nonceOf, readyForDevice, receiptOf, weiOf } from '../support/chainState.ts'
import { pictures } from '../support/accessibility.ts'
import {
  openDeviceSite,
  signerOfMail,
  readScreen,
  addFirstQr,
  cameraFile,
  hold,
  signByQr,
} from '../support/devices.ts'
import { idOf, request, resultOf, sendCalls, settled } from '../support/site.ts'
import { expect, test } from '../support/test.ts'
import { approve, closed, decided } from '../support/walletPages.ts'

test.use({ camera: cameraFile })

/** Takes hold of the camera's stream on a page; gives how many of its tracks are on. */
const watchCamera = async (page: Page): Promise<() => Promise<number>> => {
  const stream = await page.evaluateHandle(() => document.querySelector('video')?.srcObject)
  return () =>
    stream.evaluate((given) =>
      given instanceof MediaStream
        ? given.getTracks().filter(({ readyState }) => readyState === 'live').length
        : -1,
    )
}

test('an account in a QR device signs all that a site asks for, before the camera: a batch in order, a message, typed data', async ({
  chains,
  dapp,
  wallet,
}) => {
  const { url } = chains.local
  const device = newQrDevice()
  const page = await wallet.popup('popup.html#qr')
  const own = await addFirstQr(page, device)
  await readyForDevice(url, own)

  const site = await openDeviceSite(wallet, dapp.url, 'QR device')

  // In order, as no QR code asks for an upgrade, and said so.
  const shown: number[] = []
  device.decide = ({ kind }) => {
    shown.push(kind)
    return true
  }
  const asked = sendCalls(site, { from: own, atomicRequired: false })
  const first = await decided(wallet.context, asked, async (window) => {
    await expect(window.getByText('You will scan and confirm 2 times')).toBeVisible()
    await expect(window.getByText('The steps run one after another')).toBeVisible()
    await approve(window)
    await expect(window.getByText('Confirmation 1 of 2')).toBeVisible()
    await signByQr(window, device)
    await expect(window.getByText('Confirmation 2 of 2')).toBeVisible()
    await signByQr(window, device)
    await closed(window)
  })
  const done = await settled(site, await idOf(first))
  expect(done).toMatchObject({ status: 200, atomic: false })
  expect(done.receipts).toHaveLength(2)
  const sent = await rpc(url, 'eth_getTransactionByHash', [done.receipts?.[0]?.transactionHash])
  expect(sent).toMatchObject({ type: '0x2', from: own.toLowerCase() })
  expect(await codeOf(url, own)).toBe('0x')
  expect(await nonceOf(url, own)).toBe(2)
  expect(await weiOf(url, stranger)).toBe(3n)

  const message: Hex = '0x68656c6c6f'
  const signed = await decided(
    wallet.context,
    request(site, 'personal_sign', [message, own]),
    async (window) => {
      await approve(window)
      await signByQr(window, device)
    },
  )
  const signature = await resultOf<Hex>(signed)
  expect(await recoverMessageAddress({ message: { raw: message }, signature })).toBe(own)

  const signer = await signerOfMail(wallet, site, own, async (window) => {
    await approve(window)
    await signByQr(window, device)
  })
  expect(signer).toBe(own)
  expect(shown).toEqual([4, 4, 3, 2])
})

test('what comes before the camera and is not right is named, and nothing is signed by it; pictures do where it is off', async ({
  chains,
  dapp,
  wallet,
}) => {
  const { url } = chains.local
  const device = newQrDevice()
  const page = await wallet.popup('popup.html#qr')
  await pictures(page, 'qr-start')
  const on = page.getByRole('button', { name: 'Turn on the camera', exact: true })

  hold(['ethereum:0x70997970C51812dc3A010C7d01b50e0d17dc79C8'])
  await on.click()
  await expect(page.getByRole('alert')).toContainText('not a hardware wallet’s code')
  await pictures(page, 'qr-foreign')
  // A film of half a message never comes to an end, and the camera is off once the user says so.
  hold(codesOf(connecting(device, 'live')).slice(0, 3))
  await on.click()
  await expect(page.getByText(/^[1-9]\d?% read$/)).toBeVisible()
  await pictures(page, 'qr-reading')
  const tracks = await watchCamera(page)
  expect(await tracks()).toBe(1)
  await page.getByRole('button', { name: 'Turn off the camera', exact: true }).click()
  await expect(on).toBeVisible()
  expect(await tracks()).toBe(0)

  // Pictures of the codes, in place of the camera.
  await page.locator('input[type=file]').setInputFiles(
    codesOf(connecting(device, 'bip44')).map((text, index) => ({
      name: `${index}.gif`,
      mimeType: 'image/gif',
      buffer: Buffer.from(encodeQR(text, 'gif', { ecc: 'low', border: 3, scale: 4 })),
    })),
  )
  const add = page.getByRole('button', { name: /^Add 0x/ }).first()
  await add.waitFor()
  await pictures(page, 'qr-addresses')
  const own = (await add.getAttribute('aria-label'))?.replace('Add ', '') as Address
  await add.click()
  await page.getByText(/^Account \d+ · QR device$/).waitFor()
  await readyForDevice(url, own)

  const site = await openDeviceSite(wallet, dapp.url, 'QR device')
  const call = { from: own, to: stranger, value: '0x1' }
  const sent = await decided(
    wallet.context,
    request(site, 'eth_sendTransaction', [call]),
    async (window) => {
      await pictures(window, 'qr-approve')
      await approve(window)
      const asked = await readScreen(window)
      await pictures(window, 'qr-show')
      const scan = window.getByRole('button', { name: 'Scan its answer', exact: true })
      const camera = window.getByRole('button', { name: 'Turn on the camera', exact: true })
      await scan.click()
      // Another key, under the number of the very request.
      const forged = await answered({ ...device, isForger: true }, asked)
      hold(forged ? codesOf(forged) : [])
      await camera.click()
      await expect(window.getByRole('alert')).toContainText('This is not the signature of Account')
      await pictures(window, 'qr-wrong')
      expect(await nonceOf(url, own)).toBe(0)
      const right = await answered(device, asked)
      hold(right ? codesOf(right) : [])
      await camera.click()
      await closed(window)
    },
  )
  await receiptOf(url, await resultOf<Hex>(sent))
  expect(await weiOf(url, stranger)).toBe(1n)

  // The user's rejection is the answer.
  const signing = request(site, 'personal_sign', ['0x68656c6c6f', own])
  const rejected = await decided(wallet.context, signing, async (window) => {
    await approve(window)
    await pictures(window, 'qr-message')
    await window.getByRole('button', { name: 'Reject', exact: true }).click()
  })
  expect(rejected).toMatchObject({ error: { code: 4001 } })
})
