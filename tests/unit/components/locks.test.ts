import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { numberToHex, type Address } from 'viem'
import { expect, test, vi } from 'vitest'
import { amountsOf } from '@/components/lock/amounts'
import { Locks } from '@/components/lock/Locks'
import { StopNotice } from '@/components/lock/StopNotice'
import type { State } from '@/lib/batch/state'
import type { Batch, Call } from '@/lib/db'
import { checkCall } from '@/lib/lock/check'
import { hookCall } from '@/lib/lock/hooks'
import { itemCall } from '@/lib/lock/itemCheck'
import { resetCalls } from '@/lib/lock/resets'
import type { Stop } from '@/lib/lock/stop'
import { alice, bob } from '../accounts'

// The page asks its background only once it runs in a browser.
vi.mock('@/components/store/session', () => ({ wallet: () => Promise.resolve(null) }))

const plots: Address = '0x00000000000000000000000000000000000070c3'
const stock: Address = '0x00000000000000000000000000000000000570c4'

/** Sentences of a batch's page about each of its locks. */
const linesOf = (locks: Call[]): string[] => {
  const asset = { standard: 'ERC721', address: plots, tokenId: '0x7' } as const
  const expected = { verdict: 'succeeds', changes: [{ asset, direction: 'in', amount: '0x1' }] }
  const batch = { key: 'it', calls: [], locks, expected } as unknown as Batch
  const state = { transactions: [] } as unknown as State
  const place = { from: alice, chainId: 31337, tokens: {} }
  const markup = renderToStaticMarkup(createElement(Locks, { batch, state, place }))
  return [...markup.matchAll(/<li>(.*?)<\/li>/g)].map(([, text = '']) =>
    text.replace(/<[^>]*>/g, ''),
  )
}

const ofPlots = { standard: 'ERC721', address: plots, tokenId: '0x7' } as const
const ofStock = { standard: 'ERC1155', address: stock, tokenId: '0x1' } as const

test.each<[string, Call[], RegExp[]]>([
  ['an item of ERC-721', [itemCall(alice, ofPlots)], [/^At least NFT 7 of .+ is left$/]],
  ['items of ERC-1155', [itemCall(alice, ofStock, 40n)], [/^At least 40 × NFT 1 of .+ is left$/]],
  [
    'the count of a collection',
    [checkCall(bob, alice, [{ token: plots, least: 3n }])],
    [/^At least 3 of .+ is left$/],
  ],
  [
    'the coin that arrives, and leaves',
    [
      hookCall(alice, { token: null, isDown: false, amount: 10n ** 18n }),
      hookCall(alice, { token: null, isDown: true, amount: 2n * 10n ** 18n }),
    ],
    [/^At least 1 ETH arrives$/, /^At most 2 ETH leaves$/],
  ],
  [
    'an operator’s right',
    resetCalls([{ standard: 'collection', token: plots, spender: bob }]),
    [/^.+ can take nothing more of .+$/],
  ],
  ['the deadline alone', [checkCall(bob, alice, [])], []],
  [
    'the coin’s floor',
    [{ to: alice, value: numberToHex(10n ** 18n), data: '0x' }],
    [/^At least 1 ETH is left$/],
  ],
])('the page says what a lock holds: %s', (_, locks, words) => {
  const lines = linesOf(locks)
  expect(lines).toHaveLength(words.length)
  for (const [index, word] of words.entries()) expect(lines[index]).toMatch(word)
})

const stoppedBy = (stop: Stop | 'call' | 'unknown' | undefined): string => {
  const batch = { expected: 'succeeds' } as const
  const amounts = amountsOf(batch, { from: alice, chainId: 31337, tokens: {} })
  return renderToStaticMarkup(createElement(StopNotice, { stop, amounts })).replace(/<[^>]*>/g, '')
}

test.each<[string, Stop | 'unknown', string]>([
  ['the coin', { token: null, least: '0xde0b6b3a7640000' }, 'less than 1 ETH would have been left'],
  [
    'the coin, with what would have been',
    { token: null, least: '0xde0b6b3a7640000', would: '0x0' },
    '0 ETH would have been left, below 1 ETH',
  ],
  [
    'the coin that arrives',
    { bound: { token: null, isDown: false, amount: '0xde0b6b3a7640000' } },
    'less than 1 ETH would have arrived',
  ],
  ['its deadline', { isLate: true }, 'its 10 minutes had passed'],
])('the page says what stopped a batch: %s', (_, stop, words) => {
  expect(stoppedBy(stop)).toBe(`Stopped by your lock: ${words}`)
})

test('the page says where nobody can tell what stopped a batch, and names no lock for a call', () => {
  expect(stoppedBy('unknown')).toBe('Volley cannot tell whether a step or your lock stopped it.')
  expect(stoppedBy('call')).toBe('')
  expect(stoppedBy(undefined)).toBe('')
})
