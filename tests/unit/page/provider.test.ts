import { describe, expect, test, vi } from 'vitest'
import { createProvider, type PageRequest } from '@/lib/page/provider'

const open = () => {
  const sent: PageRequest[] = []
  const { provider, receive } = createProvider((request) => {
    // Number 0 asks for the state alone, because the test listens.
    if (request[0] !== 0) sent.push(request)
  })
  const state = (chainId: string, ...accounts: string[]) =>
    receive([0, JSON.stringify({ chainId, accounts })])
  /** Values that listeners received, by event and in order. */
  const told: [string, unknown][] = []
  for (const event of ['connect', 'disconnect', 'chainChanged', 'accountsChanged', 'message'])
    provider.on(event, (value) => told.push([event, value]))
  return { provider, receive, sent, state, told }
}

const outcome = (promise: Promise<unknown>) =>
  promise.then(
    (result) => ({ result }),
    (error: unknown) => ({ ...(error as object), message: (error as Error).message }),
  )

describe('a request', () => {
  test('travels as its method and its params’ JSON, under a number of its own', () => {
    const { provider, sent } = open()
    void provider.request({ method: 'eth_call', params: [{ to: '0x1', value: undefined }, null] })
    void provider.request({ method: 'eth_accounts' })
    void provider.request({ method: 'x', params: null })
    void provider.request({ method: '__proto__', params: { a: 1 } })
    expect(sent).toEqual([
      [1, 'eth_call', '[{"to":"0x1"},null]'],
      [2, 'eth_accounts', '[]'],
      [3, 'x', '[]'],
      [4, '__proto__', '{"a":1}'],
    ])
  })

  test.each([1, null, '0x', [], { a: 1 }])('resolves with its result: %j', async (result) => {
    const { provider, receive } = open()
    const answer = provider.request({ method: 'x' })
    receive([1, JSON.stringify({ result })])
    expect(await answer).toEqual(result)
  })

  test('rejects with an Error that has code, message and data', async () => {
    const { provider, receive } = open()
    const answer = provider.request({ method: 'x' })
    receive([1, '{"error":{"code":-32000,"message":"execution reverted","data":"0x12"}}'])
    const error = await answer.catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(Error)
    expect(error).toMatchObject({ code: -32000, message: 'execution reverted', data: '0x12' })
  })

  test('rejects with -32603 where a node wrote what is no JSON', async () => {
    const { provider, receive } = open()
    const answer = outcome(provider.request({ method: 'eth_getLogs' }))
    receive([1, '{"result":[1 2}}'])
    expect(await answer).toEqual({
      code: -32603,
      message: 'Internal error: the node did not answer in JSON-RPC',
    })
  })

  test('gets the answer of its own number, in whatever order they come, and only once', async () => {
    const { provider, receive } = open()
    const answers = [provider.request({ method: 'a' }), provider.request({ method: 'b' })]
    receive([2, '{"result":"second"}'])
    receive([2, '{"result":"again"}'])
    receive([7, '{"result":"nobody’s"}'])
    receive([1, '{"result":"first"}'])
    expect(await Promise.all(answers)).toEqual(['first', 'second'])
  })

  test.each([
    undefined,
    null,
    'eth_accounts',
    5,
    [],
    {},
    { method: 5 },
    { method: undefined },
    ['eth_accounts'],
  ])('that is none is refused and not sent: %j', async (args) => {
    const { provider, sent } = open()
    expect(await outcome(provider.request(args as never))).toMatchObject({ code: -32600 })
    expect(sent).toEqual([])
  })

  const circular: unknown[] = []
  circular.push(circular)
  test.each([
    ['a number without end', [1n]],
    ['a circle', circular],
    ['a function', () => undefined],
    ['a symbol', Symbol('x')],
  ])('whose params are no JSON is refused and not sent: %s', async (_, params) => {
    const { provider, sent } = open()
    expect(await outcome(provider.request({ method: 'x', params }))).toMatchObject({
      code: -32602,
      message: 'The wallet cannot parse the request: params must be JSON',
    })
    expect(sent).toEqual([])
  })
})

describe('events follow from the site’s state', () => {
  test('each once, and only for what has changed', () => {
    const { state, told } = open()
    state('0x1')
    state('0x1')
    state('0x1', '0xa')
    state('0x1', '0xa')
    state('0x2', '0xa')
    state('0x3', '0xb', '0xa')
    state('0x3', '0xa', '0xb')
    state('0x3')
    expect(told).toEqual([
      ['connect', { chainId: '0x1' }],
      ['accountsChanged', ['0xa']],
      ['chainChanged', '0x2'],
      ['chainChanged', '0x3'],
      ['accountsChanged', ['0xb', '0xa']],
      ['accountsChanged', ['0xa', '0xb']],
      ['accountsChanged', []],
    ])
  })

  test('and of an extension that is gone: 4900, once, however often that is found', () => {
    const { receive, told } = open()
    const gone = '{"code":4900,"message":"reload the page"}'
    receive([-1, gone])
    receive([-1, gone])
    expect(told.map(([event]) => event)).toEqual(['disconnect'])
    expect(told[0]?.[1]).toHaveProperty('code', 4900)
    expect(told[0]?.[1]).toHaveProperty('message', 'reload the page')
  })
})

describe('a listener', () => {
  test('that throws ends nothing, and is reported', () => {
    const { provider, state, told } = open()
    const error = new Error('of the page')
    const { provider: other, receive } = createProvider(() => undefined)
    other.on('connect', () => {
      throw error
    })
    const after = vi.fn()
    other.on('connect', after)
    receive([0, '{"chainId":"0x1","accounts":[]}'])
    expect(after).toHaveBeenCalledOnce()
    expect(globalThis.reportError).toHaveBeenCalledWith(error)
    expect(provider.on('connect', () => undefined)).toBe(provider)
    state('0x1')
    expect(told).toHaveLength(1)
  })

  test('that is removed hears nothing more; added twice and removed once, it hears once', () => {
    const { provider, state } = open()
    const listener = vi.fn()
    provider.on('chainChanged', listener)
    provider.on('chainChanged', listener)
    expect(provider.removeListener('chainChanged', listener)).toBe(provider)
    state('0x1')
    state('0x2')
    expect(listener).toHaveBeenCalledOnce()
    provider.removeListener('chainChanged', listener)
    provider.removeListener('chainChanged', listener)
    provider.removeListener('constructor', listener)
    state('0x3')
    expect(listener).toHaveBeenCalledOnce()
  })

  test('that removes itself while it is told does not hide the event from the next', () => {
    const { provider, state } = open()
    const once = () => void provider.removeListener('connect', once)
    const next = vi.fn()
    provider.on('connect', once)
    provider.on('connect', next)
    state('0x1')
    expect(next).toHaveBeenCalledOnce()
  })

  test.each(['__proto__', 'constructor', 'toString'])('may be for an event named %s', (event) => {
    const { provider, state, told } = open()
    provider.on(event, () => undefined)
    state('0x1')
    expect(told).toHaveLength(1)
  })
})
