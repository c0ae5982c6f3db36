import { numberToHex, type Address } from 'viem'
import { describe, expect, test } from 'vitest'
import { executor } from '@/lib/delegate/executor'
import { materialChanges } from '@/lib/simulate/material'
import type { Allowance, Outcome, Payee } from '@/lib/db/outcome'
import { hashOutcome } from '@/lib/simulate/acceptedOutcome'
import { bob, stranger } from '../accounts'
import { allowance, change, dai, kinds, outcome, token, usdc } from './outcomes'

const swap = (pay: number, get: number) => ({
  changes: [change(token(usdc), -pay), change(token(dai), get)],
})

const nft = (tokenId: `0x${string}`, by: number, standard: 'ERC721' | 'ERC1155' = 'ERC721') =>
  change({ standard, address: dai, tokenId }, by)

const native = { standard: 'native' } as const

const part = (address: Address, amount = 5n) => ({ address, amount: numberToHex(amount) })
const paid = (to: Address[], ...more: Payee[]) => ({
  of: `erc20 ${usdc}`,
  to: [...to.map((address) => part(address)), ...more],
})

describe('what disarms', () => {
  test.each<[string, Partial<Outcome>, Partial<Outcome>, string[]]>([
    ['the verdict, from good', {}, { verdict: 'fails', failing: 1 }, ['verdict', 'failing']],
    ['the verdict, to nobody knows', {}, { verdict: 'unknown' }, ['verdict']],
    [
      'another call fails',
      { verdict: 'fails', failing: 1 },
      { verdict: 'fails', failing: 2 },
      ['failing'],
    ],
    ['the mode', {}, { mode: 'sequence', delegate: null }, ['plan']],
    ['the delegate', {}, { delegate: bob }, ['plan']],
    ['an upgrade', {}, { upgrade: true }, ['plan']],
    ['what the upgrade replaces', { upgrade: true }, { upgrade: true, replaces: bob }, ['plan']],
    ['what is locked', { locked: ['native'] }, {}, ['plan']],
    ['a recipient in the place of another', {}, { recipients: [bob] }, ['recipients']],
    [
      'one more who receives what leaves',
      { payees: [paid([bob])] },
      { payees: [paid([stranger, bob])] },
      ['payees'],
    ],
    [
      'the same who receive it, the one far more of it than before',
      { payees: [paid([], part(bob, 1n), part(stranger, 999n))] },
      { payees: [paid([], part(bob, 999n), part(stranger, 1n))] },
      ['payees'],
    ],
    [
      'a receiver of whom only logs tell now',
      { payees: [paid([bob])] },
      { payees: [paid([], { ...part(bob), isSaid: true })] },
      ['payees'],
    ],
    [
      'somebody where nobody was known to receive it, for more',
      {},
      { ...swap(2_000_000, 2_000_000), payees: [paid([bob])] },
      ['payees', 'amount'],
    ],
    ['one recipient more', {}, { recipients: [stranger, bob] }, ['recipients']],
    ['something that can no longer be seen', {}, { unchecked: ['changes'] }, ['unchecked']],
    [
      'an asset more that leaves',
      {},
      { changes: [...swap(1, 1).changes, change(native, -1)] },
      ['amount', 'asset'],
    ],
    [
      'an asset more that comes',
      swap(9, 9),
      { changes: [...swap(9, 9).changes, nft('0x1', 1)] },
      ['asset'],
    ],
    [
      'another token of the same collection',
      { changes: [nft('0x1', 1)] },
      { changes: [nft('0x2', 1)] },
      ['asset', 'asset'],
    ],
    ['nothing comes any more', {}, { changes: [change(token(usdc), -1_000_000)] }, ['asset']],
    [
      'what came leaves',
      { changes: [change(native, 5)] },
      { changes: [change(native, -5)] },
      ['asset'],
    ],
    ['getting 0.51 % less', {}, swap(1_000_000, 1_989_800), ['amount']],
    ['paying 0.51 % more', {}, swap(1_005_100, 2_000_000), ['amount']],
    [
      'one less of two',
      { changes: [nft('0x1', 2, 'ERC1155')] },
      { changes: [nft('0x1', 1, 'ERC1155')] },
      ['amount'],
    ],
    [
      'one wei more of ten',
      { changes: [change(native, -10)] },
      { changes: [change(native, -11)] },
      ['amount'],
    ],
    ['an allowance that was not there', {}, { allowances: [allowance(1n)] }, ['allowance']],
    [
      'an allowance by one',
      { allowances: [allowance(5n)] },
      { allowances: [allowance(6n)] },
      ['allowance'],
    ],
    [
      'what stood before, and is no longer taken back',
      { allowances: [allowance(0n, { before: '0x9' })] },
      { allowances: [allowance(6n, { before: '0x9', isOlder: true })] },
      ['allowance'],
    ],
    [
      'what stood before, and is now given',
      { allowances: [allowance(5n, { before: '0x9', isOlder: true })] },
      { allowances: [allowance(6n, { before: '0x9' })] },
      ['allowance'],
    ],
    [
      'an allowance without limit',
      { allowances: [allowance(5n)] },
      { allowances: [allowance('all')] },
      ['allowance'],
    ],
    [
      'the same one for another',
      { allowances: [allowance(5n)] },
      { allowances: [allowance(5n, { spender: bob })] },
      ['allowance'],
    ],
    [
      'through Permit2',
      { allowances: [allowance(5n)] },
      { allowances: [allowance(5n, { standard: 'Permit2' })] },
      ['allowance'],
    ],
  ])('%s', (_, armed, now, expected) => {
    expect(kinds(outcome(armed), outcome(now))).toEqual(expected)
  })
})

describe('what does not', () => {
  test.each<[string, Partial<Outcome>, Partial<Outcome>]>([
    ['nothing', {}, {}],
    [
      'the same in another order and case',
      {
        recipients: [bob, executor],
        changes: [...swap(1, 2).changes],
      },
      {
        recipients: [executor.toLowerCase() as typeof executor, bob],
        changes: [...swap(1, 2).changes].reverse(),
      },
    ],
    [
      'the same who receive it in another order and case',
      { payees: [paid([stranger, bob])] },
      { payees: [paid([bob.toLowerCase() as typeof bob, stranger])] },
    ],
    [
      'the same parts of half as much',
      { payees: [paid([], part(bob, 600n), part(stranger, 400n))] },
      { payees: [paid([], part(bob, 301n), part(stranger, 200n))] },
    ],
    ['getting 0.5 % less', {}, swap(1_000_000, 1_990_000)],
    ['paying 0.5 % more', {}, swap(1_005_000, 2_000_000)],
    ['getting twice as much', {}, swap(1_000_000, 4_000_000)],
    ['paying next to nothing', {}, swap(1, 2_000_000)],
    ['an allowance that fell', { allowances: [allowance(5n)] }, { allowances: [allowance(4n)] }],
    ['an allowance that is gone', { allowances: [allowance('all')] }, {}],
    ['an allowance of nothing', {}, { allowances: [allowance(0n)] }],
    ['what can be seen again', { unchecked: ['changes'] }, {}],
    [
      'what stood before, and is used now',
      {},
      { allowances: [allowance('all', { before: 'all', isOlder: true })] },
    ],
    [
      'more left of what stood before, as less is taken',
      { allowances: [allowance(5n, { before: '0x9', isOlder: true })] },
      { allowances: [allowance(6n, { before: '0x9', isOlder: true })] },
    ],
  ])('%s', (_, armed, now) => {
    expect(materialChanges(outcome(armed), outcome(now))).toEqual([])
  })
})

test('each mark names its line and what stood there', () => {
  const before = outcome()
  const [mark] = materialChanges(before, outcome(swap(1_000_000, 1)))
  expect(mark).toEqual({ kind: 'amount', key: `erc20 ${dai}`, was: before.changes[1] })
})

describe('a right of another kind', () => {
  const right = (left: bigint | 'all', over: Partial<Allowance> = {}) =>
    outcome({ allowances: [allowance(left, { standard: 'act', ...over })] })

  test('holds back where it is new, or was not given before, or goes to somebody else', () => {
    expect(kinds(outcome(), right('all'))).toEqual(['allowance'])
    expect(kinds(right(0n), right('all'))).toEqual(['allowance'])
    expect(kinds(right('all'), right('all', { spender: dai }))).toEqual(['allowance'])
    expect(kinds(right('all'), right('all', { standard: 'control' }))).toEqual(['allowance'])
  })

  test('holds back nothing where it stays, or is taken back', () => {
    expect(kinds(right('all'), right('all'))).toEqual([])
    expect(kinds(right('all'), right(0n))).toEqual([])
    expect(kinds(right('all'), outcome())).toEqual([])
  })

  test('changes the hash of what is accepted', () => {
    expect(hashOutcome(right('all'))).not.toBe(hashOutcome(outcome()))
    expect(hashOutcome(right('all'))).not.toBe(hashOutcome(right(0n)))
  })

  test('that cannot be read any more holds back', () => {
    expect(kinds(outcome(), outcome({ unchecked: ['rights'] }))).toEqual(['unchecked'])
  })
})
