import { describe, expect, test } from 'vitest'
import { suggestionTexts } from '@/components/approvals/suggestionTexts'

test('each field that a site suggested is told, and that it is not used', () => {
  const suggested = {
    nonce: '0x63',
    gasPrice: '0x3b9aca00',
    maxFeePerGas: '0x77359400',
    maxPriorityFeePerGas: '0x0',
  } as const
  expect(suggestionTexts(suggested, '0x5208')).toEqual([
    'Nonce 99: not used, Volley counts on its own.',
    'Gas price 1 gwei: not used.',
    'Max fee 2 gwei: not used.',
    'Priority fee 0 gwei: not used.',
  ])
})

describe('a gas limit is told to be', () => {
  test.each([
    ['used where it is the one that is signed', '0x30d40', 'Gas limit 200,000: used.'],
    ['too low', '0x30d41', 'Gas limit 200,000: not used, it takes more.'],
    ['too high', '0x30d3f', 'Gas limit 200,000: not used, the network allows less.'],
  ] as const)('%s', (_, limit, text) => {
    expect(suggestionTexts({ gas: '0x30d40' }, limit)).toEqual([text])
  })
})

test('numbers of any length are told whole', () => {
  const [fee, gas] = [`0x${'f'.repeat(64)}`, '0xffffffffffffffff'] as const
  expect(suggestionTexts({ maxFeePerGas: fee, nonce: gas }, '0x1').join(' ')).toContain(
    '18,446,744,073,709,551,615',
  )
})
