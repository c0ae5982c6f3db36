import { beforeEach, describe, expect, test } from 'vitest'
import { remember } from '@/lib/network/facts'
import { emptyDatabase } from '../database'
import { alice, stranger } from '../accounts'
import { connectSite } from '../../harness/connectSite'
import { openWallet } from './siteWallet'

const wallet = openWallet()

const bytes = (count: number) => `0x${'00'.repeat(count)}`
const many = (count: number, data = '0x') =>
  Array.from({ length: count }, () => ({ to: stranger, data }))

beforeEach(async () => {
  await emptyDatabase()
  await connectSite()
})

const send = (change: object) =>
  wallet.send('wallet_sendCalls', [
    { version: '2.0.0', from: alice, chainId: '0x2105', atomicRequired: false, ...change },
  ])

const opens = async (change: object) => {
  const params = [
    { version: '2.0.0', from: alice, chainId: '0x2105', atomicRequired: false, ...change },
  ]
  const { id, row } = await wallet.ask('wallet_sendCalls', params)
  await wallet.reject(id)
  return row.state
}

describe('the number of calls', () => {
  test.each([true, false])('is at most 1000, atomic or not: %s', async (atomicRequired) => {
    expect((await send({ atomicRequired, calls: many(1001) })).error).toEqual({
      code: 5740,
      message: 'The batch is too large for the wallet to process: 1001 calls, at most 1000',
    })
  })

  test('may be 1000', async () => {
    expect(await opens({ calls: many(1000) })).toBe('pending')
  })
})

describe('the bytes of a signed transaction', () => {
  // 320 bytes are kept for the fields of the transaction beside its data.
  test.each<[string, object, string]>([
    [
      'one call too long for any',
      { calls: many(1, bytes(131_073)) },
      'calls[0] takes 131393 bytes signed',
    ],
    [
      'the second of two',
      { calls: [...many(1), ...many(1, bytes(131_080))] },
      'calls[1] takes 131400 bytes signed',
    ],
    // By the ABI: selector, offset and count (68), then a word of offset, four of fields, and padded data.
    [
      'two that fit alone',
      { atomicRequired: true, calls: many(2, bytes(70_000)) },
      `all calls take ${320 + 68 + 2 * (32 + 128 + 70_016)} bytes signed`,
    ],
    [
      'a thousand short ones, by their encoding',
      { atomicRequired: true, calls: many(1000, bytes(68)) },
      `all calls take ${320 + 68 + 1000 * (32 + 128 + 96)} bytes signed`,
    ],
  ])('are too many, and the message says how many: %s', async (_, change, words) => {
    expect((await send(change)).error).toEqual({
      code: 5740,
      message: `The batch is too large for the wallet to process: ${words}, at most 131072`,
    })
  })

  test.each<[string, object]>([
    ['a call of almost 128 KiB', { calls: many(1, bytes(130_000)) }],
    ['two in order that fit alone', { calls: many(2, bytes(70_000)) }],
    ['a thousand in order', { calls: many(1000, bytes(68)) }],
    ['one that must be atomic and is so by nature', { atomicRequired: true, calls: many(1) }],
  ])('are few enough: %s', async (_, change) => {
    expect(await opens(change)).toBe('pending')
  })
})

test('a text over 1 MiB is too large before anything else of it is looked at', async () => {
  const { error } = await wallet.send('wallet_sendCalls', `["${'€'.repeat(350_000)}"]`)
  expect(error).toEqual({
    code: 5740,
    message:
      'The batch is too large for the wallet to process: params take 1050004 bytes, at most 1048576',
  })
})

test('a text that the relay has cut is told as the least that it had', async () => {
  const { error } = await wallet.send('wallet_sendCalls', `["${'x'.repeat(2 * 1024 * 1024)}`)
  expect(error?.message).toMatch(/params take at least 2097154 bytes, at most 1048576$/)
})

test.each<[string, number | undefined, string, boolean]>([
  ['nothing but the cap of a transaction is known', undefined, '0x1000000', true],
  ['a block holds less', 0x200000, '0x200001', false],
  ['a block holds just that', 0x200000, '0x200000', true],
])(
  'the gas of one call is bound by what is known of the network: %s',
  async (_, limit, gas, isIt) => {
    if (limit) await remember('blockGas:8453', limit)
    const calls = [
      { to: stranger },
      { to: stranger, capabilities: { gasLimitOverride: { value: gas } } },
    ]
    if (isIt) return expect(await opens({ calls })).toBe('pending')
    const { error } = await send({ calls })
    expect(error?.code).toBe(-32602)
    expect(error?.message).toContain(
      'calls[1].capabilities.gasLimitOverride.value must be at most 0x200000',
    )
  },
)

describe('the gas of one call, by the chain’s own cap', () => {
  const over = { to: stranger, capabilities: { gasLimitOverride: { value: '0x1800000' } } }

  test.each<[string, number]>([
    ['0x89', 137],
    ['0xa4b1', 42_161],
  ])('twice the usual cap on %s', async (chainId, id) => {
    await connectSite(undefined, undefined, id)
    expect(await opens({ chainId, calls: [over] })).toBe('pending')
    const beyond = { value: '0x2000001' }
    const calls = [{ to: stranger, capabilities: { gasLimitOverride: beyond } }]
    expect((await send({ chainId, calls })).error?.message).toMatch(/at most 0x2000000 on this/)
  })

  test('the usual one on Base', async () => {
    expect((await send({ calls: [over] })).error).toMatchObject({ code: -32602 })
  })
})

describe('capabilities', () => {
  const call = { to: stranger }
  const withCall = (capabilities: object) => ({ calls: [call, { ...call, capabilities }] })

  test.each<[string, object, string]>([
    ['at the top level', { capabilities: { magic: {} } }, 'magic'],
    ['of a call', withCall({ magic: {} }), 'magic'],
    ['that are no object', { capabilities: { magic: true } }, 'magic'],
    ['not optional by a word', { capabilities: { magic: { optional: 'true' } } }, 'magic'],
    ['not optional by false', { capabilities: { magic: { optional: false } } }, 'magic'],
    [
      'a call’s own at the top level',
      { capabilities: { gasLimitOverride: { value: '0x5208' } } },
      'gasLimitOverride',
    ],
    [
      'several, each once',
      {
        capabilities: { a: {}, b: { optional: true }, c: {} },
        calls: [
          { ...call, capabilities: { d: {}, a: {} } },
          { ...call, capabilities: { e: { optional: true }, f: 1 } },
        ],
      },
      'a, c, d, f',
    ],
    [
      'by the name that objects hide',
      { capabilities: JSON.parse('{"__proto__":{}}') as object },
      '__proto__',
    ],
    [
      'optional only by that name',
      { capabilities: JSON.parse('{"magic":{"__proto__":{"optional":true}}}') as object },
      'magic',
    ],
    [
      'by that name on a call',
      withCall(JSON.parse('{"__proto__":{"gasLimitOverride":{"value":"0x1"}}}') as object),
      '__proto__',
    ],
    ['by a name of every object', { capabilities: { constructor: {} } }, 'constructor'],
  ])('that are required are all named: %s', async (_, change, names) => {
    expect((await send({ calls: [call], ...change })).error).toEqual({
      code: 5700,
      message: `The wallet does not support a capability that was not marked as optional: ${names}`,
    })
  })

  test('are not named at any length', async () => {
    const capabilities = Object.fromEntries(
      Array.from({ length: 1000 }, (_, index) => [`${'x'.repeat(500)}${index}`, {}]),
    )
    expect((await send({ calls: [call], capabilities })).error?.message.length).toBeLessThan(1300)
  })

  test.each<[string, object]>([
    ['at the top level', { calls: [call], capabilities: { magic: { optional: true } } }],
    ['of a call', withCall({ magic: { optional: true, value: 'x' } })],
    ['that are none', { calls: [call], capabilities: {} }],
  ])('that are optional are ignored: %s', async (_, change) => {
    expect(await opens(change)).toBe('pending')
  })
})
