import { encodeFunctionData, erc20Abi } from 'viem'
import { expect, test } from 'vitest'
import { readCall } from '@/lib/decode/read'
import { readOnce } from '@/lib/decode/readOnce'
import { alice, bob, stranger } from '../accounts'

const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [bob, 1n] })
const call = { to: stranger, value: '0x0', data } as const

test('a call is read once for an account on a chain', () => {
  const reading = readOnce(call, alice, 8453)
  expect(reading).toEqual(readCall({ ...call, from: alice }, 8453))
  expect(readOnce(call, alice, 8453)).toBe(reading)
})

test('the same call of another account, or on another chain, is read by itself', () => {
  const reading = readOnce(call, alice, 8453)
  expect(readOnce(call, bob, 8453)).toEqual(readCall({ ...call, from: bob }, 8453))
  expect(readOnce(call, alice, 1)).not.toBe(reading)
  expect(readOnce(call, alice, 8453)).toEqual(reading)
})

test('a call that is like another is read by itself', () => {
  const changed = { ...call, to: bob }
  expect(readOnce(changed, alice, 8453)).toEqual(readCall({ ...changed, from: alice }, 8453))
})

test('a deployment is read as data to the account itself', () => {
  const deployment = { ...call, to: null }
  expect(readOnce(deployment, alice, 1)).toEqual(readCall({ ...call, from: alice, to: alice }, 1))
})
