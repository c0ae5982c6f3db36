import type { Page } from '@playwright/test'
import { alice, bob, stranger } from '../../unit/accounts.ts'
import { countWindows, decided, openConnected } from '../support/walletPages.ts'
import { nonceOf } from '../support/chainState.ts'
import { request, idOf, payments, sendCalls, settled } from '../support/site.ts'
import { expect, test } from '../support/test.ts'
import { countRows, openJournal } from '../support/journal.ts'

const unauthorized = {
  error: {
    code: 4100,
    message: 'The requested account and/or method has not been authorized by the user',
  },
}

test('a site cannot act as, or ask about, an account that it was not given', async ({
  chains,
  wallet,
  dapp,
  connected,
}) => {
  const other = await wallet.context.newPage()
  await other.goto(dapp.other)
  const { url } = chains.local
  const nonces = () => Promise.all([alice, bob].map((account) => nonceOf(url, account)))
  const journal = await openJournal(wallet)
  const [rows, before] = [await countRows(journal), await nonces()]
  const windows = countWindows(wallet.context)

  const refused = async (page: Page, from: string) => {
    expect(await sendCalls(page, { from })).toEqual(unauthorized)
    const transaction = [{ from, to: stranger, value: '0x1' }]
    expect(await request(page, 'eth_sendTransaction', transaction)).toEqual(unauthorized)
    expect(await request(page, 'wallet_getCapabilities', [from])).toEqual(unauthorized)
  }
  for (const from of [bob, bob.toLowerCase(), stranger]) await refused(connected, from)
  // A site that is not connected has no accounts.
  await refused(other, alice)

  const capabilities = await request(connected, 'wallet_getCapabilities', [alice.toLowerCase()])
  expect(Object.keys(capabilities.result as object)).toEqual([
    '0x0',
    '0x7a69',
    '0x2105',
    '0x14a34',
    // Ethereum, Sepolia, OP Mainnet, Arbitrum, Polygon, BNB.
    '0x1',
    '0xaa36a7',
    '0xa',
    '0xa4b1',
    '0x89',
    '0x38',
  ])
  expect(await countRows(journal)).toEqual(rows)
  expect(await nonces()).toEqual(before)
  expect(windows()).toBe(0)
})

test('a batch is known to its own site alone', async ({ wallet, dapp, connected }) => {
  const sent = sendCalls(connected, { calls: payments.slice(0, 1) })
  const id = await idOf(decided(wallet.context, sent))
  const other = await openConnected(wallet, dapp.other, 'Local')
  const theirs = await request(other, 'wallet_getCallsStatus', [id])
  const never = await request(other, 'wallet_getCallsStatus', ['0x1234'])
  expect(theirs).toMatchObject({ error: { code: 5730 } })
  expect(theirs).toEqual(never)
  expect((await settled(connected, id)).status).toBe(200)
})
