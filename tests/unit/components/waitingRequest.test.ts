import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { WaitingRequest } from '@/components/approvals/WaitingRequest'
import type { Approval } from '@/lib/db'
import { alice, bob } from '../accounts'

const batch = (calls: number, over: object = {}) => [
  {
    from: alice,
    chainId: 8453,
    calls: Array.from({ length: calls }, () => ({ to: bob, value: '0x1', data: '0x' })),
    ...over,
  },
]

test.each<[string, unknown, string, object?]>([
  ['eth_requestAccounts', [], 'asks to connect'],
  ['wallet_requestPermissions', [], 'asks to connect'],
  ['wallet_switchEthereumChain', [{ chainId: '0x2105' }], 'asks to switch to Base'],
  ['wallet_addEthereumChain', [{ chainId: '0x2105' }], 'asks to add a network'],
  ['wallet_watchAsset', {}, 'asks to add a token to your list'],
  ['personal_sign', ['0x00'], 'asks you to sign a message'],
  ['eth_signTypedData_v3', [], 'asks you to sign data'],
  ['eth_signTypedData_v4', [], 'asks you to sign data'],
  ['wallet_sendCalls', batch(3), 'asks to send 3 steps on Base'],
  ['wallet_sendCalls', batch(2), 'asks again to send 2 steps on Base', { again: {} }],
  ['eth_sendTransaction', batch(1), 'asks to send 1 transaction on Base'],
  [
    'eth_sendTransaction',
    batch(0, { revokes: bob }),
    'asks to turn this into a standard account on Base',
  ],
  ['wallet_later', [], 'asks for something this version cannot show'],
])(
  '%s: a locked wallet names the site and the kind of thing',
  (method, params, asks, over = {}) => {
    const row = { origin: 'https://app.example', method, params, ...over } as Approval
    const text = renderToStaticMarkup(createElement(WaitingRequest, { row })).replace(
      /<[^>]*>/g,
      '',
    )
    expect(text).toBe(`Aapp.example ${asks}`)
  },
)
