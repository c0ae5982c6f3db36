import { describe, expect, test } from 'vitest'
import { isServiceUrl } from '@/lib/sponsor/serviceUrl'

test.each([
  'https://pay.example',
  'https://api.pay.example/v2/8453/rpc?apikey=abc',
  'https://pay.example:8443/rpc',
  'https://7702.example/rpc',
])('a site may name %s', (url) => {
  expect(isServiceUrl(url)).toBe(true)
})

describe('a site may not name', () => {
  test.each([
    'http://pay.example',
    'wss://pay.example',
    'ftp://pay.example',
    'data:application/json,{}',
    'javascript:alert(1)',
    '//pay.example',
    'pay.example',
    '',
    'https://',
    'https://user@pay.example',
    'https://user:secret@pay.example',
    'https://pay.example#part',
    `https://pay.example/${'a'.repeat(2_048)}`,
    'https://localhost',
    'https://localhost.',
    'https://api.localhost',
    'https://printer',
    'https://printer.local',
    'https://router.lan.',
    'https://nas.home.arpa',
    'https://vault.internal',
    'https://127.0.0.1',
    'https://127.1',
    'https://2130706433',
    'https://0x7f000001',
    'https://0177.0.0.1',
    'https://10.0.0.1',
    'https://192.168.1.1:8443',
    'https://169.254.169.254/latest/meta-data',
    'https://[::1]',
    'https://[fe80::1]',
    'https://[::ffff:127.0.0.1]',
    'https://１２７.0.0.1',
    'https://8.8.8.8',
  ])('%s', (url) => {
    expect(isServiceUrl(url)).toBe(false)
    // A service of its own machine makes no other one fit.
    const isOwn = /^https:\/\/(localhost|127\.|2130706433|0x7f|0177|１２７)/.test(url)
    if (!isOwn) expect(isServiceUrl(url, true)).toBe(false)
  })
})

describe('a site on this machine, in a build for development,', () => {
  test.each(['http://localhost:4337/rpc', 'http://127.0.0.1:4337', 'https://localhost:4337'])(
    'may name %s, and no other site may',
    (url) => {
      expect(isServiceUrl(url, true)).toBe(true)
      expect(isServiceUrl(url)).toBe(false)
    },
  )

  test.each(['http://192.168.1.1', 'http://pay.example', 'ws://localhost:4337', 'http://0.0.0.0'])(
    'may not name %s',
    (url) => {
      expect(isServiceUrl(url, true)).toBe(false)
    },
  )
})
