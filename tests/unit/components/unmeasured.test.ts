import { maxUint256 } from 'viem'
import { describe, expect, test } from 'vitest'
import { readingOf } from '@/components/calls/read'
import { unmeasuredOf } from '@/components/calls/unmeasured'
import type { Unchecked } from '@/lib/db/outcome'
import { alice, bob, stranger } from '../accounts'
import { encode, usdc } from '../decode/encode'
import { change, token } from '../simulate/outcomes'
import { approve, call, eth, place, setAll, transfer, unknown } from './callSamples'

const calls = [
  call(usdc, approve(maxUint256)),
  call(usdc, transfer),
  call(unknown, setAll(true)),
  call(unknown, encode('setAuthorization(address,bool)', [stranger, true])),
  call(bob, '0x', eth),
].map((one) => ({ call: one, reading: readingOf(one, place) }))

const none = { changes: [], allowances: [] }

const kinds = (unchecked: Unchecked[], measured: object = {}) => {
  const { outflows, rights } = unmeasuredOf(calls, { unchecked, ...none, ...measured }, place)
  return [
    ...outflows.map(({ kind, token: of }) => `${kind} ${of ?? 'coin'}`),
    ...rights.map(() => 'right'),
  ]
}

const read = (spender: string, of: string) => ({
  standard: 'ERC20',
  token: of,
  spender,
  before: '0x0',
  left: 'all',
})

describe('what calls say', () => {
  test('is not told where all was read', () => {
    expect(kinds([])).toEqual([])
    expect(kinds(['rights', 'price'])).toEqual([])
  })

  test('of allowances stays for those that were not read', () => {
    const changes = [change(token(usdc), -5)]
    expect(kinds(['allowances'], { changes })).toEqual([
      `allow ${usdc}`,
      `allowAll ${unknown}`,
      'right',
    ])
    const allowances = [read(bob.toLowerCase(), usdc)]
    expect(kinds(['allowances'], { changes, allowances })).toEqual([`allowAll ${unknown}`, 'right'])
  })

  test('of assets stays for those that were not read', () => {
    const all = [`allow ${usdc}`, `allowAll ${unknown}`, 'send coin', `send ${usdc}`, 'right']
    expect(kinds(['changes', 'allowances'])).toEqual(all)
    expect(kinds(['changes'], { changes: [change({ standard: 'native' }, -5)] })).toEqual([
      `send ${usdc}`,
      'right',
    ])
  })

  test('of nobody else is told', () => {
    expect(unmeasuredOf([], { unchecked: ['changes', 'allowances'], ...none }, place)).toEqual({
      outflows: [],
      rights: [],
    })
    expect(place.from).toBe(alice)
  })
})
