import { afterEach, describe, expect, test, vi } from 'vitest'
import { createProvider, type PageRequest } from '@/lib/page/provider'

const open = () => {
  const sent: PageRequest[] = []
  const told: [string, unknown][] = []
  const { provider, receive } = createProvider((request) => {
    // Number 0 asks for the state alone, because the test listens.
    if (request[0] !== 0) sent.push(request)
  })
  for (const event of ['connect', 'accountsChanged'])
    provider.on(event, (value) => told.push([event, value]))
  return { provider, receive, sent, told }
}

test('the provider’s own functions cannot be replaced, while sites may add fields of their own', () => {
  const { provider } = open()
  const { request } = provider
  expect(() => Object.assign(provider, { request: () => 'mine' })).toThrow()
  expect(provider.request).toBe(request)
  expect(() => Object.assign(provider, { isMine: true })).not.toThrow()
  expect(Object.keys(provider)).toEqual(['request', 'on', 'removeListener', 'isMine'])
})

describe('a page that replaces what every script shares', () => {
  afterEach(() => vi.restoreAllMocks())

  test('changes neither what is sent nor what comes back', async () => {
    const { provider, receive, sent, told } = open()
    const mine = () => 'replaced by the page'
    const shared: [object, string][] = [
      [JSON, 'stringify'],
      [JSON, 'parse'],
      [Array, 'isArray'],
      [Reflect, 'deleteProperty'],
      [Object, 'defineProperties'],
      ...['get', 'set', 'delete', 'has'].map((name): [object, string] => [Map.prototype, name]),
    ]
    for (const [owner, name] of shared)
      vi.spyOn(owner as { x: () => unknown }, name as 'x').mockImplementation(mine)
    const answer = provider.request({ method: 'eth_sendTransaction', params: [{ to: '0x1' }] })
    receive([1, '{"result":"0xhash"}'])
    receive([0, '{"chainId":"0x1","accounts":["0xa"]}'])
    receive([0, '{"chainId":"0x1","accounts":["0xb"]}'])
    vi.restoreAllMocks()
    expect(sent).toEqual([[1, 'eth_sendTransaction', '[{"to":"0x1"}]']])
    expect(await answer).toBe('0xhash')
    expect(told.map(([event]) => event)).toEqual(['connect', 'accountsChanged'])
  })

  test('does not get at what is sent through Promise', () => {
    const { provider, sent } = open()
    const then = vi.spyOn(Promise.prototype, 'then').mockImplementation(() => {
      throw new Error('replaced by the page')
    })
    void provider.request({ method: 'a', params: ['b'] })
    then.mockRestore()
    expect(sent).toEqual([[1, 'a', '["b"]']])
  })
})

test('what is received is JSON text, so that nothing of the page’s runs in it', () => {
  const { receive, told } = open()
  receive([0, '{"chainId":"0x1","accounts":[],"__proto__":{"polluted":true}}'])
  expect(told).toEqual([['connect', { chainId: '0x1' }]])
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
})
