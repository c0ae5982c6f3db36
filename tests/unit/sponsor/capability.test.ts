import { describe, expect, test } from 'vitest'
import { checkServiceUrl, paymasterOn } from '@/lib/sponsor/capability'

const url = 'https://pay.example/rpc'
const read = (capability: unknown) => paymasterOn(capability, '0x2105')

describe('who shall pay', () => {
  test.each<[string, unknown, object | undefined]>([
    ['nobody', undefined, undefined],
    ['null', null, undefined],
    ['one service', { url }, { url, optional: false }],
    ['one that may not', { url, optional: true }, { url, optional: true }],
    ['optional, but not true', { url, optional: 1 }, { url, optional: false }],
    ['with a context', { url, context: { a: 1 } }, { url, context: '{"a":1}', optional: false }],
    ['without a context', { url, context: null }, { url, optional: false }],
    ['by chain', { '0x2105': { url } }, { url, optional: false }],
    ['by chain, optional', { '0x2105': { url }, optional: true }, { url, optional: true }],
    ['by chain, optional here', { '0x2105': { url, optional: true } }, { url, optional: true }],
    ['another chain alone', { '0x1': { url } }, undefined],
  ])('is %s', (_, capability, expected) => {
    expect(read(capability)).toEqual(expected)
  })

  test.each<[string, unknown, string]>([
    ['text', url, 'must be an object'],
    ['a list', [url], 'must be an object'],
    ['nothing in it', {}, '.url must be a URL'],
    ['a number as URL', { url: 1 }, '.url must be a URL'],
    ['no URL for the chain', { '0x2105': {} }, '.url must be a URL'],
    ['text for the chain', { '0x2105': url }, '.0x2105 must be an object'],
    ['a name of its own', { service: url }, '.url must be a URL'],
    ['an inherited URL', Object.create({ url }), '.url must be a URL'],
    ['a context that is text', { url, context: 'a' }, '.context must be an object'],
    ['a context that is a list', { url, context: [] }, '.context must be an object'],
    ['a long context', { url, context: { a: 'a'.repeat(8 * 1024) } }, '.context must be at most'],
  ])('cannot be %s', (_, capability, text) => {
    expect(() => read(capability)).toThrow(text)
  })
})

describe('a service', () => {
  const check = (from: string, to: string) => () =>
    checkServiceUrl({ url: to, optional: false }, from)

  test('may be on this machine for a site on this machine alone', () => {
    expect(check('http://localhost:3000', 'http://127.0.0.1:4337')).not.toThrow()
    expect(check('https://dapp.example', 'http://127.0.0.1:4337')).toThrow('must be an https URL')
    expect(check('https://localhost.example', 'http://localhost:1')).toThrow('must be an https URL')
  })

  test.each(['http://pay.example', 'https://10.0.0.1', 'https://router.lan', 'ftp://pay.example'])(
    'cannot be %s',
    (to) => {
      expect(check('https://dapp.example', to)).toThrow('must be an https URL')
    },
  )
})
