import type { Address } from 'viem'
import { expect, test } from 'vitest'
import { areAll, chooseAll } from '@/components/allowances/choice'
import { isLargeAllowance, ordered } from '@/components/allowances/order'
import { grantedBy } from '@/components/calls/changeRows'
import { readingOf } from '@/components/calls/read'
import type { TokenFact } from '@/components/calls/tokenFacts'
import type { StandingAllowance } from '@/lib/allowances/allowances'
import type { TokenIdentity } from '@/lib/listed/tokenIdentity'
import { callsTakingBack } from '@/lib/allowances/takeBack'
import { alice, bob } from '../accounts'
import { addressOf } from '../allowances/approvals'

const at = (number: number) => addressOf(number)

const allowed = (
  token: Address,
  left: StandingAllowance['left'],
  isOwn = false,
): StandingAllowance => ({
  grant: { standard: 'ERC20', token, spender: bob },
  standard: 'ERC20',
  left,
  isOwn,
})

const fact = (is: 'listed' | 'held' | 'unlisted', balance: bigint): TokenFact => {
  const identity: TokenIdentity = { is }
  return { symbol: 'T', decimals: 0, balance: `0x${balance.toString(16)}`, identity }
}

const tokens = {
  [at(1)]: fact('listed', 10n),
  [at(2)]: fact('held', 10n),
  [at(3)]: fact('listed', 0n),
  [at(4)]: fact('unlisted', 10n ** 30n),
}

test('what there is most to lose of comes first, and strangers’ tokens stand apart whatever they say', () => {
  const lying = allowed(at(4), 'all')
  const none = allowed(at(3), 'all')
  const some = allowed(at(1), '0x5')
  const all = allowed(at(2), 'all')
  const own = allowed(at(5), '0x5', true)
  expect(ordered([lying, own, none, some, all], tokens)).toEqual({
    known: [all, some, none, own],
    others: [lying],
  })
})

test('all of one list are chosen, and nothing of a flood of strangers with them', () => {
  const known = [allowed(at(1), 'all'), allowed(at(2), '0x5')]
  const flood = Array.from({ length: 500 }, (_, index) => allowed(at(100 + index), 'all'))
  const [first] = flood
  const chosen = chooseAll(known, new Set(), true)
  expect(chosen.size).toBe(2)
  expect([areAll(known, chosen), areAll(flood, chosen)]).toEqual([true, false])
  const both = chooseAll(first ? [first] : [], chosen, true)
  expect(chooseAll(known, both, false).size).toBe(1)
  expect(areAll(known, chooseAll(flood, both, false))).toBe(true)
})

test('an allowance is larger than the balance only where that is known', () => {
  expect(isLargeAllowance(allowed(at(1), '0xb'), tokens)).toBe(true)
  expect(isLargeAllowance(allowed(at(1), '0xa'), tokens)).toBe(false)
  expect(isLargeAllowance(allowed(at(5), '0xb'), tokens)).toBe(false)
})

test('a token that bears the name of a listed one is a stranger’s, also where the account allowed it', () => {
  const identity: TokenIdentity = { is: 'false', of: at(1), symbol: 'T' }
  const named = { ...tokens, [at(4)]: { ...fact('unlisted', 1n), identity } }
  expect(ordered([allowed(at(4), 'all', true)], named).known).toEqual([])
})

type TakenBack = Parameters<typeof callsTakingBack>[0][number]

const takenBack = (one: TakenBack) =>
  grantedBy(
    { ...one, before: 'all', left: '0x0' },
    callsTakingBack([one]).map(({ to, data }) => {
      const call = { to, data, value: '0x0' as const }
      return { call, reading: readingOf(call, { from: alice, chainId: 8453 }) }
    }),
  )

const taken = { token: at(1), spender: bob }

test.each<[string, TakenBack]>([
  ['an allowance', { ...taken, standard: 'ERC20' }],
  ['an allowance of Permit2', { ...taken, standard: 'Permit2' }],
  ['the right to a collection', { ...taken, standard: 'ERC1155' }],
  ['the right to one token ID', { ...taken, standard: 'ERC721', tokenId: '0x7' }],
])('%s that a call takes back is not said to be used in the batch', (_, one) => {
  expect(takenBack(one)).toEqual({ amount: 0n, isUnlimited: false })
})
