import { numberToHex, type Address } from 'viem'
import type { Asset } from '@/lib/db/outcome'
import type { Quote } from '@/lib/simulate/quote'

const dead: Address = '0x000000000000000000000000000000000000dEaD'

type Token = Quote['tokens'][Address]

const withTokens = (quote: Quote, change: (token: Token) => Token): Quote => ({
  ...quote,
  tokens: Object.fromEntries(
    Object.entries(quote.tokens).map(([address, token]) => [address, change(token)]),
  ),
})

/** Returns an asset with the next ID, where it has one. */
const nextTo = (asset: Asset): Asset =>
  'tokenId' in asset ? { ...asset, tokenId: numberToHex(BigInt(asset.tokenId) + 1n) } : asset

/** Defects of a prediction, one of each kind: whoever judges predictions has to find them all. */
export const defects: Record<string, (quote: Quote) => Quote> = {
  'every receiver is somebody else': (quote) => ({
    ...quote,
    payees: quote.payees.map(({ of, to }) => ({
      of,
      to: to.map((payee) => ({ ...payee, address: dead })),
    })),
  }),
  'the first receiver gets all': (quote) => ({
    ...quote,
    payees: quote.payees.map(({ of, to: [first, ...rest] }) => {
      const sum = [first, ...rest].reduce((all, one) => all + BigInt(one?.amount ?? 0), 0n)
      return { of, to: first ? [{ ...first, amount: numberToHex(sum) }] : [] }
    }),
  }),
  'nobody receives anything': (quote) => ({ ...quote, payees: [] }),
  'receivers are only said': (quote) => ({
    ...quote,
    payees: quote.payees.map(({ of, to }) => ({
      of,
      to: to.map((payee) => ({ ...payee, isSaid: true })),
    })),
  }),
  'counterparties are somebody else': (quote) => ({
    ...quote,
    parties: quote.parties.map((party) => ({ ...party, address: dead })),
  }),
  'counterparties are left out': (quote) => ({ ...quote, parties: [] }),
  'tokens have three decimals more': (quote) =>
    withTokens(quote, (token) => ({ ...token, decimals: token.decimals + 3 })),
  'tokens have another symbol': (quote) =>
    withTokens(quote, (token) => ({ ...token, symbol: 'WBTC' })),
  'tokens are left out': (quote) => ({ ...quote, tokens: {} }),
  'allowances are left out': (quote) => ({ ...quote, allowances: [] }),
  'what stood before goes unsaid': (quote) => ({
    ...quote,
    allowances: quote.allowances.filter(({ isOlder }) => !isOlder),
  }),
  'nothing of an allowance is left': (quote) => ({
    ...quote,
    allowances: quote.allowances.map((allowance) => ({ ...allowance, left: '0x0' })),
  }),
  'an allowance ends where it has no end': (quote) => ({
    ...quote,
    allowances: quote.allowances.map((allowance) =>
      allowance.left === 'all' ? { ...allowance, left: '0x5' } : allowance,
    ),
  }),
  'there was no allowance before': (quote) => ({
    ...quote,
    allowances: quote.allowances.map((allowance) => ({ ...allowance, before: '0x0' })),
  }),
  'somebody else is allowed': (quote) => ({
    ...quote,
    allowances: quote.allowances.map((allowance) => ({ ...allowance, spender: dead })),
  }),
  'tokens have the next ID': (quote) => ({
    ...quote,
    changes: quote.changes.map((change) => ({ ...change, asset: nextTo(change.asset) })),
  }),
  'allowances are for the next ID': (quote) => ({
    ...quote,
    allowances: quote.allowances.map((allowance) =>
      allowance.tokenId
        ? { ...allowance, tokenId: numberToHex(BigInt(allowance.tokenId) + 1n) }
        : allowance,
    ),
  }),
  'the call after the failing one is named': (quote) =>
    typeof quote.failing?.index === 'number'
      ? { ...quote, failing: { ...quote.failing, index: quote.failing.index + 1 } }
      : quote,
  'the call before the failing one fails': (quote) => ({
    ...quote,
    calls: [...quote.calls.slice(1), ...quote.calls.slice(0, 1)],
  }),
  'the last call is unknown': (quote) => ({
    ...quote,
    calls: [...quote.calls.slice(0, -1), { status: 'unknown', reason: { why: 'gas cap' } }],
  }),
  'calls use no gas': (quote) => ({
    ...quote,
    calls: quote.calls.map((call) => ('gas' in call ? { ...call, gas: '0x1' } : call)),
  }),
}

/** Defects of the first glance alone, at a prediction that is right. */
export const glanceDefects: Record<string, (line: string) => string> = {
  'it names somebody else': (line) => line.replace(/0x[\da-fA-F]{40}$/, dead),
  'it shows a thousandth': (line) => line.replace(/([−+])/, '$10.00'),
  'it turns round': (line) =>
    line.startsWith('You send −') ? line.replace('You send −', 'You receive +') : line,
  'it is empty': () => '',
}
