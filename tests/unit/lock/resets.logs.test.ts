import { encodeAbiParameters, pad, type Address, type Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import type { Call } from '@/lib/db'
import type { Receipt } from '@/lib/db/batchEvent'
import { permit2 } from '@/lib/decode/contracts'
import { checkCall } from '@/lib/lock/check'
import { itemCall } from '@/lib/lock/itemCheck'
import { resetCalls, withoutLocks } from '@/lib/lock/resets'
import {
  approvalForAllTopic,
  approvalTopic,
  permit2LockdownTopic,
  transferSingleTopic,
  transferTopic,
} from '@/lib/values/eventTopics'
import { alice, bob, stranger } from '../accounts'

type Log = Receipt['logs'][number]

const token: Address = '0x00000000000000000000000000000000000070c3'
const zero = pad('0x0')
const word = (value: Hex): Hex => pad(value)
const two = (id: bigint, amount: bigint): Hex =>
  encodeAbiParameters([{ type: 'uint256' }, { type: 'uint256' }], [id, amount])

const reset = (standard: 'ERC20' | 'Permit2' | 'collection'): Call[] =>
  resetCalls([{ standard, token, spender: bob }])
const plot = itemCall(alice, { standard: 'ERC721', address: token, tokenId: '0x7' })
const stock = itemCall(alice, { standard: 'ERC1155', address: token, tokenId: '0x8' }, 2n)

/** A lock, the log that it writes, and such a log with one thing changed, which is the site's. */
const each: [string, Call[], Log, [string, Partial<Log>][]][] = [
  [
    'an allowance that is taken back',
    reset('ERC20'),
    { address: token, topics: [approvalTopic, word(alice), word(bob)], data: zero },
    [
      ['of another token', { address: stranger }],
      ['of another event', { topics: [transferTopic, word(alice), word(bob)] }],
      ['to another', { topics: [approvalTopic, word(alice), word(stranger)] }],
      ['of one', { data: word('0x1') }],
    ],
  ],
  [
    'an operator’s right that is taken back',
    reset('collection'),
    { address: token, topics: [approvalForAllTopic, word(alice), word(bob)], data: zero },
    [
      ['of another collection', { address: stranger }],
      ['that is given', { data: word('0x1') }],
      ['of another', { topics: [approvalForAllTopic, word(alice), word(stranger)] }],
    ],
  ],
  [
    'what Permit2 forgets',
    reset('Permit2'),
    { address: permit2, topics: [permit2LockdownTopic, word(alice)], data: two(1n, 2n) },
    [
      ['elsewhere', { address: token }],
      ['of another event', { topics: [approvalTopic, word(alice)] }],
    ],
  ],
  [
    'an item that stays',
    [plot],
    {
      address: token,
      topics: [transferTopic, word(alice), word(alice), word('0x7')],
      data: '0x',
    },
    [
      ['that comes', { topics: [transferTopic, word(bob), word(alice), word('0x7')] }],
      ['that goes', { topics: [transferTopic, word(alice), word(bob), word('0x7')] }],
      ['that is another', { topics: [transferTopic, word(alice), word(alice), word('0x6')] }],
    ],
  ],
  [
    'items that stay',
    [stock],
    {
      address: token,
      topics: [transferSingleTopic, word(alice), word(alice), word(alice)],
      data: two(8n, 2n),
    },
    [
      ['that come', { topics: [transferSingleTopic, word(alice), word(bob), word(alice)] }],
      ['that go', { topics: [transferSingleTopic, word(alice), word(alice), word(bob)] }],
      ['of another’s', { topics: [transferSingleTopic, word(alice), word(bob), word(bob)] }],
      ['that are others', { data: two(9n, 2n) }],
    ],
  ],
]

const before: Log = {
  address: stranger,
  topics: [transferTopic, word(bob), word(alice)],
  data: zero,
}

describe.each(each)('of %s', (_, locks, log, others) => {
  test('the log is the wallet’s own, in whatever letters, and those before it stay', () => {
    expect(withoutLocks([before, log], locks)).toEqual([before])
    const topics = log.topics.map((topic) => `0x${topic.slice(2).toUpperCase()}`) as Hex[]
    const address = log.address.toLowerCase() as Address
    expect(withoutLocks([before, { ...log, address, topics }], locks)).toEqual([before])
    expect(withoutLocks([log, before], locks)).toEqual([log, before])
  })

  test.each(others)('a log %s is the site’s', (_, change) => {
    const one = { ...log, ...change }
    expect(withoutLocks([before, one], locks)).toEqual([before, one])
  })
})

describe('the log of an older collection, that nobody is approved any more,', () => {
  const [, , moved = before] = each[3] ?? []
  const clearing: Log = {
    address: token,
    topics: [approvalTopic, word(alice), zero, word('0x7')],
    data: '0x',
  }

  test('goes with that of the item', () => {
    expect(withoutLocks([before, clearing, moved], [plot])).toEqual([before])
  })

  test.each<[string, Partial<Log>]>([
    ['elsewhere', { address: stranger }],
    ['that is another event', { topics: [transferTopic, word(alice), zero, word('0x7')] }],
    ['that approves somebody', { topics: [approvalTopic, word(alice), word(bob), word('0x7')] }],
    ['of another item', { topics: [approvalTopic, word(alice), zero, word('0x6')] }],
  ])('%s is the site’s', (_, change) => {
    const one = { ...clearing, ...change }
    expect(withoutLocks([before, one, moved], [plot])).toEqual([before, one])
  })

  test('is none beside a lock of another kind', () => {
    const [, , log = before] = each[4] ?? []
    const same = { ...clearing, topics: [...clearing.topics.slice(0, 3), word('0x8')] }
    expect(withoutLocks([same, log], [stock])).toEqual([same])
  })
})

test('the logs of several locks go in their order, and a check writes none', () => {
  const logs = each.map(([, , log]) => log)
  const locks = [...each.flatMap(([, one]) => one), checkCall(bob, alice, [])]
  expect(withoutLocks([before, ...logs], locks)).toEqual([before])
  const [first = before, second = before] = logs
  const turned = [second, first, ...logs.slice(2)]
  // The earlier lock finds another's log last, and leaves it and all before it.
  expect(withoutLocks(turned, locks)).toEqual([second])
})

test('without locks, or without logs, nothing goes', () => {
  expect(withoutLocks([before])).toEqual([before])
  expect(withoutLocks([], reset('ERC20'))).toEqual([])
})

test('what is not taken back makes no call', () => {
  expect(resetCalls()).toEqual([])
  expect(reset('Permit2')[0]?.to).toBe(permit2)
  expect(reset('ERC20')[0]?.to).toBe(token)
})
