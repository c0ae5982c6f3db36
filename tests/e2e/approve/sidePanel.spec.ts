import type { Page } from '@playwright/test'
import { alice } from '../../unit/accounts.ts'
import type { Wallet } from '../support/chromium.ts'
import { openJournal, readRows } from '../support/journal.ts'
import { openPanel, type SidePanel } from '../support/sidePanel.ts'
import { request } from '../support/site.ts'
import { expect, test } from '../support/test.ts'
import { approvalWindow, approve, closed, countWindows, stopClock } from '../support/walletPages.ts'

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
