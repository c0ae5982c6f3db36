import type { Page } from '@playwright/test'
import { encodeFunctionData, erc20Abi, numberToHex, parseUnits } from 'viem'
import { rpc } from '../../chain/rpc.ts'
import { alice } from '../../unit/accounts.ts'
import { approvalWindow, approve, closed, reject, stopTimers, yes } from '../support/walletPages.ts'
import { countHolds, plant } from '../support/bait.ts'
import type { Wallet } from '../support/chromium.ts'
import { tokensOf } from '../support/chainState.ts'
import type { Chains } from '../support/stage.ts'
import { expect, test } from '../support/test.ts'
import { openJournal, readRows } from '../support/journal.ts'
import { looksWell } from '../support/accessibility.ts'
import { idOf, sendCalls, settled, type Call } from '../support/site.ts'

/** Values for the bait's `turn`, by which its owner changes its behaviour: see `Bait` in `Moods.sol`. */
const trick = { none: 0, pays: 1, takes: 2, fails: 3, diverts: 4, redirects: 5 }

const approveButton = (page: Page) => yes(page)

const isArmed = (page: Page) =>
  expect(approveButton(page)).not.toHaveAttribute('aria-disabled', 'true')

const lines = (page: Page) => page.getByRole('list', { name: 'What leaves' }).getByRole('listitem')

const sold = parseUnits('100', 18)

/** Deploys the bait with more ETH than it pays. */
const plantBait = async ({ local: { url, contracts } }: Chains) => {
  const { dai } = contracts
  const bait = await plant(url, 'Bait', [dai])
  await rpc(url, 'anvil_setBalance', [bait.address, numberToHex(10n ** 20n)])
  /** Builds the calls that sell to the bait, with an allowance of `allowed`. */
  const trade = (allowed: bigint): Call[] => {
    const args = [bait.address, allowed] as const
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args })
    return [
      { to: dai, data },
      { to: bait.address, data: bait.encode('trade', [sold]) },
    ]
  }
  return { ...bait, url, dai, trade }
}

/** Sends the calls and counts how often Approve is held back after it was armed. */
const ask = async ({ context }: Wallet, page: Page, calls: Call[], shown: RegExp[]) => {
  const answer = sendCalls(page, { calls })
  const window = await approvalWindow(context)
  await expect(lines(window)).toHaveText(shown)
  await isArmed(window)
  await approveButton(window).focus()
  await window.evaluate(stopTimers)
  return { answer, window, holds: await countHolds(window) }
}

test('a contract that its owner turns between look and click is seen and holds Approve back', async ({
  chains,
  wallet,
  connected,
}) => {
  const bait = await plantBait(chains)
  const { url, dai } = bait
  const before = await tokensOf(url, dai, alice)
  const shown = [/You send−100 lDAI/, /You receive\+1 ETH/]
  const asked = await ask(wallet, connected, bait.trade(3n * sold), shown)
  const { answer, window, holds } = asked

  await test.step('it takes twice as much and pays nothing', async () => {
    await bait.tell('turn', [trick.takes])
    await expect(lines(window)).toHaveText([
      /You send−200 lDAI.*was −?100 lDAI/,
      'No longer arrives: +1 ETH',
    ])
    await expect(window.getByRole('status')).toHaveText('Changed: look again')
    expect(await holds()).toEqual({ held: 1, focus: true })
    await looksWell(window, 'bait')
    await isArmed(window)
  })

  await test.step('it takes less and leaves more to be taken: within 10 s, the worst stands there', async () => {
    await bait.tell('turn', [trick.diverts])
    await expect(lines(window)).toHaveText([/You send( at most−200 lDAI.*now 100 lDAI|−100 lDAI)/])
    expect(await holds()).toEqual({ held: 2, focus: true })
  })

  await test.step('it fails, and says where', async () => {
    await bait.tell('turn', [trick.fails])
    await expect(window.getByRole('alert').first()).toContainText('not today')
    await expect(window.getByRole('button', { name: 'Approve anyway' })).toBeVisible()
  })

  await test.step('it pays again, and what is approved is what happens', async () => {
    await bait.tell('turn', [trick.pays])
    await expect(lines(window)).toHaveText(shown)
    expect(await readRows(await openJournal(wallet), 'batches')).toEqual([])
    await approve(window)
    const [id] = await Promise.all([idOf(answer), closed(window)])
    expect((await settled(connected, id)).status).toBe(200)
    expect(before - (await tokensOf(url, dai, alice))).toBe(sold)
  })
})

test('what goes to somebody else at the click holds Approve back, the amounts the same @long', async ({
  chains,
  wallet,
  connected,
}) => {
  const bait = await plantBait(chains)
  const shown = [
    new RegExp(`^You send−100 lDAIreceived by ${bait.address}`, 'i'),
    /You receive\+1 ETH/,
  ]
  const { answer, window, holds } = await ask(wallet, connected, bait.trade(sold), shown)
  await bait.tell('turn', [trick.redirects])
  await expect(lines(window)).toHaveText([
    /^You send−100 lDAIreceived by .*Goes to a different receiver than before$/,
    /You receive\+1 ETH/,
  ])
  await expect(window.getByRole('status')).toHaveText('Changed: look again')
  expect((await holds()).held).toBe(1)
  await looksWell(window, 'bait-redirected')
  await isArmed(window)
  await reject(window)
  expect(await answer).toMatchObject({ error: { code: 4001 } })
})

test('what pays in every second block alone keeps Approve held back @long', async ({
  chains,
  wallet,
  connected,
}) => {
  const bait = await plantBait(chains)
  const { url } = bait
  const height = Number(await rpc<string>(url, 'eth_blockNumber'))
  // The window shows the outcome in the block after the pending one.
  if (height % 2 === 1) await rpc(url, 'evm_mine')
  const calls = [{ to: bait.address, data: bait.encode('gamble') }]
  const shown = [/You receive\+1 ETH/]
  const { answer, window, holds } = await ask(wallet, connected, calls, shown)
  for (let block = 1; block <= 4; block++) {
    await rpc(url, 'evm_mine')
    await expect(lines(window)).toHaveText(
      block % 2 === 1 ? ['No longer arrives: +1 ETH', /No balances change/] : shown,
    )
  }
  // Held back at least once: if blocks come faster than the button is armed again, it stays held.
  expect((await holds()).held).toBeGreaterThan(0)
  await reject(window)
  expect(await answer).toMatchObject({ error: { code: 4001 } })
})
