import { beforeEach, describe, expect, test } from 'vitest'
import { journal } from '@/lib/db'
import { emptyDatabase } from '../database'
import { alice, bob, stranger } from '../accounts'
import { connectSite } from '../../harness/connectSite'
import { decision, openWallet } from './siteWallet'

const wallet = openWallet()

const call = { to: stranger, value: '0x1', data: '0x' }
const good = {
  version: '2.0.0',
  from: alice,
  chainId: '0x2105',
  atomicRequired: false,
  calls: [call],
}

const withCall = (change: object) => ({ calls: [call, { ...call, ...change }] })
const withGas = (gasLimitOverride: unknown) => withCall({ capabilities: { gasLimitOverride } })

beforeEach(async () => {
  await emptyDatabase()
  await connectSite()
})

/** A refused request leaves nothing behind. */
const refusal = async (params: unknown) => {
  const answer = await wallet.send('wallet_sendCalls', params)
  expect(await journal.approvals.count()).toBe(0)
  return answer.error
}

describe('a malformed request is told its field', () => {
  test.each<[string, unknown, string]>([
    ['no params', [], 'params'],
    ['params by name', {}, 'params'],
    ['null for params', null, 'params'],
    ['a text for params', '"text"', 'params'],
    ['two objects', [good, good], 'params'],
    ['a text for the object', ['2.0.0'], 'params[0]'],
    ['null for the object', [null], 'params[0]'],
    ['an array for the object', [[good]], 'params[0]'],
  ])('%s', async (_, params, field) => {
    const error = await refusal(params)
    expect(error?.code).toBe(-32602)
    expect(error?.message).toContain(`The wallet cannot parse the request: ${field} `)
  })

  test.each<[string, object, string]>([
    ['version', { version: undefined }, 'version'],
    ['version', { version: null }, 'version'],
    ['id', { id: '' }, 'id'],
    ['id', { id: 5 }, 'id'],
    ['id', { id: ['a'] }, 'id'],
    ['from', { from: undefined }, 'from'],
    ['from', { from: null }, 'from'],
    ['from', { from: alice.slice(0, -1) }, 'from'],
    ['from', { from: `${alice}0` }, 'from'],
    ['from', { from: alice.slice(2) }, 'from'],
    ['from', { from: 'alice.eth' }, 'from'],
    ['from', { from: [alice] }, 'from'],
    ['chainId', { chainId: undefined }, 'chainId'],
    ['chainId', { chainId: 8453 }, 'chainId'],
    ['chainId', { chainId: '8453' }, 'chainId'],
    ['chainId', { chainId: '0x02105' }, 'chainId'],
    ['chainId', { chainId: '0X2105' }, 'chainId'],
    ['chainId', { chainId: '0x14A34' }, 'chainId'],
    ['chainId', { chainId: '' }, 'chainId'],
    ['atomicRequired', { atomicRequired: undefined }, 'atomicRequired'],
    ['atomicRequired', { atomicRequired: null }, 'atomicRequired'],
    ['atomicRequired', { atomicRequired: 'true' }, 'atomicRequired'],
    ['atomicRequired', { atomicRequired: 1 }, 'atomicRequired'],
    ['calls', { calls: undefined }, 'calls'],
    ['calls', { calls: [] }, 'calls'],
    ['calls', { calls: call }, 'calls'],
    ['calls', { calls: null }, 'calls'],
    ['calls', { calls: [call, null] }, 'calls[1]'],
    ['calls', { calls: [call, 'call'] }, 'calls[1]'],
    ['to', withCall({ to: undefined }), 'calls[1].to'],
    ['to', withCall({ to: null }), 'calls[1].to'],
    ['to', withCall({ to: '0x12' }), 'calls[1].to'],
    ['to', withCall({ to: '' }), 'calls[1].to'],
    ['value', withCall({ value: '1' }), 'calls[1].value'],
    ['value', withCall({ value: 1 }), 'calls[1].value'],
    ['value', withCall({ value: '0x' }), 'calls[1].value'],
    ['value', withCall({ value: '-0x1' }), 'calls[1].value'],
    ['value', withCall({ value: `0x1${'0'.repeat(64)}` }), 'calls[1].value'],
    ['data', withCall({ data: '0x1' }), 'calls[1].data'],
    ['data', withCall({ data: 'ab' }), 'calls[1].data'],
    ['data', withCall({ data: '0xzz' }), 'calls[1].data'],
    ['data', withCall({ data: 5 }), 'calls[1].data'],
    ['capabilities', { capabilities: 'paymaster' }, 'capabilities'],
    ['capabilities', { capabilities: [] }, 'capabilities'],
    ['capabilities', withCall({ capabilities: 'none' }), 'calls[1].capabilities'],
    ['gas', withGas(true), 'calls[1].capabilities.gasLimitOverride'],
    ['gas', withGas('0x5208'), 'calls[1].capabilities.gasLimitOverride'],
    ['gas', withGas({}), 'calls[1].capabilities.gasLimitOverride.value'],
    ['gas', withGas({ value: 21000 }), 'calls[1].capabilities.gasLimitOverride.value'],
    ['gas', withGas({ value: '0x0' }), 'calls[1].capabilities.gasLimitOverride.value'],
    ['gas', withGas({ value: '0x00' }), 'calls[1].capabilities.gasLimitOverride.value'],
    [
      'gas',
      withGas({ value: `0x1${'0'.repeat(64)}` }),
      'calls[1].capabilities.gasLimitOverride.value',
    ],
    [
      'gas',
      withGas({ value: '0x0', optional: true }),
      'calls[1].capabilities.gasLimitOverride.value',
    ],
  ])('%s: %j', async (_, change, field) => {
    const error = await refusal([{ ...good, ...change }])
    expect(error?.code).toBe(-32602)
    expect(error?.message).toContain(`The wallet cannot parse the request: ${field} `)
  })

  test.each([{}, { to: undefined }, { to: null }])(
    'a call without a recipient is told how to deploy: %j',
    async (to) => {
      const calls = [{ ...good.calls[0] }, { data: '0x6000', ...to }]
      expect(await refusal([{ ...good, calls }])).toEqual({
        code: -32602,
        message:
          'The wallet cannot parse the request: calls[1].to must be an address: to deploy, use eth_sendTransaction without it',
      })
    },
  )

  test('the zero address as recipient is told how to deploy', async () => {
    expect(await refusal([{ ...good, ...withCall({ to: `0x${'0'.repeat(40)}` }) }]))
      .toMatchInlineSnapshot(`
        {
          "code": -32602,
          "message": "The wallet cannot parse the request: calls[1].to must not be the zero address: to deploy, use eth_sendTransaction without it",
        }
      `)
  })
})

describe('what is absent, null or unknown is not acted on', () => {
  const kept = [{ to: stranger, value: '0x1', data: '0x' }]
  test.each<[string, object, object[]]>([
    ['nulls at the top level', { id: null, capabilities: null }, kept],
    ['a null capability', { capabilities: { paymasterService: null } }, kept],
    ['a null gas limit', { calls: [{ ...call, capabilities: { gasLimitOverride: null } }] }, kept],
    ['a null capability of a call', { calls: [{ ...call, capabilities: { foo: null } }] }, kept],
    ['keys nobody knows', { nonce: '0x5', gas: '0x1', constructor: 'x', '': 1 }, kept],
    ['keys of a call nobody knows', { calls: [{ ...call, gas: '0x1', nonce: 1 }] }, kept],
    ['no value', { calls: [{ to: stranger }] }, [{ to: stranger, value: '0x0', data: '0x' }]],
    ['a value of 0x00', { calls: [{ ...call, value: '0x00' }] }, [{ ...kept[0], value: '0x00' }]],
    [
      'a gas limit up to the cap of a transaction',
      { calls: [{ ...call, capabilities: { gasLimitOverride: { value: '0x1000000' } } }] },
      [{ ...kept[0], gas: '0x1000000' }],
    ],
  ])('%s', async (_, change, calls) => {
    const { id, row, answer } = await wallet.ask('wallet_sendCalls', [{ ...good, ...change }])
    expect(row.params).toEqual([
      { id: undefined, from: alice, chainId: 8453, atomicRequired: false, calls, required: [] },
    ])
    await wallet.reject(id)
    expect((await answer).error?.code).toBe(4001)
  })
})

describe('a call with data to one of the user’s own accounts', () => {
  const driving = (to: string) => [{ ...good, calls: [call, { to, data: '0x34fcd5be' }] }]

  test('is refused by its index where the site was granted the account', async () => {
    expect(await refusal(driving(alice.toLowerCase()))).toMatchInlineSnapshot(`
      {
        "code": -32602,
        "message": "The wallet cannot parse the request: calls[1] must not send data to one of your own accounts",
      }
    `)
  })

  test('opens the window where the site must not learn of the account, and cannot be approved', async () => {
    const { id, answer } = await wallet.ask('wallet_sendCalls', driving(bob))
    await expect(wallet.approve(id, decision('sequence', 2))).rejects.toThrow('does not fit')
    expect(await journal.batches.count()).toBe(0)
    await wallet.reject(id)
    expect(await answer).toEqual({ error: { code: 4001, message: 'User rejected the request' } })
  })

  test('is no matter without data', async () => {
    const { id } = await wallet.ask('wallet_sendCalls', [{ ...good, calls: [{ to: alice }] }])
    expect(await wallet.reject(id)).toBeNull()
  })
})
