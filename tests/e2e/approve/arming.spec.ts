import type { Page } from '@playwright/test'
import { alice } from '../../unit/accounts.ts'
import {
  approvalWindow,
  approve,
  clockArms,
  closed,
  reject,
  stopClock,
  turnClock,
  yes,
} from '../support/walletPages.ts'
import { request } from '../support/site.ts'
import type { Wallet } from '../support/chromium.ts'
import { expect, test } from '../support/test.ts'

const approveButton = (page: Page) => yes(page)

const rejected = { error: { code: 4001, message: 'User rejected the request' } }

/** Windows whose clock only the test turns: no stall of this machine arms a button. */
const withoutClock = (wallet: Wallet) => wallet.context.addInitScript(stopClock)

const ask = async (wallet: Wallet, page: Page, message = 'Hello') => {
  const answer = request(page, 'personal_sign', [message, alice])
  const window = await approvalWindow(wallet.context)
  await yes(window).waitFor()
  return { answer, window }
}

/** Acts again and again, 300 ms apart by the window's clock, for longer than the button needs to be armed. */
const goOn = async (window: Page, act: () => Promise<unknown>) => {
  for (let time = 0; time < 20; time++) {
    await act()
    await turnClock(window, 300)
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
  await withoutClock(wallet)
  const { answer, window } = await ask(wallet, connected)
  const box = await approveButton(window).boundingBox()
  if (!box) throw new Error('Approve has no place on the screen.')
  await goOn(window, () => window.mouse.click(box.x + box.width / 2, box.y + box.height / 2))
  expect(window.isClosed()).toBe(false)
  await expect(approveButton(window)).toHaveAttribute('aria-disabled', 'true')
  await expect(window.getByText('That was too early.')).toBeVisible()
  await clockArms(yes(window))
  await approve(window)
  expect(await answer).toMatchObject({ result: expect.stringMatching(/^0x/) })
})

test('a pointer pressed too early and held approves nothing when it is let go @long', async ({
  wallet,
  connected,
}) => {
  await withoutClock(wallet)
  const asked = await ask(wallet, connected)
  await approveButton(asked.window).hover({ force: true })
  await asked.window.mouse.down()
  await turnClock(asked.window, 1000)
  await asked.window.mouse.up()
  await isRejected(asked)
})

for (const key of ['Enter', 'Space'])
  test(`${key} approves nothing while it is held, nor right after the focus has come @long`, async ({
    wallet,
    connected,
  }) => {
    await withoutClock(wallet)
    await test.step('held since before the window was there', async () => {
      const asked = await ask(wallet, connected)
      const { window } = asked
      await window.keyboard.down(key)
      await approveButton(window).focus()
      await goOn(window, () => window.keyboard.down(key))
      await window.keyboard.up(key)
      await isRejected(asked)
    })

    await test.step('pressed as soon as Tab has reached the button', async () => {
      const { answer, window } = await ask(wallet, connected)
      const button = approveButton(window)
      await window.getByRole('button', { name: 'Reject' }).focus()
      await clockArms(yes(window))
      await window.keyboard.press('Tab')
      await expect(button).toBeFocused()
      await window.keyboard.press(key)
      await expect(button).toHaveAttribute('aria-disabled', 'true')
      // Pressed anew, after the wait that the early press started, it counts.
      await turnClock(window, 500)
      await expect(button).not.toHaveAttribute('aria-disabled', 'true')
      await window.keyboard.press(key).catch(() => undefined)
      expect(await answer).toMatchObject({ result: expect.stringMatching(/^0x/) })
    })
  })

test('a double click takes the first of two steps alone @long', async ({ wallet, connected }) => {
  await withoutClock(wallet)
  const { answer, window } = await ask(wallet, connected, '0xff')
  await clockArms(yes(window))
  await window.getByRole('button', { name: 'Approve anyway' }).dblclick()
  await expect(window.getByRole('button', { name: 'Approve what cannot be read' })).toBeVisible()
  await expect(window.getByText('It may give away everything')).toBeVisible()
  await isRejected({ answer, window })
})

test('a screen reader’s click counts once the focus has stood on the button', async ({
  wallet,
  connected,
}) => {
  await withoutClock(wallet)
  const { answer, window } = await ask(wallet, connected)
  const button = approveButton(window)
  const press = () =>
    button.evaluate((node) => (node as HTMLElement).click()).catch(() => undefined)

  await clockArms(yes(window))
  await press()
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  await button.focus()
  await turnClock(window, 500)
  await expect(button).not.toHaveAttribute('aria-disabled', 'true')
  await press()
  expect(await answer).toMatchObject({ result: expect.stringMatching(/^0x/) })
})
