import { getAddress, zeroAddress, type Address } from 'viem'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fitsReceived, receivedIn, type Received } from '@/components/incoming/received'
import { ReceivedRow } from '@/components/incoming/ReceivedRow'
import { UnknownReceived } from '@/components/incoming/UnknownReceived'
import { useListed } from '@/components/tokens/useListed'
import { shortHex } from '@/components/text/shortHex'
import { journal } from '@/lib/db'
import type { Incoming } from '@/lib/incoming/incoming'
import { alice, bob, stranger } from '../accounts'
import { hashOf } from '../batch/batches'
import { emptyDatabase } from '../database'
import { usdc } from '../decode/encode'
import { openDom } from './dom'

// The page’s line to the background, which the browser alone has.
vi.mock('@/components/store/session', () => ({ wallet: () => Promise.resolve({}) }))

const at = new Date(2026, 10, 22, 9, 41).getTime()

const received = (over: Partial<Received> = {}): Received => ({
  key: 'a',
  chainId: 8453,
  account: alice,
  token: usdc,
  amount: '0x5f5e100',
  from: bob,
  hash: hashOf('a'),
  at,
  isSeen: false,
  ...over,
})

let dom: Awaited<ReturnType<typeof openDom>>
beforeEach(async () => {
  await emptyDatabase()
  await useListed.ahead()
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 22, 12, 0) })
  dom = await openDom()
})
afterEach(async () => {
  await dom.close()
  vi.useRealTimers()
})

const step = () => dom.settle(() => new Promise((resolve) => setImmediate(resolve)))
const until = async (isSo: () => boolean) => {
  while (!isSo()) await step()
}
const row = async (over: Partial<Received> = {}) => {
  await dom.show(ReceivedRow, { received: received(over) })
  await until(() => dom.text().includes('Received'))
  return dom.text()
}

test('a token from somebody says so, with the time of its block', async () => {
  const text = await row()
  expect(text).toContain(`Received 100 USDC from ${shortHex(bob)}on Base, 9:41`)
  expect(text).toMatch(/9:41\sAM/)
})

test('coin has no sender, and the time at which it was seen', async () => {
  const coin: Partial<Received> = {
    token: undefined,
    from: undefined,
    amount: '0x16345785d8a0000',
    isSeen: true,
  }
  expect(await row(coin)).toMatch(/Received 0\.1 ETHon Base, seen 9:41\sAM$/)
})

test('a contact goes by name', async () => {
  await journal.contacts.add({ address: bob, name: 'Maria' })
  await row()
  await until(() => dom.text().includes('from Maria'))
  expect(dom.text()).not.toContain('resembles')
})

test('a sender with the first and last digits of a contact is marked, and has not its name', async () => {
  const twin: Address = getAddress(`${bob.slice(0, 6)}${'0'.repeat(32)}${bob.slice(-4)}`)
  await journal.contacts.add({ address: bob, name: 'Maria' })
  await row({ from: twin })
  await until(() => dom.text().includes('The sender’s address resembles one you know.'))
  expect(dom.text()).not.toContain('Maria')
})

test('a token that is neither listed nor the account’s own never goes by a symbol', async () => {
  expect(await row({ token: stranger })).toContain(`Received ${shortHex(stranger)} from`)
})

const incoming: Incoming = {
  start: 0,
  walk: { parts: [{ from: 0, to: 9 }], span: 1, refused: Infinity, calm: 0 },
  receipts: [
    {
      token: usdc,
      from: bob,
      amount: '0x1',
      block: 5,
      hash: hashOf('a'),
      index: 0,
      time: 5,
      seenAt: 9,
    },
  ],
  unknown: [
    { token: stranger, from: bob, amount: '0x1', block: 5, hash: hashOf('b'), index: 0, seenAt: 9 },
  ],
  rises: [{ amount: '0x2', since: 1, block: 8, seenAt: 8 }],
  state: 'all',
}

test('rows come newest first, and none of them is of a token that nobody knows', () => {
  const rows = receivedIn({ chainId: 8453, account: alice, incoming })
  expect(rows).toMatchObject([
    { token: undefined, from: undefined, at: 8, isSeen: true },
    { token: usdc, from: bob, at: 5, isSeen: false },
  ])
})

test('what a token makes anew has no sender', () => {
  const [first] = incoming.receipts
  if (!first) throw new Error('nothing was received')
  const receipts = [{ ...first, from: zeroAddress }]
  const [row] = receivedIn({
    chainId: 8453,
    account: alice,
    incoming: { ...incoming, receipts, rises: [] },
  })
  expect(row).toMatchObject({ token: usdc, from: undefined, hash: hashOf('a') })
})

test('the filter of the activity counts for what arrived', () => {
  const fits = (filter: Parameters<typeof fitsReceived>[0]) => fitsReceived(filter, received())
  expect(fits({})).toBe(true)
  expect(fits({ became: 'done', chainId: 8453, account: alice })).toBe(true)
  expect(fits({ text: bob.toLowerCase() })).toBe(true)
  expect(fits({ text: hashOf('a') })).toBe(true)
  for (const filter of [
    { became: 'failed' },
    { became: 'open' },
    { chainId: 1 },
    { account: bob },
    { origin: 'https://dapp.example' },
    { text: stranger },
  ] as const)
    expect(fits(filter)).toBe(false)
})

test('unknown tokens are counted, and closed; a node that gives no logs is named', async () => {
  const refused: Incoming = { ...incoming, state: 'refused' }
  const arrived = [{ chainId: 8453, account: alice, incoming: refused }]
  await dom.show(UnknownReceived, { arrived })
  expect(dom.text()).toContain('Unknown tokens: 1')
  expect(dom.text()).not.toContain(shortHex(stranger))
  expect(dom.text()).toContain('The node of Base provides no logs. Received tokens may be missing.')
})
