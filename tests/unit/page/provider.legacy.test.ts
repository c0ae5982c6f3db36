import { describe, expect, test, vi } from 'vitest'
import { addLegacy } from '@/lib/page/legacy'
import { createProvider, type PageRequest } from '@/lib/page/provider'
import { addSend } from '@/lib/page/send'

type Old = {
  chainId: unknown
  selectedAddress: unknown
  networkVersion: unknown
  isConnected: () => boolean
  enable: () => Promise<unknown>
  send: (first: unknown, second?: unknown) => unknown
  sendAsync: (payload: unknown, callback: unknown) => void
} & Record<
  'on' | 'off' | 'once' | 'addListener' | 'removeListener',
  (event: string, listener: (value: unknown) => void) => unknown
> & { removeAllListeners: (event?: string) => unknown }

const open = () => {
  const sent: PageRequest[] = []
  const { provider, receive, view, forget } = createProvider((request) => sent.push(request))
  addLegacy(provider, view, forget)
  addSend(provider, view)
  const state = (chainId: string, ...accounts: string[]) =>
    receive([0, JSON.stringify({ chainId, accounts })])
  return { old: provider as unknown as Old, receive, sent, state }
}

describe('the fields of old', () => {
  const read = ({ chainId, selectedAddress, networkVersion }: Old) => [
    chainId,
    selectedAddress,
    networkVersion,
  ]

  test('follow the site’s state, and are null before the wallet has said anything', () => {
    const { old, state } = open()
    expect(read(old)).toEqual([null, null, null])
    state('0x2105')
    expect(read(old)).toEqual(['0x2105', null, '8453'])
    state('0x1', '0xa', '0xb')
    expect(read(old)).toEqual(['0x1', '0xa', '1'])
    state('0x1')
    expect(read(old)).toEqual(['0x1', null, '1'])
  })

  test('cannot be set or replaced', () => {
    const { old, state } = open()
    state('0x1', '0xa')
    for (const name of Object.keys(old)) {
      expect(() => Object.assign(old, { [name]: 'mine' }), name).toThrow()
      expect(() => Object.defineProperty(old, name, { value: 'mine' }), name).toThrow()
    }
    expect(read(old)).toEqual(['0x1', '0xa', '1'])
  })

  test('do not say that it is another wallet', () => {
    const { old } = open()
    expect(Object.keys(old).filter((name) => name.startsWith('is'))).toEqual(['isConnected'])
    expect('isMetaMask' in old).toBe(false)
  })

  test('isConnected is true until the extension is gone', () => {
    const { old, receive } = open()
    expect(old.isConnected()).toBe(true)
    receive([-1, '{"code":4900,"message":"reload the page"}'])
    expect(old.isConnected()).toBe(false)
  })

  test('enable asks for the accounts', async () => {
    const { old, sent, receive } = open()
    const accounts = old.enable()
    expect(sent).toEqual([[1, 'eth_requestAccounts', '[]']])
    receive([1, '{"result":["0xa"]}'])
    expect(await accounts).toEqual(['0xa'])
  })
})

describe('a page that only listens or reads', () => {
  const hello: PageRequest = [0, '', '']

  test.each<[string, (old: Old) => unknown]>([
    ['listens', (old) => old.on('accountsChanged', () => undefined)],
    ['listens once', (old) => old.once('connect', () => undefined)],
    ['listens as of old', (old) => old.addListener('chainChanged', () => undefined)],
    ['reads the account', (old) => old.selectedAddress],
    ['reads the network', (old) => old.chainId],
    ['reads the network by its old name', (old) => old.networkVersion],
  ])('asks for its state once, when it first %s', (_, touch) => {
    const { old, sent } = open()
    expect(sent).toEqual([])
    touch(old)
    touch(old)
    expect(sent).toEqual([hello])
  })

  test('is told the state, as any page', () => {
    const { old, state } = open()
    const listener = vi.fn()
    old.on('connect', listener)
    state('0x1', '0xa')
    expect(listener.mock.calls).toEqual([[{ chainId: '0x1' }]])
    expect(old.selectedAddress).toBe('0xa')
  })

  test('does not ask where a request has done so, or the state is known', () => {
    const { old, sent, state } = open()
    void old.enable()
    old.on('connect', () => undefined)
    expect(sent).toHaveLength(1)
    const { old: told, sent: none, state: tell } = open()
    tell('0x1')
    expect(told.chainId).toBe('0x1')
    state('0x1')
    expect([sent.length, none.length]).toEqual([1, 0])
  })
})

describe('requests of old', () => {
  const params = ['0xa', 'latest']
  const wire = JSON.stringify(params)

  test('send with a method is a request, answered in whole', async () => {
    const { old, sent, receive } = open()
    const answer = old.send('eth_getBalance', params)
    expect(sent).toEqual([[1, 'eth_getBalance', wire]])
    receive([1, '{"result":"0x5"}'])
    expect(await answer).toEqual({ id: undefined, jsonrpc: '2.0', result: '0x5' })
  })

  test('send with a method rejects as a request does', async () => {
    const { old, receive } = open()
    const answer = old.send('eth_accounts')
    receive([1, '{"error":{"code":4100,"message":"no"}}'])
    await expect(answer).rejects.toMatchObject({ code: 4100, message: 'no' })
  })

  test.each(['send', 'sendAsync'] as const)('%s calls back with the whole answer', async (name) => {
    const { old, sent, receive } = open()
    const answer = new Promise<unknown[]>((resolve) =>
      old[name]({ id: 7, jsonrpc: '2.0', method: 'eth_getBalance', params }, (...all: unknown[]) =>
        resolve(all),
      ),
    )
    expect(sent).toEqual([[1, 'eth_getBalance', wire]])
    receive([1, '{"result":null}'])
    expect(await answer).toEqual([null, { id: 7, jsonrpc: '2.0', result: null }])
  })

  test.each(['send', 'sendAsync'] as const)('%s calls back with an error', async (name) => {
    const { old, receive } = open()
    const answer = new Promise<unknown[]>((resolve) =>
      old[name]({ id: 'x', method: 'eth_sign' }, (...all: unknown[]) => resolve(all)),
    )
    receive([1, '{"error":{"code":4200,"message":"no","data":{"why":1}}}'])
    const [error, response] = await answer
    expect(error).toMatchObject({ code: 4200, message: 'no' })
    expect(response).toEqual({
      id: 'x',
      jsonrpc: '2.0',
      error: { code: 4200, message: 'no', data: { why: 1 } },
    })
  })

  test('sendAsync answers a list in its order, errors among it', async () => {
    const { old, receive } = open()
    const answer = new Promise<unknown[]>((resolve) =>
      old.sendAsync([{ id: 1, method: 'a' }, { id: 2, method: 'b' }, null], (...all: unknown[]) =>
        resolve(all),
      ),
    )
    receive([2, '{"error":{"code":4200,"message":"no"}}'])
    receive([1, '{"result":true}'])
    const [error, responses] = await answer
    expect(error).toBeNull()
    expect(responses).toEqual([
      { id: 1, jsonrpc: '2.0', result: true },
      { id: 2, jsonrpc: '2.0', error: { code: 4200, message: 'no' } },
      {
        id: undefined,
        jsonrpc: '2.0',
        error: { code: -32600, message: expect.any(String) as string },
      },
    ])
  })

  test.each<[string, unknown]>([
    ['eth_accounts', ['0xa', '0xb']],
    ['eth_coinbase', '0xa'],
    ['net_version', '1'],
  ])('send without a callback answers %s at once, from the state', (method, result) => {
    const { old, sent, state } = open()
    state('0x1', '0xa', '0xb')
    expect(old.send({ id: 3, method })).toEqual({ id: 3, jsonrpc: '2.0', result })
    expect(sent).toEqual([])
  })

  test('send without a callback is a request for all else', async () => {
    const { old, receive } = open()
    const answer = old.send({ id: 3, method: 'eth_chainId' })
    receive([1, '{"result":"0x1"}'])
    expect(await answer).toEqual({ id: 3, jsonrpc: '2.0', result: '0x1' })
  })

  test('a callback that throws is called once', async () => {
    const { old, receive } = open()
    const error = new Error('of the page')
    const callback = vi.fn(() => {
      throw error
    })
    old.sendAsync({ id: 1, method: 'a' }, callback)
    receive([1, '{"result":1}'])
    const { calls } = vi.mocked(globalThis.reportError).mock
    await vi.waitFor(() => expect(calls.some(([reported]) => reported === error)).toBe(true))
    expect(callback).toHaveBeenCalledOnce()
  })
})

describe('the emitter of old', () => {
  test('addListener and off are on and removeListener', () => {
    const { old, state } = open()
    const listener = vi.fn()
    expect(old.addListener('connect', listener)).toBe(old)
    expect(old.addListener('chainChanged', listener)).toBe(old)
    state('0x1')
    expect(old.off('chainChanged', listener)).toBe(old)
    state('0x2')
    expect(listener.mock.calls).toEqual([[{ chainId: '0x1' }]])
  })

  test('once hears one event, though it stays after an error', () => {
    const { old, state } = open()
    const listener = vi.fn(() => {
      throw new Error('of the page')
    })
    expect(old.once('chainChanged', listener)).toBe(old)
    state('0x1')
    state('0x2')
    state('0x3')
    expect(listener.mock.calls).toEqual([['0x2']])
  })

  test.each(['off', 'removeListener'] as const)('once is taken back by %s', (name) => {
    const { old, state } = open()
    const listener = vi.fn()
    old.once('chainChanged', listener)
    old[name]('chainChanged', listener)
    state('0x1')
    state('0x2')
    expect(listener).not.toHaveBeenCalled()
  })

  test('removeAllListeners forgets those of an event, or all', () => {
    const { old, state } = open()
    const [chain, accounts] = [vi.fn(), vi.fn()]
    const hear = () => {
      old.on('chainChanged', chain)
      old.on('accountsChanged', accounts)
    }
    hear()
    state('0x1')
    expect(old.removeAllListeners('chainChanged')).toBe(old)
    state('0x2', '0xa')
    expect([chain.mock.calls.length, accounts.mock.calls.length]).toEqual([0, 1])
    hear()
    old.removeAllListeners()
    old.removeAllListeners('never heard')
    state('0x3', '0xb')
    expect([chain.mock.calls.length, accounts.mock.calls.length]).toEqual([0, 1])
  })
})
