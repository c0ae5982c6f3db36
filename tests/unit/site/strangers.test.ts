import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { strangerShare } from '@/lib/rpc/strangers'
import { connectSite } from '../../harness/connectSite'
import { emptyDatabase } from '../database'
import { openWallet } from './siteWallet'

const wallet = openWallet()

beforeEach(async () => {
  await emptyDatabase()
  wallet.node.mockReset()
  wallet.node.mockResolvedValue('0x1')
})
afterEach(() => {
  vi.restoreAllMocks()
})

/** Returns how each question to the node counted: true for a site that is not connected. */
const counted = () =>
  (wallet.node.mock.calls as unknown[][]).map(([, , , isStranger]) => isStranger)

/** Methods that ask the node, each in a way of its own. */
const reads: [string, unknown[]][] = [
  ['eth_gasPrice', []],
  ['eth_newBlockFilter', []],
  ['eth_newFilter', [{}]],
]

test.each(reads)('%s of a site that is not connected is a stranger’s', async (method, params) => {
  await wallet.send(method, params)
  expect(new Set(counted())).toEqual(new Set([true]))
  await connectSite()
  wallet.node.mockClear()
  await wallet.send(method, params)
  expect(new Set(counted())).toEqual(new Set([false]))
})

test.each(reads)('%s counts towards what a stranger may ask', async (method, params) => {
  vi.spyOn(Date, 'now').mockReturnValue(Date.now())
  const origin = `https://${method.toLowerCase().replace('_', '-')}.example`
  const most = strangerShare.each.most
  for (let index = 0; index < most; index++) await wallet.send(method, params, { origin })
  expect(await wallet.send(method, params, { origin })).toMatchObject({ error: { code: -32005 } })
  expect(wallet.node.mock.calls).toHaveLength(most)
})

test('a stranger’s transaction is tied to no user: it goes to nobody', async () => {
  const answer = await wallet.send('eth_sendRawTransaction', ['0x02'])
  expect(answer).toMatchObject({ error: { code: 4100 } })
  expect(wallet.node).not.toHaveBeenCalled()
})
