import fc from 'fast-check'
import { encodeFunctionData, erc20Abi, maxUint256, numberToHex, parseAbi, type Address } from 'viem'
import { describe, expect, test } from 'vitest'
import type { Call } from '@/lib/db'
import { edited, givenBy, withAmount } from '@/lib/decode/edit'
import { readCall } from '@/lib/decode/read'
import { alice, bob, stranger } from '../accounts'

const place = { from: alice, chainId: 8453 }
const permit2: Address = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
const abi = parseAbi([
  'function increaseAllowance(address spender, uint256 addedValue)',
  'function decreaseAllowance(address spender, uint256 subtractedValue)',
  'function approve(address token, address spender, uint160 amount, uint48 expiration)',
])

const callTo = (to: Address, data: Call['data']): Call => ({ to, value: '0x0', data })
const approve = (spender: Address, amount: bigint) =>
  callTo(
    stranger,
    encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, amount] }),
  )
const increase = (spender: Address, amount: bigint) =>
  callTo(
    stranger,
    encodeFunctionData({ abi, functionName: 'increaseAllowance', args: [spender, amount] }),
  )
const approvePermit2 = (spender: Address, amount: bigint, expiration = 7) =>
  callTo(
    permit2,
    encodeFunctionData({
      abi,
      functionName: 'approve',
      args: [stranger, spender, amount, expiration],
    }),
  )

const address = fc
  .bigInt({ min: 1n, max: 2n ** 160n - 1n })
  .map((value): Address => numberToHex(value, { size: 20 }))
const kinds = [
  { make: approve, most: maxUint256, word: 1 },
  { make: increase, most: maxUint256, word: 1 },
  { make: approvePermit2, most: 2n ** 160n - 1n, word: 2 },
]

test('an edit changes nothing of a call but the amount', () => {
  const cases = fc.constantFrom(...kinds).chain(({ make, most, word }) =>
    fc.record({
      call: fc
        .tuple(address, fc.bigInt({ min: 0n, max: most }), fc.bigInt({ min: 0n, max: 2n ** 70n }))
        .map(([spender, amount, value]) => ({
          ...make(spender, amount),
          value: numberToHex(value),
        })),
      share: fc.bigInt({ min: 0n, max: 1000n }),
      word: fc.constant(word),
    }),
  )
  fc.assert(
    fc.property(cases, ({ call, share, word }) => {
      const given = givenBy(call, place)
      if (!given) throw new Error('it gives an allowance')
      const amount = (given.amount * share) / 1000n
      const changed = withAmount(call, amount, place)
      if (!changed) throw new Error('it can be lowered')
      expect(givenBy(changed, place)).toEqual({ ...given, amount })
      const { data: _, ...rest } = call
      expect(changed).toMatchObject(rest)
      const start = 10 + 64 * word
      const without = (data: string) => data.slice(0, start) + data.slice(start + 64)
      expect(without(changed.data)).toBe(without(call.data))
      // Read again, the edited data have the same function and otherwise the same arguments.
      const read = ({ to, value, data }: Call) =>
        readCall({ from: alice, to: to ?? alice, value, data }, 8453)
      expect(read(changed)).toMatchObject({ kind: 'approve', signature: read(call).signature })
    }),
  )
})

describe('what cannot be edited', () => {
  const data = encodeFunctionData({ abi, functionName: 'decreaseAllowance', args: [bob, 5n] })
  test.each<[string, Call]>([
    ['a payment', { to: stranger, value: '0x1', data: '0x' }],
    ['a deployment', { ...approve(bob, 5n), to: null }],
    ['a lowered allowance', callTo(stranger, data)],
    ['an approval with something appended', callTo(stranger, `${approve(bob, 5n).data}00`)],
    ['Permit2’s approval of another contract', { ...approvePermit2(bob, 5n), to: stranger }],
  ])('%s', (_, call) => {
    expect(givenBy(call, place)).toBeUndefined()
    expect(withAmount(call, 1n, place)).toBeUndefined()
    expect(() => edited([call], [{ index: 0, amount: '0x1' }], place)).toThrow('does not fit')
  })

  test('to more than it was, or to less than nothing', () => {
    expect(withAmount(approve(bob, 5n), 6n, place)).toBeUndefined()
    expect(withAmount(approve(bob, 5n), -1n, place)).toBeUndefined()
  })
})

test('edits name calls that are there, each once, and leave the others', () => {
  const calls = [approve(bob, maxUint256), { to: bob, value: '0x1', data: '0x' } as const]
  expect(edited(calls, [{ index: 0, amount: '0x5' }], place)).toEqual([approve(bob, 5n), calls[1]])
  expect(edited(calls, [], place)).toEqual(calls)
  for (const edits of [
    [{ index: 2, amount: '0x5' as const }],
    [{ index: -1, amount: '0x5' as const }],
    [
      { index: 0, amount: '0x5' as const },
      { index: 0, amount: '0x6' as const },
    ],
  ])
    expect(() => edited(calls, edits, place)).toThrow()
})
