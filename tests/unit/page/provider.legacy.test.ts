import { describe, expect, test, vi } from 'vitest'
import { addLegacy } from '@/lib/page/legacy'
import { createProvider, type PageRequest } from '@/lib/page/provider'

type Old = {
  chainId: unknown
  selectedAddress: unknown
  networkVersion: unknown
  isConnected: () => boolean
  enable: () => Promise<unknown>
} & Record<
  'on' | 'off' | 'once' | 'addListener' | 'removeListener',
  (event: string, listener: (value: unknown) => void) => unknown
> & { removeAllListeners: (event?: string) => unknown }

const open = () => {
  const sent: PageRequest[] = []
  const { provider, receive, view, forget } = createProvider((request) => sent.push(request))
  addLegacy(provider, view, forget)
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
