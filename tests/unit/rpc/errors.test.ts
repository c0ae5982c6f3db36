import { describe, expect, test } from 'vitest'
import * as v from 'valibot'
import { errors, isSilence, rpcError, toError, toWire, type WireError } from '@/lib/rpc/errors'

/** Error that a schema throws, with valibot's own sentence, which repeats what was sent. */
const refusalOf = (sent: string): unknown => {
  try {
    return v.parse(v.number(), sent)
  } catch (error) {
    return error
  }
}

test('codes and words are those of the contract', () => {
  expect(Object.values(errors).map(([code, words]) => `${code} ${words}`)).toMatchInlineSnapshot(`
    [
      "-32600 The request is not valid",
      "-32602 The wallet cannot parse the request",
      "-32603 Internal error",
      "-32005 Too many requests",
      "-32000 Version not supported",
      "-32000 not signed",
      "-32000 filter not found",
      "4001 User rejected the request",
      "4100 The requested account and/or method has not been authorized by the user",
      "4200 The wallet does not support the method",
      "4900 The wallet is disconnected",
      "4901 The network does not answer",
      "4902 Unrecognized chain ID: add it with wallet_addEthereumChain",
      "5700 The wallet does not support a capability that was not marked as optional",
      "5710 EIP-7702 not supported on the specified chain ID",
      "5710 The wallet does not have the specified chain ID",
      "5720 There is already a batch submitted with the specified batch ID",
      "5730 No batch with the specified ID is known",
      "5740 The batch is too large for the wallet to process",
      "5750 EIP-7702 upgrade rejected for this chain and account",
      "5760 The account cannot execute the batch atomically",
    ]
  `)
})

test('a detail follows the standard’s words after a colon', () => {
  expect(toWire(rpcError('invalidParams', 'from must be an address'))).toEqual({
    code: -32602,
    message: 'The wallet cannot parse the request: from must be an address',
  })
  expect(toWire(rpcError('userRejected'))).toEqual({
    code: 4001,
    message: 'User rejected the request',
  })
})

describe('what is unexpected leaves without a word of its text', () => {
  const secret = 'fetch https://node.example/v2/SECRETKEY failed at /home/me/lib/db.ts:12'
  const withCause = new Error(secret, { cause: new Error(secret) })
  const lookAlike = Object.assign(new Error(secret), { code: 4001, data: { url: secret } })
  test.each([
    ['an Error', new Error(secret)],
    ['an Error with a cause', withCause],
    ['a TypeError', new TypeError(secret)],
    ['an Error that only looks like one of ours', lookAlike],
    ['an object that only looks like one of ours', { code: -32000, message: secret }],
    ['a schema’s error', refusalOf(secret)],
    ['a text', secret],
    ['nothing', undefined],
  ])('%s', (_, error) => {
    expect(toWire(error)).toEqual({ code: -32603, message: 'Internal error' })
  })
})

describe('an error of ours or of a node travels as it is', () => {
  test.each<[string, WireError]>([
    ['without data', { code: 5720, message: 'taken' }],
    ['with revert data', { code: -32000, message: 'execution reverted', data: '0x08c379a0' }],
    ['with data that is null', { code: -32000, message: 'no', data: null }],
    ['with data that is zero', { code: 3, message: 'no', data: 0 }],
    ['with an object', { code: -32000, message: 'no', data: { a: [1, { b: 'c' }] } }],
    ['with an object that names a cause', { code: 3, message: 'no', data: { cause: 'x', a: 1 } }],
  ])('%s', (_, error) => {
    expect(toWire(toError(error))).toEqual(error)
  })
})

test.each<[boolean, string, unknown]>([
  [true, 'no answer', rpcError('chainDisconnected', 'x')],
  [true, 'to slow down', rpcError('limitExceeded')],
  [false, 'Besu’s limit of gas', toError({ code: -32005, message: 'Transaction gas limit' })],
  [false, 'a revert', toError({ code: -32000, message: 'execution reverted' })],
  [false, 'an error of nobody’s', new Error('x')],
  [false, 'what only looks like no answer', { code: 4901, message: 'x' }],
])('a node’s silence, from which nothing follows: %s for %s', (is, _, error) => {
  expect(isSilence(error)).toBe(is)
})
