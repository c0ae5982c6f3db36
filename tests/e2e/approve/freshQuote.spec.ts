import type { Page } from '@playwright/test'
import { weiOf } from '../support/chainState.ts'
import { bait, countHolds, faults, setBait } from '../support/bait.ts'
import {
  approvalWindow,
  clockArms,
  closed,
  mayClose,
  reject,
  skipAhead,
  stopClock,
  stopTimers,
  yes,
} from '../support/walletPages.ts'
import type { Wallet } from '../support/chromium.ts'
import type { Chains } from '../support/stage.ts'
import { alice, stranger } from '../../unit/accounts.ts'
import { expect, test } from '../support/test.ts'
import { openJournal, readRows } from '../support/journal.ts'
import { idOf, sendCalls, settled, type Call } from '../support/site.ts'
import { violationsOn } from '../support/accessibility.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

const armed = (page: Page, name?: string) =>
  expect(name === undefined ? yes(page) : button(page, name)).not.toHaveAttribute(
    'aria-disabled',
    'true',
  )

/** Sends these calls, with the bait set to pay 0.1 ETH. */
const ask = async (
  { local: { url } }: Chains,
  { context }: Wallet,
  page: Page,
  calls: Call[] = [{ to: bait }],
) => {
  await setBait(url, 100)
  const answer = sendCalls(page, { calls })
  return { url, answer, window: await approvalWindow(context) }
}

/** Locates the line of incoming assets. */
const arrives = (page: Page) =>
  page.getByRole('list', { name: 'What leaves' }).getByRole('listitem')

test('the window follows the chain: only a material change holds Approve back, and the worst is what is approved', async ({
  chains,
  wallet,
  connected,
}) => {
  const { url, answer, window } = await ask(chains, wallet, connected)
  const line = arrives(window)
  await expect(line).toHaveText(/^You receive\+0.1 ETH$/)
  await armed(window)
  await yes(window).focus()
  const holds = await countHolds(window)

  await test.step('more, and then less but no less than what was armed, is let by', async () => {
    await setBait(url, 200)
    await expect(line).toHaveText(/\+0.2 ETH/)
    await setBait(url, 100)
    await expect(line).toHaveText(/\+0.1 ETH/)
    expect(await holds()).toEqual({ held: 0, focus: true })
  })

  // By the clock of the window, all that follows is within 10 s.
  await window.evaluate(stopClock)
  await window.evaluate(stopTimers)

  await test.step('less holds Approve back, marks the line and says so; the focus stays', async () => {
    await setBait(url, 90)
    await expect(line).toHaveText('You receive+0.09 ETHwas 0.1 ETH')
    await expect(window.getByRole('status')).toHaveText('Changed: look again')
    expect(await holds()).toEqual({ held: 1, focus: true })
    await clockArms(yes(window))
  })

  await test.step('again within 10 s, the worst stands there as a bound, and what is within it is let by', async () => {
    await setBait(url, 80)
    await expect(line).toHaveText('You receive at least+0.08 ETHwas 0.09 ETH')
    await clockArms(yes(window))
    await setBait(url, 95)
    await expect(line).toHaveText('You receive at least+0.08 ETHnow 0.095 ETH')
    expect(await holds()).toEqual({ held: 2, focus: true })
  })

  expect(await violationsOn(window)).toEqual([])
  const before = await weiOf(url, bait)
  await mayClose(window, () => window.keyboard.press('Enter'))
  const [id] = await Promise.all([idOf(answer), closed(window)])
  expect((await settled(connected, id)).status).toBe(200)
  expect(before - (await weiOf(url, bait))).toBe(95n * 10n ** 15n)
  const [batch] = await readRows(await openJournal(wallet), 'batches')
  expect(batch).toMatchObject({
    expected: {
      verdict: 'succeeds',
      isBound: true,
      allowances: [],
      changes: [{ asset: { standard: 'native' }, direction: 'in', amount: '0x11c37937e080000' }],
    },
  })
})

test('a batch that begins to fail says where before it can be approved, in two steps @long', async ({
  chains,
  wallet,
  connected,
}) => {
  const calls = [{ to: stranger, value: '0x1' }, { to: bait }]
  const { url, answer, window } = await ask(chains, wallet, connected, calls)
  await armed(window)
  await setBait(url, 'reverts')
  await expect(window.getByRole('alert')).toContainText('Step 2 fails:')
  await armed(window, 'Approve anyway')
  await button(window, 'Approve anyway').click()
  await expect(window.getByRole('alert').last()).toContainText(
    'you would still pay the network fee',
  )
  await armed(window, 'Approve even though it fails')
  expect(await violationsOn(window)).toEqual([])
  // A quote that no longer fails resets the approval to one step, without an alert.
  await setBait(url, 100)
  await armed(window)
  await expect(window.getByRole('alert')).toHaveCount(0)
  await reject(window)
  expect(await answer).toMatchObject({ error: { code: 4001 } })
})

test('what was seen more than 5 s ago is asked for once more at the click @long', async ({
  chains,
  wallet,
  connected,
}) => {
  const fault = await faults(wallet)
  const { url, answer, window } = await ask(chains, wallet, connected)
  await expect(arrives(window)).toHaveText(/\+0.1 ETH/)
  await armed(window)
  await fault('same block')
  await setBait(url, 50)
  await skipAhead(window, 5_500)
  await expect(arrives(window)).toHaveText(/\+0.1 ETH/)

  await yes(window).click()
  await expect(arrives(window)).toHaveText('You receive+0.05 ETHwas 0.1 ETH')
  await expect(window.getByText('This changed before your click.')).toBeVisible()
  expect(await readRows(await openJournal(wallet), 'batches')).toEqual([])
  await fault('none')
  await mayClose(window, () => yes(window).click())
  await Promise.all([idOf(answer), closed(window)])
})

test('a node that falls silent or cannot simulate blocks no Reject, and Approve takes a second step', async ({
  chains,
  wallet,
  connected,
}) => {
  const fault = await faults(wallet)

  await test.step('silent', async () => {
    const { answer, window } = await ask(chains, wallet, connected)
    await armed(window)
    // A quote that the silence cut in two would say that the calls could not be simulated.
    await fault('same block')
    await fault('silent')
    await expect(window.getByText('The network does not answer.')).toBeVisible()
    await skipAhead(window, 5_500)
    await yes(window).click()
    await expect(button(window, 'Approve without a check')).toBeVisible()
    await expect(window.getByText('may be out of date')).toBeVisible()
    await reject(window)
    await closed(window)
    expect(await answer).toMatchObject({ error: { code: 4001 } })
  })

  await test.step('unable', async () => {
    await fault('no simulation')
    const calls = [{ to: bait }, { to: alice }]
    const { answer, window } = await ask(chains, wallet, connected, calls)
    await expect(window.getByText('could not simulate what leaves and arrives')).toBeVisible()
    await expect(window.getByRole('status')).not.toHaveText(/^(It|All .* steps) succeeds?$/)
    expect(await violationsOn(window)).toEqual([])
    await button(window, 'Approve anyway').click()
    await mayClose(window, () => button(window, 'Approve without a check').click())
    const [id] = await Promise.all([idOf(answer), closed(window)])
    await fault('none')
    expect((await settled(connected, id)).status).toBe(200)
  })
})
