import { maxUint160, maxUint256 } from 'viem'
import { describe, expect, test } from 'vitest'
import { readPermit } from '@/lib/decode/permit'
import { readTypedData } from '@/lib/sign/typedData'
import { alice, bob, stranger } from '../accounts'
import { dataOf } from '../sign/typedDataSamples'

const token = { verifyingContract: bob }

const permitOf = (...given: Parameters<typeof dataOf>) =>
  readPermit(readTypedData(dataOf(...given), true))

const erc2612 = {
  owner: 'address',
  spender: 'address',
  value: 'uint256',
  nonce: 'uint256',
  deadline: 'uint256',
}
const values = { owner: alice, spender: stranger, value: 5, nonce: 0, deadline: 1_800_000_000 }

const dai = {
  holder: 'address',
  spender: 'address',
  nonce: 'uint256',
  expiry: 'uint256',
  allowed: 'bool',
}

const details = [
  { name: 'token', type: 'address' },
  { name: 'amount', type: 'uint160' },
  { name: 'expiration', type: 'uint48' },
  { name: 'nonce', type: 'uint48' },
]
const permitted = details.slice(0, 2)
const detail = { token: bob, amount: String(maxUint160), expiration: 1_800_000_000, nonce: 0 }
const single = { details: 'Details', spender: 'address', sigDeadline: 'uint256' }
const transfer = { spender: 'address', nonce: 'uint256', deadline: 'uint256' }
const until = 1_800_000_000n

describe('a permit is an approval', () => {
  test('of ERC-2612', () => {
    expect(permitOf('Permit', erc2612, values, token)).toEqual({
      spender: stranger,
      allowances: [{ token: bob, amount: 5n, until }],
    })
  })

  test.each<[string, object, bigint, bigint | null]>([
    ['allowing all', { allowed: true, expiry: 1_800_000_000 }, maxUint256, until],
    ['taking it back', { allowed: false, expiry: 1_800_000_000 }, 0n, until],
    ['for ever', { allowed: true, expiry: 0 }, maxUint256, null],
  ])('of DAI, %s', (_, change, amount, end) => {
    const message = { holder: alice, spender: stranger, nonce: 0, ...change }
    expect(permitOf('Permit', dai, message, token)).toEqual({
      spender: stranger,
      allowances: [{ token: bob, amount, until: end }],
    })
  })

  test('of Permit2 for one token and for several', () => {
    const message = { spender: stranger, sigDeadline: 1, details: detail }
    const allowance = { token: bob, amount: maxUint160, until }
    const one = permitOf('PermitSingle', single, message, {}, { Details: details })
    expect(one).toEqual({ spender: stranger, allowances: [allowance] })
    const two = permitOf(
      'PermitBatch',
      { ...single, details: 'Details[]' },
      { ...message, details: [detail, { ...detail, amount: 7 }] },
      {},
      { Details: details },
    )
    expect(two?.allowances).toEqual([allowance, { ...allowance, amount: 7n }])
  })

  test.each(['PermitTransferFrom', 'PermitWitnessTransferFrom'])('of Permit2 by %s', (name) => {
    const message = { spender: stranger, nonce: 0, deadline: 1_800_000_000, permitted: detail }
    const fields = { ...transfer, permitted: 'Permitted' }
    expect(permitOf(name, fields, message, {}, { Permitted: permitted })).toEqual({
      spender: stranger,
      allowances: [{ token: bob, amount: maxUint160, until }],
    })
    const batch = { ...transfer, permitted: 'Permitted[]' }
    const both = { ...message, permitted: [detail, detail] }
    expect(permitOf(name, batch, both, {}, { Permitted: permitted })?.allowances).toHaveLength(2)
  })
})

test.each<[string, Parameters<typeof dataOf>]>([
  ['another type', ['Order', erc2612, values, token]],
  ['a permit without a spender', ['Permit', { value: 'uint256' }, { value: 5 }, token]],
  ['a permit without an amount', ['Permit', transfer, { ...values }, token]],
  [
    'a list of nothing',
    ['PermitBatch', { ...single, details: 'bool[]' }, { ...values, sigDeadline: 1, details: [] }],
  ],
  [
    'a list of something else',
    [
      'PermitBatch',
      { ...single, details: 'bool[]' },
      { ...values, sigDeadline: 1, details: [true] },
    ],
  ],
])('%s is shown as the data it is', (_, given) => {
  expect(permitOf(...given)).toBeUndefined()
})
