import { expect, test } from 'vitest'
import * as v from 'valibot'
import {
  messageBytes,
  messageParams,
  signatureDecision,
  typedDataParams,
} from '@/lib/sign/signParams'
import { alice, bob } from '../accounts'
import { mail } from './typedDataSamples'

const failing = (run: () => unknown) => {
  try {
    run()
  } catch (error) {
    return (error as Error).message
  }
  return undefined
}

test.each([
  ['0xABcd', '0xabcd'],
  ['0x', '0x'],
  ['0xabc', '0x3078616263'],
  ['0xzz', '0x30787a7a'],
  ['é', '0xc3a9'],
  ['', '0x'],
])('the bytes of %j are %s', (text, bytes) => {
  expect(messageBytes(text)).toBe(bytes)
})

test.each([
  ['message first', ['hello', alice], { from: alice, message: '0x68656c6c6f' }],
  ['account first', [alice, 'hello'], { from: alice, message: '0x68656c6c6f' }],
  ['a message that is an address', [bob, alice], { from: alice, message: bob.toLowerCase() }],
  ['lower case', ['', alice.toLowerCase()], { from: alice, message: '0x' }],
])('a message and its account: %s', (_, params, read) => {
  expect(v.parse(messageParams, params)).toEqual(read)
})

test.each<[unknown, RegExp]>([
  ['hello', /must be an array/],
  [['hello', 'nobody'], /params\[1\] must be an address: 0x and 40 hex digits/],
  [[1, alice], /params\[0\] must be a message: a string/],
])('%j is no message', (params, message) => {
  expect(failing(() => v.parse(messageParams, params))).toMatch(message)
})

test.each([
  ['an object', mail],
  ['text', JSON.stringify(mail)],
])('typed data as %s, in either order', (_, data) => {
  const read = v.parse(typedDataParams(4), [alice, data])
  expect(read).toMatchObject({ from: alice, typedData: { primaryType: 'Mail' } })
  expect(v.parse(typedDataParams(4), [data, alice])).toEqual(read)
})

test('where neither is an address, the first place of typed data is named', () => {
  expect(failing(() => v.parse(typedDataParams(4), ['nobody', mail]))).toMatch(
    /params\[0\] must be an address/,
  )
})

test('lists are read by version 4 alone', () => {
  const types = { EIP712Domain: [], List: [{ name: 'all', type: 'uint256[]' }] }
  const data = { types, primaryType: 'List', domain: {}, message: { all: ['1'] } }
  expect(v.parse(typedDataParams(4), [alice, data])).toMatchObject({ from: alice })
  expect(failing(() => v.parse(typedDataParams(3), [alice, data]))).toBeDefined()
})

test('a decision names the hash, and may bring a signature', () => {
  expect(v.parse(signatureDecision, { hash: '0x12' })).toEqual({ hash: '0x12' })
  expect(v.safeParse(signatureDecision, {}).success).toBe(false)
  const signed = { hash: '0x12', signature: '0x34' }
  expect(v.parse(signatureDecision, signed)).toEqual(signed)
})
