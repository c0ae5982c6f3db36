import { parseUnits } from 'viem'
import { rpc } from '../../chain/rpc.ts'
import { alice, stranger } from '../../unit/accounts.ts'
import {
  countWindows,
  decided,
  approve,
  approveInOrder,
  refuseUpgrade,
} from '../support/walletPages.ts'
import {
  codeOf,
  nonceOf,
  swapCalls,
  tokensOf,
  tooMuch,
  waiting,
  weiOf,
} from '../support/chainState.ts'
import { expect, test } from '../support/test.ts'
import { idOf, payments, sendCalls, settled, type Status, statusOf } from '../support/site.ts'

const outcomes = ({ receipts = [] }: Status) => receipts.map(({ status }) => status)

const hashes = ({ receipts = [] }: Status) =>
  new Set(receipts.map(({ transactionHash }) => transactionHash)).size

test('calls run one after another when the upgrade is refused and nothing requires it @long', async ({
  chains,
  wallet,
  connected,
}) => {
  const { url, contracts } = chains.local
  const nonce = await nonceOf(url, alice)
  const windows = countWindows(wallet.context)
  const capabilities = { gasLimitOverride: { value: '0x30d40' }, other: { optional: true } }
  const calls = swapCalls(contracts).map((call, index) =>
    index === 1 ? { ...call, capabilities } : call,
  )
  const answer = sendCalls(connected, { atomicRequired: false, calls })
  const id = await idOf(
    decided(wallet.context, answer, async (window) => {
      await refuseUpgrade(window)
      await expect(window.getByText('3 transactions, one after another')).toBeVisible()
      await approve(window)
    }),
  )

  const status = await settled(connected, id)
  expect(status).toMatchObject({ status: 200, atomic: false })
  expect(outcomes(status)).toEqual(['0x1', '0x1', '0x1'])
  expect(hashes(status)).toBe(3)
  const second = status.receipts?.[1]?.transactionHash
  expect(await rpc(url, 'eth_getTransactionByHash', [second])).toMatchObject({ gas: '0x30d40' })
  expect(windows()).toBe(1)
  expect(await nonceOf(url, alice)).toBe(nonce + 3)
  expect(await codeOf(url, alice)).toBe('0x')
  expect(await tokensOf(url, contracts.dai, stranger)).toBe(parseUnits('50', 18))
})

test('the first failure stops the rest: 600 after one success, 500 after none', async ({
  chains,
  wallet,
  connected,
}) => {
  const { url, contracts } = chains.local
  const nonce = await nonceOf(url, alice)
  const inOrder = async (calls: object[]) => {
    const answer = sendCalls(connected, { atomicRequired: false, calls })
    const id = await idOf(decided(wallet.context, answer, approveInOrder))
    return settled(connected, id)
  }
  const [allow, failing] = swapCalls(contracts, tooMuch)
  const [payment = {}] = payments

  const partly = await inOrder([allow ?? {}, failing ?? {}, payment])
  expect(partly).toMatchObject({ status: 600, atomic: false })
  expect(outcomes(partly)).toEqual(['0x1', '0x0'])
  expect(await nonceOf(url, alice)).toBe(nonce + 2)

  const home = await wallet.popup('popup.html#activity')
  const row = home.getByRole('link').filter({ hasText: 'on Local' })
  await expect(row).toContainText(/Step 2 failed: .*TooLittleReceived/)
  await row.click()
  await expect(home.getByRole('heading', { level: 2 }).first()).toHaveText('Partly done')
  await expect(home.getByText(/^Step 2 failed: .*TooLittleReceived/)).toBeVisible()
  await expect(
    home.getByText(/^The simulation said that step 2 fails: .*TooLittleReceived/),
  ).toBeVisible()
  await home.close()

  const none = await inOrder([failing ?? {}, payment])
  expect(none).toMatchObject({ status: 500, atomic: false })
  expect(outcomes(none)).toEqual(['0x0'])
  expect(await nonceOf(url, alice)).toBe(nonce + 3)
  expect(await weiOf(url, stranger)).toBe(0n)
})

test('batches of one account do not interleave, and none is left behind @long', async ({
  chains,
  wallet,
  connected,
}) => {
  const { url } = chains.local
  const nonce = await nonceOf(url, alice)
  await rpc(url, 'evm_setAutomine', [false])
  const ids = ['first', 'second', 'third']
  for (const id of ids)
    await idOf(decided(wallet.context, sendCalls(connected, { id, calls: payments.slice(0, 1) })))
  // A site that polls constantly must not keep the wallet from continuing by itself.
  await connected.evaluate(() => {
    type Provider = { request: (request: object) => Promise<unknown> }
    const { ethereum } = window as unknown as { ethereum: Provider }
    const ask = () => ethereum.request({ method: 'wallet_getCallsStatus', params: ['first'] })
    // Below the number of open requests at which the wallet refuses all of the tab.
    let open = 0
    setInterval(() => {
      if (open === 100) return
      open++
      void ask().finally(() => open--)
    }, 20)
  })

  for (const [index, id] of ids.entries()) {
    await expect.poll(() => waiting(url), id).toBe(1)
    expect(await statusOf(connected, ids.at(-1) ?? '')).toMatchObject({ status: 100 })
    await rpc(url, 'evm_mine')
    expect((await settled(connected, id)).status).toBe(200)
    expect(await nonceOf(url, alice)).toBe(nonce + index + 1)
  }
  expect(await weiOf(url, stranger)).toBe(3n)
})
