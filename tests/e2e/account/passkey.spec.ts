import type { Page } from '@playwright/test'
import { development } from '../../chain/development.ts'
import { looksWell } from '../support/accessibility.ts'
import { openJournal, readRows } from '../support/journal.ts'
import { request } from '../support/site.ts'
import { unlock } from '../support/walletPages.ts'
import { expect, test } from '../support/test.ts'

const authenticator = {
  protocol: 'ctap2' as const,
  ctap2Version: 'ctap2_1' as const,
  transport: 'internal' as const,
  hasResidentKey: true,
  hasUserVerification: true,
  automaticPresenceSimulation: true,
  isUserVerified: true,
}

/** Gives a page a device with passkeys; each device has keys of its own. */
const plugIn = async (page: Page, hasPrf = true) => {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const options = { ...authenticator, hasPrf }
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', { options })
  const verify = (isUserVerified: boolean) =>
    session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
  const touch = (enabled: boolean) =>
    session.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })
  const credentials = async () =>
    (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials
  const add = (credential: Awaited<ReturnType<typeof credentials>>[number]) =>
    session.send('WebAuthn.addCredential', { authenticatorId, credential })
  const unplug = () => session.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId })
  return { verify, touch, credentials, add, unplug }
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

const setUp = async (page: Page, password: string) => {
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await button(page, 'Create a passkey').click()
}

const lock = async (page: Page) => {
  await page.goto(page.url().replace(/#.*$/, '#'))
  await button(page, 'Lock').click()
  await button(page, 'Unlock').waitFor()
}

test('a passkey unlocks the wallet, and the phrase still asks for the password', async ({
  wallet,
}) => {
  const journal = await openJournal(wallet)
  const page = await wallet.popup('popup.html#settings')
  await page.setViewportSize({ width: 360, height: 600 })
  const device = await plugIn(page)
  await page.getByRole('link', { name: 'Unlock with a passkey' }).click()
  await button(page, 'Create a passkey').waitFor()
  await looksWell(page, 'passkey')

  // A wrong password leaves no passkey on the device.
  await setUp(page, 'not the password')
  await expect(page.getByText('Wrong password.')).toBeVisible()
  expect(await device.credentials()).toEqual([])

  await setUp(page, development.password)
  await button(page, 'Remove the passkey').waitFor()
  await looksWell(page, 'passkey-on')
  const [made] = await device.credentials()
  expect(made?.rpId).toBe(`chrome-extension://${wallet.id}`)

  await lock(page)
  await button(page, 'Unlock with passkey').waitFor()
  expect((await readRows(journal, 'vault'))[0]).toHaveProperty('passkey')
  await looksWell(page, 'unlock-passkey')
  // A ceremony that nobody answers ends with the screen, and the next one is not ended with it.
  await device.touch(false)
  await button(page, 'Unlock with passkey').click()
  await expect(button(page, 'Unlock with passkey')).toBeDisabled()
  await button(page, 'Forgot your password?').click()
  await button(page, 'Back').click()
  await device.touch(true)
  await button(page, 'Unlock with passkey').click()
  await button(page, 'Lock').waitFor()
  await page.goto(page.url().replace(/#.*$/, '#backup'))
  await page.getByRole('textbox', { name: 'Password' }).waitFor()

  // Used with a new password it stays, else it goes.
  const change = async (old: string, next: string) => {
    await page.getByRole('textbox', { name: 'Current password' }).fill(old)
    await page.getByRole('textbox', { name: 'New password', exact: true }).fill(next)
    await page.getByRole('textbox', { name: 'Repeat password' }).fill(next)
    await button(page, 'Change password').click()
    await button(page, 'Unlock').waitFor()
  }
  const second = 'correct horse battery staple two'
  await page.goto(page.url().replace(/#.*$/, '#password'))
  await page.getByRole('checkbox', { name: 'Keep the passkey' }).click()
  await looksWell(page, 'password-passkey')
  await change(development.password, second)
  await button(page, 'Unlock with passkey').click()
  await button(page, 'Lock').waitFor()

  // A finger that the device does not know opens nothing; after one such ceremony it takes no finger at all.
  await lock(page)
  await device.verify(false)
  await button(page, 'Unlock with passkey').click()
  await expect(page.getByText('The passkey was not used')).toBeVisible()
  await unlock(page, second)
  await button(page, 'Lock').waitFor()
  await page.goto(page.url().replace(/#.*$/, '#password'))
  await change(second, 'correct horse battery staple three')
  const [vault] = await readRows(journal, 'vault')
  expect(vault).toHaveProperty('key')
  expect(vault).not.toHaveProperty('passkey')
  await expect(button(page, 'Unlock with passkey')).toBeHidden()
  await unlock(page, 'correct horse battery staple three')
  await button(page, 'Lock').waitFor()
})

test('a passkey that gives no key is not taken, and one of another device opens nothing', async ({
  wallet,
}) => {
  const page = await wallet.popup('popup.html#passkey')
  const plain = await plugIn(page, false)
  await setUp(page, development.password)
  await expect(page.getByText('This passkey cannot unlock a wallet')).toBeVisible()
  await plain.unplug()

  const device = await plugIn(page)
  await setUp(page, development.password)
  await button(page, 'Remove the passkey').waitFor()
  await device.unplug()
  await plugIn(page)
  await lock(page)
  await button(page, 'Unlock with passkey').click()
  await expect(page.getByText('The passkey was not used')).toBeVisible()
  await unlock(page, development.password)
  await button(page, 'Lock').waitFor()
  await page.goto(page.url().replace(/#.*$/, '#passkey'))
  await button(page, 'Remove the passkey').click()
  await button(page, 'Create a passkey').waitFor()
})

/** Runs in a page of a site: asks for the passkey of an origin, whose name is the extension's. */
const claim = async (rpId: string) => {
  const challenge = new Uint8Array(32)
  const asked = navigator.credentials.get({
    publicKey: {
      challenge,
      rpId,
      userVerification: 'required',
      extensions: { prf: { eval: { first: challenge } } },
    },
  })
  return asked.then(
    () => 'a passkey',
    (error: unknown) => (error instanceof Error ? error.name : String(error)),
  )
}

test('no site gets at the passkey, nor at what it unlocks', async ({ wallet, connected }) => {
  const page = await wallet.popup('popup.html#passkey')
  const device = await plugIn(page)
  await setUp(page, development.password)
  await button(page, 'Remove the passkey').waitFor()
  const credentials = await device.credentials()
  const [made] = credentials
  if (!made) throw new Error('no passkey')
  await lock(page)

  // The site's own device holds the very passkey: its origin alone keeps the site from using it.
  await connected.bringToFront()
  const copied = await plugIn(connected)
  await copied.add(made)
  for (const rpId of [made.rpId ?? '', wallet.id, `chrome-extension://${wallet.id}`])
    expect(await connected.evaluate(claim, rpId), rpId).toBe('SecurityError')
  for (const method of ['unlockByPasskey', 'addPasskey', 'removePasskey'])
    expect(await request(connected, method, [{ secret: '' }])).toMatchObject({
      error: { code: 4200 },
    })
  await page.bringToFront()
  await button(page, 'Unlock with passkey').waitFor()
})
