import { hashTypedData, type TypedDataDefinition } from 'viem'
import { TypedDataEncoder } from 'ethers'
import { expect, test } from 'vitest'
import { permitRequest } from '../../dapp/permit'
import { alice, bob, stranger } from '../accounts'

const fields = {
  token: bob,
  name: 'USD Coin',
  version: '2',
  spender: stranger,
  amount: '1000000',
  nonce: '3',
  deadline: '1900000000',
}

test('a permit is hashed by viem and ethers alike', () => {
  const made = permitRequest(alice, 8453, fields)
  if ('problem' in made) throw new Error(made.problem)
  const [account, json] = made.request.params
  expect(account).toBe(alice)
  const typedData: unknown = JSON.parse(String(json))
  const { domain, types, message } = typedData as {
    domain: { name: string }
    types: Record<string, { name: string; type: string }[]>
    message: Record<string, string>
  }
  expect(message).toEqual({
    owner: alice,
    spender: stranger,
    value: '1000000',
    nonce: '3',
    deadline: '1900000000',
  })
  const { Permit = [] } = types
  expect(hashTypedData(typedData as TypedDataDefinition)).toBe(
    TypedDataEncoder.hash(domain, { Permit }, message),
  )
})

test.each([
  ['token', 'bob', 'Token: write an address, 0x and 40 hex digits.'],
  ['name', '', "Name: write the token's name as its contract gives it."],
  ['spender', '', 'Spender: write an address, 0x and 40 hex digits.'],
  ['amount', '1.5', 'Amount: write a whole number without separators, such as 1000000 (uint256).'],
  ['nonce', '-1', `Nonce: write a number from 0 to ${2n ** 256n - 1n} (uint256).`],
  [
    'deadline',
    'soon',
    'Deadline: write a whole number without separators, such as 1000000 (uint256).',
  ],
])('what does not fit the %s gets one sentence', (field, value, problem) => {
  expect(permitRequest(alice, 8453, { ...fields, [field]: value })).toEqual({ problem })
})
