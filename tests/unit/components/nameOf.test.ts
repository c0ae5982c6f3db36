import type { Address } from 'viem'
import { expect, test } from 'vitest'
import { nameOf } from '@/components/calls/nameOf'
import { alice, bob, stranger } from '../accounts'

const accounts = [{ address: alice, name: 'Savings' }]
const contacts = [
  { address: bob, name: 'Bob' },
  { address: alice, name: 'Old name' },
]

test.each<[string, Address, string | undefined]>([
  ['an account, before a contact', alice, 'Savings'],
  ['a contact', bob, 'Bob'],
  ['either, however its letters are written', bob.toLowerCase() as Address, 'Bob'],
  ['nobody else, alike as the address may be', `${bob.slice(0, -1)}9` as Address, undefined],
  ['nobody else', stranger, undefined],
])('the name of %s', (_, address, name) => {
  expect(nameOf(address, accounts, contacts)).toBe(name)
})

test('nobody has a name while they are read', () => {
  expect(nameOf(bob, undefined, undefined)).toBeUndefined()
})
