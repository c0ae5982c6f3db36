import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { numberToHex, type Address } from 'viem'
import { expect, test } from 'vitest'
import { labelOf, Risks } from '@/components/approvals/Risks'
import { doubtsOfQuote } from '@/components/approvals/doubts'
import { doubtsOfPayment } from '@/components/approvals/paymentDoubts'
import { namesFrom } from '@/components/calls/names'
import { unnamedDoubts } from '@/components/signing/unnamedDoubts'
import { risksOf, type Doubt } from '@/lib/approvals/danger'
import { contractName, multicall3 } from '@/lib/decode/contracts'
import { signatureContentOf } from '@/lib/decode/signatures/signatureReading'
import { assetKey } from '@/lib/simulate/material'
import { alice } from '../accounts'

const chainId = 8453
const router: Address = '0x6fF5693b99212Da76ad316178A184AB56D299b43'
const token: Address = '0x00000000000000000000000000000000000000aa'
const names = namesFrom(
  () => false,
  (address) => contractName(address, chainId) !== undefined,
)

const paidTo = (to: Address): Doubt[] => {
  const amount = numberToHex(100n)
  const change = { asset: { standard: 'native' }, direction: 'out', amount } as const
  return doubtsOfPayment(
    {
      verdict: 'succeeds',
      changes: [change],
      payees: [{ of: assetKey(change), to: [{ address: to, amount }] }],
      parties: [],
      balance: amount,
    },
    {},
    names,
  )
}

const signedFor = (to: Address, how: 'spends' | 'moves'): Doubt[] => {
  const asset = { kind: 'item', address: token, id: 7n } as const
  const leaves = [{ asset, amount: 1n, from: alice, to, how, until: null }]
  const content = signatureContentOf('Permit2', 'allow', { deals: [{ leaves, returns: [] }] })
  const reading = { kind: 'read', ...content, doubts: [] } as const
  return unnamedDoubts(reading, { from: alice, tokens: {} }, names)
}

const leftTo = (spender: Address, left: 'all' | `0x${string}`): Doubt[] =>
  doubtsOfQuote(
    {
      verdict: 'succeeds',
      unchecked: [],
      parties: [],
      allowances: [{ standard: 'ERC20', token, spender, before: '0x0', left }],
      tokens: {},
    },
    names.isSpender,
  )

test.each<[string, Doubt[], Doubt]>([
  ['a payment to the Universal Router', paidTo(router), 'unnamed payment'],
  ['a payment to Multicall3', paidTo(multicall3), 'unnamed payment'],
  ['a signed transfer to the Universal Router', signedFor(router, 'moves'), 'unnamed payment'],
  ['a signed allowance of Multicall3', signedFor(multicall3, 'spends'), 'unnamed permit'],
  ['an allowance left to Multicall3', leftTo(multicall3, '0x5'), 'unnamed permit'],
  ['an allowance without limit left to Multicall3', leftTo(multicall3, 'all'), 'unnamed allowance'],
])('%s is doubted, and nothing says that a shipped name is none', (_, doubts, doubt) => {
  expect(doubts).toContain(doubt)
  const risks = risksOf(doubts)
  const said = renderToStaticMarkup(createElement(Risks, { risks, word: '', isAlert: true }))
  for (const text of [said, ...risks.map(labelOf)])
    expect(text).not.toMatch(/unnamed|without a name/i)
  expect(said).toContain('you never named')
})
