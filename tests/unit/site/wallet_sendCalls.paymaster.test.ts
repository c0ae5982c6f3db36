import { numberToHex, type Hex } from 'viem'
import { beforeEach, describe, expect, test } from 'vitest'
import { journal } from '@/lib/db'
import { remember } from '@/lib/network/facts'
import { emptyDatabase } from '../database'
import { connectSite } from '../../harness/connectSite'
import { alice, dapp, stranger } from '../accounts'
import { openWallet } from './siteWallet'

const wallet = openWallet()

const url = 'https://pay.example/rpc'

const batch = (paymasterService: unknown, chainId: Hex = '0x2105') => [
  {
    version: '2.0.0',
    from: alice,
    chainId,
    atomicRequired: false,
    calls: [{ to: stranger }],
    capabilities: { paymasterService },
  },
]

beforeEach(async () => {
  await emptyDatabase()
  await connectSite()
})

describe('a batch that a site wants paid by somebody else', () => {
  test('is asked for with who pays, and nobody is contacted before the window is there', async () => {
    await connectSite(dapp, [alice], 31337)
    const sent = batch({ url, context: { id: 7 } }, '0x7a69')
    const { row } = await wallet.ask('wallet_sendCalls', sent)
    const [{ paymaster }] = row.params as [{ paymaster: object }]
    expect(paymaster).toEqual({ url, context: '{"id":7}', optional: false })
    expect(wallet.node).not.toHaveBeenCalled()
  })

  test.each<[string, unknown]>([
    ['without https', { url: 'http://pay.example' }],
    ['on the user’s own network', { url: 'https://192.168.1.1' }],
    ['on this machine, by a site elsewhere', { url: 'http://localhost:4337' }],
    ['with a password', { url: 'https://a:b@pay.example' }],
    ['at no URL', { url: 'pay' }],
    ['without a URL', { context: {} }],
  ])('is refused where its service is named %s, optional or not', async (_, service) => {
    for (const optional of [true, false]) {
      const sent = batch({ ...(service as object), optional })
      const { error } = await wallet.send('wallet_sendCalls', sent)
      expect(error?.code).toBe(-32602)
      expect(error?.message).toContain('capabilities.paymasterService.url must be')
    }
    expect(await journal.approvals.count()).toBe(0)
  })

  test.each([31337, 8453, 1])(
    'is refused where nobody else can pay, as far as that is known, unless it is optional: chain %i',
    async (chainId) => {
      await connectSite(dapp, [alice], chainId)
      await remember(`sponsor:${chainId}`, false)
      const on = numberToHex(chainId)
      const { error } = await wallet.send('wallet_sendCalls', batch({ url }, on))
      expect(error).toEqual({
        code: 5700,
        message:
          'The wallet does not support a capability that was not marked as optional: paymasterService: not on this network',
      })
      const { row } = await wallet.ask('wallet_sendCalls', batch({ url, optional: true }, on))
      expect(row.state).toBe('pending')
    },
  )
})
