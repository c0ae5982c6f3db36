import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { alice } from '../../unit/accounts.ts'
import { approvalWindow, approve, closed, focusStands, reject } from '../support/walletPages.ts'
import { request } from '../support/site.ts'
import type { Wallet } from '../support/chromium.ts'
import { expect, test } from '../support/test.ts'

const approveButton = (page: Page) => page.getByRole('button', { name: 'Approve', exact: true })

const rejected = { error: { code: 4001, message: 'User rejected the request' } }

/** In a window with a slow clock, half a second lasts two: no stall of this machine is as long. */
const slowness = 4

const slowDown = (wallet: Wallet) =>
  wallet.context.addInitScript((by) => {
    const now = performance.now.bind(performance)
    performance.now = () => now() / by
  }, slowness)

const ask = async (wallet: Wallet, page: Page) => {
  const answer = request(page, 'personal_sign', ['Hello', alice])
  const window = await approvalWindow(wallet.context)
  await approveButton(window).waitFor()
  return { answer, window }
}

/** Acts again and again, for longer than the button needs to be armed. */
const goOn = async (act: () => Promise<unknown>) => {
  const end = Date.now() + 1500 * slowness
  while (Date.now() < end) {
    await act()
    await delay(50)
  }
}

/** Nothing was approved so far: the request can still be rejected. */
const isRejected = async ({ answer, window }: Awaited<ReturnType<typeof ask>>) => {
  await reject(window)
  expect(await answer).toEqual(rejected)
  await closed(window)
}

test('who clicks on and on at the place of Approve approves nothing, and once he rests, he may', async ({
  wallet,
  connected,
}) => {
  await slowDown(wallet)
  const { answer, window } = await ask(wallet, connected)
  const box = await approveButton(window).boundingBox()
  if (!box) throw new Error('Approve has no place on the screen.')
  await goOn(() => window.mouse.click(box.x + box.width / 2, box.y + box.height / 2))
  expect(window.isClosed()).toBe(false)
  await expect(approveButton(window)).toHaveAttribute('aria-disabled', 'true')
  await approve(window)
  expect(await answer).toMatchObject({ result: expect.stringMatching(/^0x/) })
})

test('a pointer pressed too early and held approves nothing when it is let go', async ({
  wallet,
  connected,
}) => {
  await slowDown(wallet)
  const asked = await ask(wallet, connected)
  await approveButton(asked.window).hover({ force: true })
  await asked.window.mouse.down()
  await delay(1000 * slowness)
  await asked.window.mouse.up()
  await isRejected(asked)
})

for (const key of ['Enter', 'Space'])
  test(`${key} approves nothing while it is held, nor right after the focus has come @long`, async ({
    wallet,
    connected,
  }) => {
    await slowDown(wallet)
    await test.step('held since before the window was there', async () => {
      const asked = await ask(wallet, connected)
      const { window } = asked
      await window.keyboard.down(key)
      await approveButton(window).focus()
      await goOn(() => window.keyboard.down(key))
      await window.keyboard.up(key)
      await isRejected(asked)
    })

    await test.step('pressed as soon as Tab has reached the button', async () => {
      const { answer, window } = await ask(wallet, connected)
      const button = approveButton(window)
      await window.getByRole('button', { name: 'Reject' }).focus()
      await expect(button).not.toHaveAttribute('aria-disabled', 'true')
      await window.keyboard.press('Tab')
      await expect(button).toBeFocused()
      await window.keyboard.press(key)
      await expect(button).toHaveAttribute('aria-disabled', 'true')
      // Pressed anew, after the wait that the early press started, it counts.
      await expect(button).not.toHaveAttribute('aria-disabled', 'true')
      await window.keyboard.press(key).catch(() => undefined)
      expect(await answer).toMatchObject({ result: expect.stringMatching(/^0x/) })
    })
  })

test('a double click takes the first of two steps alone', async ({ wallet, connected }) => {
  const answer = request(connected, 'personal_sign', ['0xff', alice])
  const window = await approvalWindow(wallet.context)
  await window.getByRole('button', { name: 'Approve anyway' }).dblclick()
  await expect(window.getByRole('button', { name: 'Approve unread' })).toBeVisible()
  await expect(window.getByText('It may give away all')).toBeVisible()
  await isRejected({ answer, window })
})

test('a screen reader’s click counts once the focus has stood on the button', async ({
  wallet,
  connected,
}) => {
  const { answer, window } = await ask(wallet, connected)
  const button = approveButton(window)
  const press = () =>
    button.evaluate((node) => (node as HTMLElement).click()).catch(() => undefined)

  await expect(button).not.toHaveAttribute('aria-disabled', 'true')
  await press()
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  await button.focus()
  await focusStands(window)
  await expect(button).not.toHaveAttribute('aria-disabled', 'true')
  await press()
  expect(await answer).toMatchObject({ result: expect.stringMatching(/^0x/) })
})
