import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
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
  // Tabs of their own: what one method takes of its tab is no other's.
  const tab = reads.findIndex(([name]) => name === method)
  const origin = `https://${method.toLowerCase().replace('_', '-')}.example`
  const most = strangerShare.site.most
  for (let index = 0; index < most; index++) await wallet.send(method, params, { origin, tab })
  expect(await wallet.send(method, params, { origin, tab })).toMatchObject({
    error: { code: -32005 },
  })
  expect(wallet.node.mock.calls).toHaveLength(most)
})

describe('one tab’s flood of frames', () => {
  const evil = 'https://evil.example'

  /** Has frames of ten origins in one tab ask all that they may; returns how many answers they got. */
  const flood = async (tab: number) => {
    const asked = Array.from({ length: 10 * strangerShare.site.most }, (_, index) =>
      wallet.send('eth_getBalance', [index], {
        origin: `https://frame-${index % 10}-of-${tab}.example`,
        tab,
        top: evil,
      }),
    )
    return (await Promise.all(asked)).filter(({ error }) => !error).length
  }

  const isAnswered = async (origin: string, tab: number) =>
    !(await wallet.send('eth_gasPrice', [], { origin, tab })).error

  test('leaves sites in other tabs, and the page around it, their share', async () => {
    // Hours later, so that what the tests before have taken is there again.
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 3_600_000)
    const answered = await flood(7)
    expect(await isAnswered('https://calm.example', 8)).toBe(true)
    expect(await isAnswered(evil, 7)).toBe(true)
    expect(answered).toBeGreaterThan(0)
  })
})

test('a stranger’s transaction is tied to no user: it goes to nobody', async () => {
  const answer = await wallet.send('eth_sendRawTransaction', ['0x02'])
  expect(answer).toMatchObject({ error: { code: 4100 } })
  expect(wallet.node).not.toHaveBeenCalled()
})
