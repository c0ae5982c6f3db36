import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ChangedSince } from '@/components/batches/ChangedSince'
import type { Difference } from '@/lib/db/outcome'
import { alice, bob, stranger } from '../accounts'
import { allowance, change, usdc } from '../simulate/outcomes'

const coin = (by: bigint) => change({ standard: 'native' }, by)
const ether = 10n ** 18n

/** The words of one difference, of a batch of three calls unless a test says otherwise. */
const said = (one: Difference, count = 3): string =>
  renderToStaticMarkup(
    createElement(ChangedSince, {
      changed: [one],
      count,
      place: { from: alice, chainId: 31337, tokens: {} },
    }),
  )
    .replace(/<svg.*?<\/svg>/g, '')
    .replace(/<[^>]*>/g, '')

test.each<[Difference, string]>([
  [
    { kind: 'amount', was: coin(ether), is: coin(ether / 1000n) },
    'You receive +0.001 ETH; you approved +1 ETH',
  ],
  [
    { kind: 'amount', was: coin(-1n * ether), is: coin(-2n * ether) },
    'You send −2 ETH; you approved −1 ETH',
  ],
  [{ kind: 'asset', is: coin(-1n * ether) }, 'New: you send −1 ETH'],
  [{ kind: 'asset', is: coin(ether) }, 'New: you receive +1 ETH'],
  [{ kind: 'asset', was: coin(ether) }, 'No longer arrives: +1 ETH'],
  [
    { kind: 'asset', was: coin(ether), is: coin(-1n * ether) },
    'New: you send −1 ETH. No longer arrives: +1 ETH',
  ],
  [
    { kind: 'verdict', was: 'succeeds', is: 'fails', failing: 1 },
    'It fails at step 2; before: All 3 steps succeed',
  ],
  [
    { kind: 'verdict', was: 'succeeds', is: 'unknown', failing: null },
    'Unknown whether it succeeds; before: All 3 steps succeed',
  ],
  [{ kind: 'failing', was: 0, is: 2 }, 'It fails at step 3; you approved a failure at step 1'],
  [{ kind: 'failing', was: 0, is: null }, 'It fails'],
  [
    { kind: 'unchecked', is: ['allowances', 'transaction'] },
    'Volley could not read what others can still take afterwards. Volley could not try the transaction as a whole.',
  ],
])('%j', (one, words) => {
  expect(said(one)).toBe(words)
})

test('of a single call no number is said', () => {
  expect(said({ kind: 'verdict', was: 'succeeds', is: 'fails', failing: 0 }, 1)).toBe(
    'It fails; before: It succeeds',
  )
})

test('who receives it, and who no longer does, stand with their whole addresses', () => {
  const one = { kind: 'payees', change: coin(-1n * ether) } as const
  const both = said({ ...one, was: [bob], is: [stranger] })
  expect(both).toMatch(
    new RegExp(`^−1 ETH goes to .*${stranger.slice(-4)}; you approved .*${bob.slice(-4)}`),
  )
  expect(said({ ...one, was: [], is: [bob] })).toMatch(/goes to .*; no receiver was known before$/)
  expect(said({ ...one, was: [bob], is: [] })).toMatch(/^−1 ETH no longer goes to /)
})

test('an allowance is told with who has it, and what was approved', () => {
  const more = said({ kind: 'allowance', was: allowance(5n), is: allowance('all') })
  expect(more).toMatch(/^Afterwards .* can still take unlimited units of .*; you approved /)
  expect(said({ kind: 'allowance', is: allowance(5n) })).toMatch(
    /^New: afterwards .* can still take /,
  )
  const all = said({ kind: 'allowance', is: allowance('all', { standard: 'ERC721', token: usdc }) })
  expect(all).toContain('all NFTs of')
  expect(said({ kind: 'allowance', is: allowance('all', { standard: 'borrow' }) })).toMatch(
    /^New: /,
  )
})
