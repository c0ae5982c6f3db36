import type { Page } from '@playwright/test'
import { delegateTo, listed, unlisted } from '../../chain/delegates.ts'
import { executor } from '../../chain/executor.ts'
import { rpc } from '../../chain/rpc.ts'
import { alice, stranger } from '../../unit/accounts.ts'
import { decided, approve, mayClose } from '../support/walletPages.ts'
import { codeOf, nonceOf, weiOf } from '../support/chainState.ts'
import { request, idOf, sendCalls, settled } from '../support/site.ts'
import { expect, test } from '../support/test.ts'

const press = (window: Page, name: string) =>
  mayClose(window, () => window.getByRole('button', { name, exact: true }).click())

/** The screen splits an address into two elements. */
const names = (window: Page, address: string) =>
  expect(window.getByText(address, { exact: false }).first()).toBeVisible()

const code = (delegate: string) => `0xef0100${delegate.slice(2).toLowerCase()}`

/** Asked more than once: a node that takes longer than 2 s is not awaited, and counts from the next request on. */
const capability = async (page: Page) => {
  const { result } = await request(page, 'wallet_getCapabilities', [alice, ['0x7a69']])
  return (result as Record<string, { atomic: { status: string } }>)['0x7a69']?.atomic.status
}

for (const [name, delegate, contract] of [
  ['MetaMask', listed.metaMask, 'Erc7821Executor'],
  ['Ambire', listed.ambire, 'SenderExecutor'],
  ['OKX', listed.okx, 'SelfExecutor'],
] as const)
  test(`a batch runs as one through the code of ${name} that the account has already @long`, async ({
    chains,
    wallet,
    connected,
  }) => {
    const { url } = chains.local
    await delegateTo(url, alice, delegate, contract)
    const nonce = await nonceOf(url, alice)
    await expect.poll(() => capability(connected)).toBe('supported')
    const answer = decided(wallet.context, sendCalls(connected), async (window) => {
      await expect(window.getByText(`The account is delegated to code of ${name}`)).toBeVisible()
      await names(window, delegate)
      await approve(window)
    })
    const { receipts, ...status } = await settled(connected, await idOf(answer))
    expect(status).toMatchObject({ status: 200, atomic: true })
    expect(receipts).toHaveLength(1)
    const [receipt] = receipts ?? []
    const sent = await rpc(url, 'eth_getTransactionByHash', [receipt?.transactionHash])
    expect(sent).toMatchObject({ type: '0x2', to: alice.toLowerCase(), value: '0x0' })
    expect(await weiOf(url, stranger)).toBe(3n)
    expect(await nonceOf(url, alice)).toBe(nonce + 1)
    expect(await codeOf(url, alice)).toBe(code(delegate))
  })

test.describe('code that nobody lists, or that ignores batches, is named and never run through', () => {
  test('replaced where the user says so: all calls as one, through ours', async ({
    chains,
    wallet,
    connected,
  }) => {
    const { url } = chains.local
    await delegateTo(url, alice, unlisted, 'Simple7702Account')
    const nonce = await nonceOf(url, alice)
    await expect.poll(() => capability(connected)).toBe('ready')
    const sent = sendCalls(connected, { atomicRequired: false })
    const answer = decided(wallet.context, sent, async (window) => {
      await expect(window.getByText('code unknown to Volley')).toBeVisible()
      await names(window, unlisted)
      await press(window, 'Replace its code')
      await expect(
        window.getByRole('heading', { name: 'This replaces the account’s code' }),
      ).toBeVisible()
      await names(window, unlisted)
      await names(window, executor)
      await approve(window)
    })
    const { receipts, ...status } = await settled(connected, await idOf(answer))
    expect(status).toMatchObject({ status: 200, atomic: true })
    expect(receipts).toHaveLength(1)
    expect(await codeOf(url, alice)).toBe(code(executor))
    expect(await nonceOf(url, alice)).toBe(nonce + 2)
    expect(await weiOf(url, stranger)).toBe(3n)
    await expect.poll(() => capability(connected)).toBe('supported')
  })

  test('kept where the user says nothing: one call after another @long', async ({
    chains,
    wallet,
    connected,
  }) => {
    const { url } = chains.local
    await delegateTo(url, alice, listed.metaMask, 'IgnoringExecutor')
    const sent = sendCalls(connected, { atomicRequired: false })
    const answer = decided(wallet.context, sent, async (window) => {
      await names(window, listed.metaMask)
      await press(window, 'Replace its code')
      // The quote of the other way moves the button when it arrives.
      await expect(window.getByText('All or nothing')).toBeVisible()
      await press(window, 'Keep its code')
      await expect(window.getByText('2 transactions, one after another')).toBeVisible()
      await approve(window)
    })
    const { receipts, ...status } = await settled(connected, await idOf(answer))
    expect(status).toMatchObject({ status: 200, atomic: false })
    expect(receipts).toHaveLength(2)
    expect(await codeOf(url, alice)).toBe(code(listed.metaMask))
    expect(await weiOf(url, stranger)).toBe(3n)
  })

  test('refused where the site needs all calls as one: 5750', async ({
    chains,
    wallet,
    connected,
  }) => {
    const { url } = chains.local
    await delegateTo(url, alice, unlisted, 'IgnoringExecutor')
    const nonce = await nonceOf(url, alice)
    const answer = await decided(wallet.context, sendCalls(connected), async (window) => {
      await names(window, unlisted)
      await press(window, 'Refuse replacement')
    })
    expect(answer).toEqual({
      error: { code: 5750, message: 'EIP-7702 upgrade rejected for this chain and account' },
    })
    expect(await nonceOf(url, alice)).toBe(nonce)
    expect(await codeOf(url, alice)).toBe(code(unlisted))
  })
})
