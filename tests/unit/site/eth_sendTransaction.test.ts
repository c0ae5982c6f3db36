import { keccak256 } from 'viem'
import { beforeEach, describe, expect, test } from 'vitest'
import { append } from '@/lib/batch/journal'
import type { Event } from '@/lib/db/batchEvent'
import { journal } from '@/lib/db'
import { emptyDatabase } from '../database'
import { alice, bob, stranger } from '../accounts'
import { connectSite } from '../../harness/connectSite'
import { decision, openWallet } from './siteWallet'

const wallet = openWallet()

const transaction = { from: alice, to: stranger }

beforeEach(async () => {
  await emptyDatabase()
  await connectSite()
})

const kept = async (change: object): Promise<unknown> => {
  const { id, row } = await wallet.ask('eth_sendTransaction', [{ ...transaction, ...change }])
  await wallet.reject(id)
  return row.params
}

const batchOf = (call: object, suggestedGas?: string, suggested?: object) => [
  {
    from: alice,
    chainId: 8453,
    atomicRequired: false,
    suggestedGas,
    suggested,
    calls: [{ to: stranger, value: '0x0', data: '0x', ...call }],
  },
]

describe('a transaction becomes a batch of one call', () => {
  test.each<[string, object, object]>([
    ['with nothing but a recipient', {}, {}],
    ['with a value', { value: '0x5' }, { value: '0x5' }],
    ['with data', { data: '0xabcd' }, { data: '0xabcd' }],
    ['with input, as clients since 2023 name it', { input: '0xabcd' }, { data: '0xabcd' }],
    ['with both alike', { data: '0xab', input: '0xab' }, { data: '0xab' }],
    ['with nulls', { value: null, data: null, gas: null, chainId: null, type: null }, {}],
    ['of an ordinary type', { type: '0x2', accessList: [] }, {}],
    ['with a list of authorizations that is absent', { authorizationList: null }, {}],
  ])('%s', async (_, change, call) => {
    expect(await kept(change)).toEqual(batchOf(call))
  })

  test('as a deployment where it has no recipient', async () => {
    expect(await kept({ to: undefined, data: '0x6000' })).toEqual(
      batchOf({ to: null, data: '0x6000' }),
    )
    expect(await kept({ to: null, data: '0x6000' })).toEqual(batchOf({ to: null, data: '0x6000' }))
  })

  test('on the site’s network, whether it names it or not', async () => {
    expect(await kept({ chainId: '0x2105' })).toEqual(batchOf({}))
  })

  test('its gas limit a suggestion, not a limit of the call', async () => {
    expect(await kept({ gas: '0x5208' })).toEqual(batchOf({}, '0x5208', { gas: '0x5208' }))
  })

  test.each([
    { nonce: '0x63' },
    { nonce: '0xffffffffffffffff' },
    { maxFeePerGas: '0x77359400', maxPriorityFeePerGas: '0x0' },
    { gasPrice: '0x1', nonce: '0x0' },
  ])('its nonce and fees kept to be shown, not obeyed: %j', async (suggested) => {
    expect(await kept(suggested)).toEqual(batchOf({}, undefined, suggested))
  })
})

describe('a transaction is refused', () => {
  test.each<[string, object, number, string]>([
    ['of type 4', { type: '0x4' }, -32602, 'type must not be 0x4'],
    ['of type 4 with zeros', { type: '0x04' }, -32602, 'type must not be 0x4'],
    ['of type 4 in decimals', { type: '4' }, -32602, 'type must not be 0x4'],
    ['of type 4 as a number', { type: 4 }, -32602, 'type'],
    [
      'with authorizations',
      { authorizationList: [{}] },
      -32602,
      'authorizationList must be absent',
    ],
    ['with no authorizations', { authorizationList: [] }, -32602, 'authorizationList'],
    ['with data that contradict', { data: '0x01', input: '0x02' }, -32602, 'data must be the same'],
    ['to the zero address', { to: `0x${'0'.repeat(40)}` }, -32602, 'to must not be the zero'],
    ['to no address', { to: '0x' }, -32602, 'to must be an address'],
    ['with odd data', { data: '0x1' }, -32602, 'data must be hex bytes'],
    ['with a decimal value', { value: '1' }, -32602, 'value must be a hex quantity'],
    ['with a nonce of words', { nonce: 'next' }, -32602, 'nonce must be a hex quantity'],
    ['with a nonce that is a number', { nonce: 9 }, -32602, 'nonce'],
    ['with a nonce of 2^64', { nonce: `0x1${'0'.repeat(16)}` }, -32602, 'nonce must be below'],
    ['with a gas limit of words', { gas: 'much' }, -32602, 'gas must be a hex quantity'],
    ['with a gas price of words', { gasPrice: 'junk' }, -32602, 'gasPrice must be'],
    ['with a maximum of words', { maxFeePerGas: 'junk' }, -32602, 'maxFeePerGas must be'],
    ['with a tip of words', { maxPriorityFeePerGas: {} }, -32602, 'maxPriorityFeePerGas'],
    ['without a sender', { from: undefined }, -32602, 'from'],
    ['from an account not granted', { from: bob }, 4100, 'has not been authorized'],
    ['on a chain nobody has', { chainId: '0x2' }, 5710, 'specified chain ID: 0x2'],
    ['on another chain', { chainId: '0x14a34' }, -32602, 'expected 0x2105'],
    ['driving the own account', { to: alice, data: '0x34fcd5be' }, -32602, 'calls[0]'],
    ['too long', { data: `0x${'00'.repeat(131_073)}` }, 5740, '131072'],
  ])('%s', async (_, change, code, words) => {
    const { error } = await wallet.send('eth_sendTransaction', [{ ...transaction, ...change }])
    expect(error?.code).toBe(code)
    expect(error?.message).toContain(words)
    expect(await journal.approvals.count()).toBe(0)
  })
})

test('that would drive another account of the user’s is closed by the user, not by us', async () => {
  const driving = [{ from: alice, to: bob, data: '0x34fcd5be' }]
  const { id, answer } = await wallet.ask('eth_sendTransaction', driving)
  await expect(wallet.approve(id, decision('one'))).rejects.toThrow('does not fit')
  await wallet.reject(id)
  expect((await answer).error?.code).toBe(4001)
})

describe('the answer', () => {
  const raw = '0x02abcd'
  const hash = keccak256(raw)
  const signed: Event = {
    type: 'signed',
    index: 0,
    kind: 'call',
    nonce: 0,
    upgrade: false,
    hash,
    raw,
  }

  const approved = async () => {
    const { id, answer } = await wallet.ask('eth_sendTransaction', [transaction])
    expect(await wallet.approve(id, decision('one'))).toBe('done')
    return { id, answer }
  }

  test('waits for the signature and is its hash, from the disk', async () => {
    const { id, answer } = await approved()
    let isAnswered = false
    void answer.finally(() => (isAnswered = true))
    // Asked and approved later: an answer at the approval would have come before this one's.
    const later = await approved()
    expect(isAnswered).toBe(false)
    await append(later.id, [{ type: 'stopped', reason: 'user' }], 0)
    expect((await later.answer).error?.code).toBe(4001)
    await append(id, [signed], 0)
    expect(await answer).toEqual({ result: hash })
    expect(await wallet.send('eth_sendTransaction', [transaction], { id })).toEqual({
      result: hash,
    })
  })

  test('stays the same once it was cancelled', async () => {
    const { id } = await approved()
    const cancel: Event = { ...signed, kind: 'cancel', hash: keccak256('0x01') }
    await append(id, [signed, { type: 'stopped', reason: 'user' }, cancel], 0)
    expect(await wallet.send('eth_sendTransaction', [transaction], { id })).toEqual({
      result: hash,
    })
  })

  test.each([
    ['user', { code: 4001, message: 'User rejected the request' }],
    ['refused', { code: 4001, message: 'User rejected the request' }],
    ['delegate', { code: -32000, message: 'not signed: delegate' }],
    ['expired', { code: -32000, message: 'not signed: expired' }],
    ['reset', { code: -32000, message: 'not signed: reset' }],
  ] as const)('tells why nothing was signed: %s', async (reason, error) => {
    const { id, answer } = await approved()
    await append(id, [{ type: 'stopped', reason }], 0)
    expect(await answer).toEqual({ error })
  })
})
