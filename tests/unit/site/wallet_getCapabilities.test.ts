import { beforeEach, describe, expect, test } from 'vitest'
import { delegation, executor } from '@/lib/delegate/executor'
import { remember } from '@/lib/network/facts'
import { emptyDatabase } from '../database'
import { fakeNode } from '../network/fakeNode'
import { alice, bob, stranger } from '../accounts'
import { connectSite } from '../../harness/connectSite'
import { openWallet } from './siteWallet'

const wallet = openWallet()
const capabilities = (...params: unknown[]) => wallet.send('wallet_getCapabilities', params)

const everywhere = { gasLimitOverride: { supported: true } }
const can = (status: string) => ({ atomic: { status }, ...everywhere })

beforeEach(async () => {
  await emptyDatabase()
  await connectSite()
})

/** The chain is known to be able; the account’s code is asked of the node. */
const able = async (code = '0x', chainId = 8453) => {
  await remember(`7702:${chainId}`, true)
  await remember(`executor:${chainId}`, true)
  return fakeNode({ eth_getCode: () => code })
}

const others = ['0x7a69', '0x14a34', '0x1', '0xaa36a7', '0xa', '0xa4b1', '0x89', '0x38']

test('all networks are told, what holds everywhere under 0x0 and again under each', async () => {
  await able()
  expect(await capabilities(alice)).toEqual({
    result: {
      '0x0': everywhere,
      '0x2105': can('ready'),
      ...Object.fromEntries(others.map((chainId) => [chainId, can('unsupported')])),
    },
  })
})

test.each<[string, string]>([
  ['ready', '0x'],
  ['supported', delegation(executor)],
  ['supported', delegation(executor)],
  ['ready', delegation(stranger)],
  ['unsupported', '0x6001'],
])('an account is %s for what stands in its code', async (status, code) => {
  await able(code)
  expect(await capabilities(alice, ['0x2105'])).toEqual({
    result: { '0x0': everywhere, '0x2105': can(status) },
  })
})

describe('the chains that are named', () => {
  test.each<[string, unknown, string[]]>([
    ['one', ['0x2105'], ['0x0', '0x2105']],
    ['two', ['0x14a34', '0x2105'], ['0x0', '0x14a34', '0x2105']],
    ['none', [], ['0x0']],
    ['null, which is absent', null, ['0x0', '0x2105', ...others].toSorted()],
    ['one that nobody knows beside one', ['0x2', '0x2105'], ['0x0', '0x2105']],
    ['only one that nobody knows', ['0x2'], ['0x0']],
    ['one beyond all numbers', [`0x${'f'.repeat(400)}`], ['0x0']],
  ])('are told and no others: %s', async (_, chainIds, names) => {
    await able()
    const { result } = await capabilities(alice, chainIds)
    expect(Object.keys(result as object).toSorted()).toEqual(names)
  })
})

describe('the node that is asked', () => {
  test('is the site’s own network’s alone', async () => {
    await able('0x', 84532)
    const { asked } = await able()
    const { result } = await capabilities(alice)
    expect(result).toMatchObject({ '0x14a34': can('ready') })
    expect([...new Set(asked.map(({ url }) => url))]).toEqual(['https://mainnet.base.org'])
  })

  test('and is silent: what was learnt before is told', async () => {
    await able()
    fakeNode({})
    expect(await capabilities(alice, ['0x2105'])).toMatchObject({
      result: { '0x2105': can('ready') },
    })
  })

  test('and is silent, and nothing was learnt: unsupported, which means in order', async () => {
    fakeNode({})
    expect(await capabilities(alice, ['0x2105'])).toMatchObject({
      result: { '0x2105': can('unsupported') },
    })
  })
})

test('an account that the site was not granted is not told of', async () => {
  for (const account of [bob, stranger])
    expect(await capabilities(account)).toMatchObject({ error: { code: 4100 } })
})

describe('a request that is malformed is told its field', () => {
  test.each<[string, unknown, RegExp]>([
    ['no account', [], /params/],
    ['a short account', ['0x12'], /params\[0\]/],
    ['an account that is none', [null], /params\[0\]/],
    ['chains that are no list', [alice, '0x1'], /params\[1\]/],
    ['a chain in decimals', [alice, ['8453']], /params\[1\]\[0\]/],
    ['a chain as a number', [alice, [8453]], /params\[1\]\[0\]/],
    ['a chain with zeros', [alice, ['0x1', '0x01']], /params\[1\]\[1\]/],
    ['more than that', [alice, ['0x1'], 5], /params/],
  ])('%s', async (_, params, field) => {
    const { error } = await wallet.send('wallet_getCapabilities', params)
    expect(error?.code).toBe(-32602)
    expect(error?.message).toMatch(field)
    expect(error?.message).toMatch(
      /^The wallet cannot parse the request: \S+ (must|is not valid|Too)/,
    )
  })
})
