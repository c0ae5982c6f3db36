import { expect, test } from 'vitest'
import { movedBy, tokenDoubts } from '@/components/calls/tokenDoubts'
import type { TokenFact } from '@/components/calls/tokenFacts'
import { dangerOf } from '@/lib/approvals/danger'
import { bob, stranger } from '../accounts'
import { change, outcome, token } from '../simulate/outcomes'

const as = (identity: TokenFact['identity']) => ({
  [stranger]: { symbol: 'USDC', decimals: 6, identity },
})
const got = outcome({ changes: [change(token(stranger), 7)] })
const none = outcome({ changes: [change({ standard: 'native' }, -7)] })

test.each([
  ['listed', as({ is: 'listed' }), got, []],
  ['held', as({ is: 'held' }), got, []],
  ['unlisted', as({ is: 'unlisted' }), got, ['unlisted token']],
  ['without a symbol', {}, got, ['unlisted token']],
  ['unlisted and only called', as({ is: 'unlisted' }), none, []],
  ['being read', undefined, got, []],
  ['unchecked', as({ is: 'unchecked' }), got, ['unchecked name', 'unlisted token']],
  ['unchecked and only called', as({ is: 'unchecked' }), none, ['unchecked name']],
  ['false', as({ is: 'false', of: bob, symbol: 'USDC' }), got, ['false token', 'unlisted token']],
  [
    'false and only called',
    as({ is: 'false', of: 'native', symbol: 'ETH' }),
    none,
    ['false token'],
  ],
] as const)('a token that is %s', (_, tokens, quote, doubts) => {
  expect(tokenDoubts(tokens, movedBy(quote))).toEqual(doubts)
})

test('an allowance of an unlisted token is a doubt too', () => {
  const allowance = {
    standard: 'ERC20',
    token: stranger,
    spender: bob,
    left: '0x1',
    before: '0x0',
  } as const
  const doubts = tokenDoubts(
    as({ is: 'unlisted' }),
    movedBy({ changes: [], allowances: [allowance] }),
  )
  expect(doubts).toEqual(['unlisted token'])
  expect(dangerOf(doubts)).toBe('look')
  expect(dangerOf(['false token'])).toBe('two steps')
})
