import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { Address } from 'viem'
import { filmOf } from '../../device/film.ts'
import {
  answered,
  codesOf,
  connecting,
  type Connecting,
  type QrDevice,
} from '../../device/qrSigner.ts'
import { readScreen } from './drawing.ts'

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
