import { createSiweMessage, parseSiweMessage } from 'viem/siwe'
import { describe, expect, test } from 'vitest'
import { signInMismatches, readSignIn, type SignInMismatch, type SignIn } from '@/lib/decode/siwe'
import { alice, bob } from '../accounts'

const issued = new Date('2026-11-21T12:00:00.000Z')
const now = issued.getTime() + 1000

const fields = {
  domain: 'dapp.example',
  address: alice,
  uri: 'https://dapp.example/login',
  version: '1',
  chainId: 8453,
  nonce: 'abcdefgh12',
  issuedAt: issued,
} as const

const full = {
  ...fields,
  scheme: 'https',
  statement: 'I accept the terms: https://dapp.example/tos',
  expirationTime: new Date(now + 60_000),
  notBefore: issued,
  requestId: 'request-1',
  resources: ['https://dapp.example/a', 'ipfs://abc'],
}

const read = (text: string): SignIn => {
  const signIn = readSignIn(text)
  if (!signIn || signIn === 'malformed') throw new Error(String(signIn))
  return signIn
}

const found = (change: object, place: object = {}): SignInMismatch[] =>
  signInMismatches(read(createSiweMessage({ ...fields, ...change })), {
    origin: 'https://dapp.example',
    chainId: 8453,
    account: alice,
    now,
    ...place,
  })

test.each([
  ['the least', fields],
  ['everything', full],
  ['no statement but resources', { ...fields, resources: ['https://a.example/'] }],
])('a message with %s is read as viem reads it', (_, given) => {
  const text = createSiweMessage(given)
  const { issuedAt, expirationTime, notBefore, chainId, resources, ...rest } = read(text)
  const date = (value: string | undefined) => (value ? new Date(value) : undefined)
  const lines = resources?.split('\n- ').slice(1)
  const ours = {
    ...rest,
    issuedAt: date(issuedAt),
    expirationTime: date(expirationTime),
    notBefore: date(notBefore),
    chainId: Number(chainId),
    resources: lines,
  }
  expect(ours).toEqual({ resources: undefined, ...parseSiweMessage(text) })
})

test('one empty line less, as some write it without a statement, is read too', () => {
  const text = createSiweMessage(fields).replace('\n\n\n', '\n\n')
  expect(read(text).statement).toBeUndefined()
})

test('other messages are none', () => {
  for (const text of ['', 'hello', 'sign in with Ethereum'])
    expect(readSignIn(text)).toBeUndefined()
})

describe('what claims to be a sign-in and has not its form is malformed', () => {
  const text = createSiweMessage(full)
  test.each<[string, string]>([
    ['a line before', `Hello\n${text}`],
    ['a line after', `${text}\n\nApprove, please`],
    ['a statement of two lines', text.replace('I accept', 'I\naccept')],
    ['fields in a statement', text.replace('I accept', 'I\nURI: https://x.example\naccept')],
    ['no address', text.replace(alice, 'me')],
    ['no nonce', text.replace(/Nonce: .*/, 'Nonce: ')],
    ['no chain', text.replace(/Chain ID: .*\n/, '')],
    ['a time that is none', text.replace(/Issued At: .*/, 'Issued At: today')],
    [
      'a user in the domain',
      text.replace('https://dapp.example wants', 'https://a@dapp.example wants'),
    ],
    [
      'a path in the domain',
      text.replace('https://dapp.example wants', 'https://dapp.example/x wants'),
    ],
    ['two fields swapped', text.replace(/(Version: 1)\n(Chain ID: 8453)/, '$2\n$1')],
    ['other line ends', text.replaceAll('\n', '\r\n')],
  ])('%s', (_, bad) => {
    expect(bad).not.toBe(text)
    expect(readSignIn(bad)).toBe('malformed')
  })
})

describe('against the site', () => {
  test('nothing to say where all fits', () => {
    expect(found({})).toEqual([])
    expect(found({ scheme: 'https', address: alice.toLowerCase() })).toEqual([])
    expect(found({ domain: 'dapp.example:443' })).toEqual([])
    expect(found({ expirationTime: new Date(now + 1), notBefore: new Date(now - 1) })).toEqual([])
  })

  test.each<[string, SignInMismatch[], object, object?]>([
    ['another site', ['domain'], { domain: 'other.example' }],
    ['a subdomain', ['domain'], { domain: 'a.dapp.example' }],
    ['a longer domain', ['domain'], { domain: 'dapp.example.evil.example' }],
    ['another port', ['domain'], { domain: 'dapp.example:8443' }],
    ['another scheme', ['scheme'], { scheme: 'http' }],
    ['a page of another site', ['uri'], { uri: 'https://other.example/login' }],
    ['a page of another port', ['uri'], { uri: 'https://dapp.example:1/login' }],
    ['another account', ['account'], { address: bob }],
    ['another chain', ['chain'], { chainId: 1 }],
    ['the future', ['early'], { issuedAt: new Date(now + 3_600_000) }],
    ['not before tomorrow', ['early'], { notBefore: new Date(now + 86_400_000) }],
    ['the past', ['late'], { expirationTime: new Date(now) }],
    ['a site that is not https', ['scheme', 'uri'], {}, { origin: 'http://dapp.example' }],
    [
      'all wrong',
      ['domain', 'uri', 'account', 'chain'],
      {},
      { origin: 'https://b.example', account: bob, chainId: 1 },
    ],
  ])('%s', (_, expected, change, place) => {
    expect(found(change, place)).toEqual(expected)
  })

  test('a site under development needs no https, and its port counts', () => {
    const local = { domain: 'localhost:3000', uri: 'http://localhost:3000/' }
    expect(found(local, { origin: 'http://localhost:3000' })).toEqual([])
    expect(found(local, { origin: 'http://localhost:3001' })).toEqual(['domain', 'uri'])
    const text = createSiweMessage({ ...fields, ...local })
    for (const host of ['127.0.0.1', '[::1]', 'app.localhost'])
      expect(
        signInMismatches(read(text.replaceAll('localhost', host)), {
          origin: `http://${host}:3000`,
          chainId: 8453,
          account: alice,
          now,
        }),
      ).toEqual([])
  })

  test('a version that does not exist', () => {
    const text = createSiweMessage(fields).replace('Version: 1', 'Version: 2')
    const place = { origin: 'https://dapp.example', chainId: 8453, account: alice, now }
    expect(signInMismatches(read(text), place)).toEqual(['version'])
  })
})
