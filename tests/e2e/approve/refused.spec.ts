import { rpc } from '../../chain/rpc.ts'
import { alice, bob, stranger } from '../../unit/accounts.ts'
import {
  closed,
  countWindows,
  decided,
  openConnected,
  approvalWindow,
  close,
  refuseUpgrade,
  reject,
  yes,
} from '../support/walletPages.ts'
import { nonceOf, weiOf } from '../support/chainState.ts'
import { request, idOf, payments, sendCalls, settled } from '../support/site.ts'
import { expect, test } from '../support/test.ts'
import { countRows, openJournal } from '../support/journal.ts'

const notPossible = async (window: Awaited<ReturnType<typeof approvalWindow>>) => {
  await expect(window.getByRole('heading', { name: 'Not possible' })).toBeVisible()
  await close(window)
}

test('a refused or closed batch is 4001, a refused upgrade that it needs 5750', async ({
  chains,
  wallet,
  connected,
}) => {
  const journal = await openJournal(wallet)
  const nonce = await nonceOf(chains.local.url, alice)
  const answer = () => decided(wallet.context, sendCalls(connected, { id: 'again' }), reject)
  expect(await answer()).toEqual({ error: { code: 4001, message: 'User rejected the request' } })

  const shut = decided(wallet.context, sendCalls(connected, { id: 'again' }), (window) =>
    window.close(),
  )
  expect(await shut).toMatchObject({ error: { code: 4001 } })

  const kept = decided(wallet.context, sendCalls(connected, { id: 'again' }), refuseUpgrade)
  expect(await kept).toEqual({
    error: { code: 5750, message: 'EIP-7702 upgrade rejected for this chain and account' },
  })
  expect(await countRows(journal)).toMatchObject({ batches: 0 })
  expect(await nonceOf(chains.local.url, alice)).toBe(nonce)
})

test('an id is reserved while the user decides, free after a refusal, taken after approval', async ({
  wallet,
  dapp,
  connected,
}) => {
  const duplicate = {
    code: 5720,
    message: 'There is already a batch submitted with the specified batch ID',
  }
  const windows = countWindows(wallet.context)
  const mine = (over: object = {}) =>
    sendCalls(connected, { id: 'mine', calls: payments.slice(0, 1), ...over })

  const first = mine()
  const window = await approvalWindow(wallet.context)
  expect((await mine()).error).toEqual(duplicate)
  await reject(window)
  expect(await first).toMatchObject({ error: { code: 4001 } })
  await closed(window)

  expect(await idOf(decided(wallet.context, mine()))).toBe('mine')
  expect((await mine()).error).toEqual(duplicate)
  expect((await settled(connected, 'mine')).status).toBe(200)
  expect((await mine({ from: alice.toLowerCase() })).error).toEqual(duplicate)
  expect(windows()).toBe(2)

  const other = await openConnected(wallet, dapp.other, 'Local')
  const theirs = sendCalls(other, { id: 'mine', calls: payments.slice(0, 1) })
  expect(await idOf(decided(wallet.context, theirs))).toBe('mine')
})

for (const { network, chainId, code, message } of [
  {
    network: 'Base Sepolia',
    chainId: '0x14a34',
    code: 5710,
    message: /^EIP-7702 not supported on the specified chain ID/,
  },
  { network: 'Base', chainId: '0x2105', code: 5760, message: /^The account cannot execute/ },
])
  test(`${network} runs calls in order alone: ${code}, at once from the second time on @long`, async ({
    chains,
    wallet,
    dapp,
  }) => {
    const page = await openConnected(wallet, dapp.url, network)
    const windows = countWindows(wallet.context)
    const { error } = await decided(wallet.context, sendCalls(page, { chainId }), notPossible)
    expect(error?.code).toBe(code)
    expect(error?.message).toMatch(message)
    expect(windows()).toBe(1)

    expect((await sendCalls(page, { chainId })).error).toMatchObject({ code })
    expect(windows()).toBe(1)
    const { result } = await request(page, 'wallet_getCapabilities', [alice, [chainId]])
    expect(result).toMatchObject({ [chainId]: { atomic: { status: 'unsupported' } } })

    const sent = sendCalls(page, { chainId, atomicRequired: false })
    const status = await settled(page, await idOf(decided(wallet.context, sent)))
    expect(status).toMatchObject({ status: 200, atomic: false, chainId })
    expect(status.receipts).toHaveLength(2)
    const { url } = code === 5710 ? chains.testnet : chains.base
    expect(await weiOf(url, stranger)).toBe(3n)
  })

test('an account that is a contract cannot run calls as one: 5760 @long', async ({
  chains,
  wallet,
  connected,
}) => {
  await rpc(chains.local.url, 'anvil_setCode', [alice, '0x6001'])
  const { error } = await decided(wallet.context, sendCalls(connected), notPossible)
  expect(error).toMatchObject({ code: 5760 })
})

test('data to an account that the site does not know is refused by the user, not by a code @long', async ({
  wallet,
  connected,
}) => {
  const calls = [{ to: bob, data: '0x34fcd5be' }]
  const refused = async (answer: ReturnType<typeof request>) => {
    const decision = decided(wallet.context, answer, async (window) => {
      await expect(window.getByRole('alert')).toContainText('another of your accounts')
      await expect(yes(window)).toBeHidden()
      await window.close()
    })
    expect((await decision).error).toEqual({ code: 4001, message: 'User rejected the request' })
  }
  await refused(sendCalls(connected, { calls }))
  await refused(request(connected, 'eth_sendTransaction', [{ from: alice, ...calls[0] }]))
  // Without data, the call is a payment and is accepted.
  const payment = sendCalls(connected, { calls: [{ to: bob, value: '0x1' }] })
  expect(await idOf(decided(wallet.context, payment))).toBeTruthy()
})
