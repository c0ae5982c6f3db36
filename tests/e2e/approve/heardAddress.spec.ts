import { groupsOf } from '@/components/text/groups'
import { stranger } from '../../unit/accounts.ts'
import { sendCalls } from '../support/site.ts'
import { expect, test } from '../support/test.ts'
import { approvalWindow, reject } from '../support/walletPages.ts'

const spaced = groupsOf(stranger).join(' ')

test('the address that a decision hangs on is heard by its ends, and whole on demand', async ({
  wallet,
  connected,
}) => {
  const answer = sendCalls(connected, { calls: [{ to: stranger, value: '0x1' }] })
  const window = await approvalWindow(wallet.context)
  await expect(window.getByRole('img', { name: '0x11111111…11111111' })).toBeVisible()
  const session = await window.context().newCDPSession(window)
  const heard = async () => {
    const { nodes } = await session.send('Accessibility.getFullAXTree')
    return nodes.flatMap(({ ignored, name }) => (ignored ? [] : [String(name?.value)])).join('\n')
  }
  expect(await heard()).toContain('0x11111111…11111111')
  expect(await heard()).not.toMatch(/1{9}|1111 1111/)

  // A screen reader goes there by itself: it is no stop of the Tab key, and takes no click of the mouse.
  const button = window.getByRole('button', { name: 'Read out the whole address' })
  await button.focus()
  await window.keyboard.press('Enter')
  await expect(window.getByText(spaced)).toHaveCount(1)
  expect(await heard()).toContain(spaced)
  // A live region whose text stays the same is not read out again.
  const region = window.getByText(spaced)
  const first = await region.evaluate(({ textContent }) => textContent)
  await window.keyboard.press('Enter')
  await expect.poll(() => region.evaluate(({ textContent }) => textContent)).not.toBe(first)

  await reject(window)
  expect(await answer).toMatchObject({ error: { code: 4001 } })
})
