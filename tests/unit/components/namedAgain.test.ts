import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Address } from 'viem'
import { beforeAll, expect, test, vi } from 'vitest'
import { Changes } from '@/components/calls/Changes'
import { byAddress, KnownParties } from '@/components/calls/counterparties'
import { guardOf } from '@/components/calls/guard'
import { statedParties } from '@/components/calls/statedParties'
import { useContractNames } from '@/components/calls/useContractNames'
import type { Change } from '@/lib/db/outcome'
import { acceptedOutcome, hashOutcome } from '@/lib/simulate/acceptedOutcome'
import type { Quote } from '@/lib/simulate/quote'
import { alice } from '../accounts'
import { outcome } from '../simulate/outcomes'

// The page's line to the background, which the browser alone has.
vi.mock('@/components/store/session', () => ({ wallet: () => Promise.resolve({}) }))

// Drawn without a browser, so that no effect would load them.
beforeAll(() => useContractNames.ahead())

const prints: Address = '0x2222222222222222222222222222222222222222'
const others: Address = '0x3333333333333333333333333333333333333333'
const alike: Address = '0x4444444444444444444444444444444444442222'

const item = (address: Address, tokenId: `0x${string}`): Change => ({
  asset: { standard: 'ERC721', address, tokenId },
  direction: 'in',
  amount: '0x1',
})

/** Digits of the collections at the first glance, in the order of their lines. */
const collectionsOf = (changes: Change[]) => {
  const parties = changes.flatMap(({ asset }) =>
    asset.standard === 'native' ? [] : [{ address: asset.address, isNew: false }],
  )
  const quote = {
    ...outcome({ changes }),
    tokens: {},
    parties,
    payees: [],
    gas: ['0x1'],
    account: { kind: 'executor', delegate: null },
  } as unknown as Quote
  const accepted = acceptedOutcome(quote)
  const guard = guardOf({ outcome: accepted, hash: hashOutcome(accepted) })
  const place = { from: alice, chainId: 31337, tokens: {} }
  const markup = renderToStaticMarkup(
    createElement(
      KnownParties,
      { value: byAddress(statedParties(quote, [], place)) },
      createElement(Changes, { calls: [], quote, guard, ...place }),
    ),
  )
  return markup.match(/0x[0-9a-f]*…[0-9a-f]+/g)
}

test('a collection that a line names stands by its last digits on the lines below', () => {
  expect(collectionsOf([item(prints, '0x1'), item(others, '0x1'), item(prints, '0x2')])).toEqual([
    '0x22222222…22222222',
    '0x33333333…33333333',
    '0x…2222',
  ])
})

test('one whose last digits another has stands by all of them each time', () => {
  expect(collectionsOf([item(prints, '0x1'), item(alike, '0x1'), item(prints, '0x2')])).toEqual([
    '0x22222222…22222222',
    '0x44444444…44442222',
    '0x22222222…22222222',
  ])
})
