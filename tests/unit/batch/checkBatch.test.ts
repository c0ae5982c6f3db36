import { beforeEach, describe, expect, test } from 'vitest'
import type { BatchRequest } from '@/lib/batch/batchRequest'
import {
  checkChain,
  checkGas,
  checkOwnAccounts,
  checkSize,
  checkSponsoring,
} from '@/lib/batch/checkBatch'
import type { Call } from '@/lib/db'
import { remember } from '@/lib/network/facts'
import { alice, bob, stranger } from '../accounts'
import { emptyDatabase } from '../database'

beforeEach(emptyDatabase)

const call: Call = { to: stranger, value: '0x0', data: '0x' }

const request: BatchRequest = {
  from: alice,
  chainId: 8453,
  atomicRequired: false,
  calls: [call, call],
}

describe('the network of a batch', () => {
  test('is the one that the site is on', () => {
    expect(() => checkChain(8453, { chainId: 8453 })).not.toThrow()
  })

  test('is refused where the wallet does not have it, also if the site is on it', () => {
    expect(() => checkChain(0xabcdef, { chainId: 0xabcdef })).toThrow(
      expect.objectContaining({
        code: 5710,
        message: 'The wallet does not have the specified chain ID: 0xabcdef',
      }),
    )
  })

  test('is refused where the site is on another one, with both in the message', () => {
    expect(() => checkChain(8453, { chainId: 1 })).toThrow(
      expect.objectContaining({
        code: -32602,
        message:
          'The wallet cannot parse the request: chainId must be the network selected for this site: got 0x2105, expected 0x1',
      }),
    )
  })
})

describe('a call to an account that the site was granted', () => {
  const to = (account: Call['to'], data: Call['data'] = '0x01'): Call => ({
    to: account,
    value: '0x0',
    data,
  })
  const check = (calls: Call[]) =>
    checkOwnAccounts({ ...request, calls }, { accounts: [alice, bob] })

  test.each([0, 1])('is refused by its index if it sends data: %i', (index) => {
    const calls = [call, call].with(index, to(bob))
    expect(() => check(calls)).toThrow(
      expect.objectContaining({
        code: -32602,
        message: `The wallet cannot parse the request: calls[${index}] must not send data to one of your own accounts`,
      }),
    )
  })

  test('may send coin alone', () => {
    expect(() => check([to(alice, '0x')])).not.toThrow()
  })

  test('is no matter where it is another’s account', () => {
    expect(() => check([to(stranger)])).not.toThrow()
  })
})

describe('a batch that somebody else shall pay for', () => {
  const url = 'https://pay.example/rpc'
  const unpaid = {
    code: 5700,
    message:
      'The wallet does not support a capability that was not marked as optional: paymasterService: not on this network',
  }
  const required: BatchRequest = { ...request, paymaster: { url, optional: false } }

  test('is refused where it is known that nobody can', async () => {
    await remember('sponsor:8453', false)
    await expect(checkSponsoring(required)).rejects.toMatchObject(unpaid)
  })

  test('is asked of the user where that is not known, or somebody can', async () => {
    await expect(checkSponsoring(required)).resolves.toBeUndefined()
    await remember('sponsor:8453', true)
    await expect(checkSponsoring(required)).resolves.toBeUndefined()
  })

  test('is asked of the user where it may also be them who pay', async () => {
    await remember('sponsor:8453', false)
    const optional: BatchRequest = { ...request, paymaster: { url, optional: true } }
    await expect(checkSponsoring(optional)).resolves.toBeUndefined()
    await expect(checkSponsoring(request)).resolves.toBeUndefined()
  })
})

describe('the size of a batch', () => {
  const many = (count: number, bytes = 0): Call[] =>
    Array.from({ length: count }, () => ({ ...call, data: `0x${'00'.repeat(bytes)}` }))
  const check = (atomicRequired: boolean, calls: Call[]) =>
    checkSize({ ...request, atomicRequired, calls })
  const refuses = (calls: Call[], isAtomic: boolean, words: string) => {
    const message = `The batch is too large for the wallet to process: ${words}`
    expect(() => check(isAtomic, calls)).toThrow(expect.objectContaining({ code: 5740, message }))
  }

  test('is at most 1000 calls', () => {
    expect(() => check(false, many(1000))).not.toThrow()
    refuses(many(1001), false, '1001 calls, at most 1000')
  })

  test('is at most one transaction for each call', () => {
    expect(() => check(false, many(1, 130_752))).not.toThrow()
    refuses(many(1, 130_753), false, 'calls[0] takes 131073 bytes signed, at most 131072')
  })

  test('is at most one transaction for all calls that shall run as one', () => {
    expect(() => check(false, many(2, 70_000))).not.toThrow()
    refuses(many(2, 70_000), true, 'all calls take 140740 bytes signed, at most 131072')
  })

  test('counts no encoding of a call that is alone, which is sent as it is', () => {
    expect(() => check(true, many(1, 130_752))).not.toThrow()
  })
})

describe('the gas of a call', () => {
  const cap = 1_000_000
  const check = (...gas: (Call['gas'] | undefined)[]) =>
    checkGas({ ...request, calls: gas.map((one) => (one ? { ...call, gas: one } : call)) })

  beforeEach(() => remember('blockGas:8453', cap))

  test('may be all that the network takes for a transaction', async () => {
    await expect(check('0xf4240', undefined)).resolves.toBeUndefined()
  })

  test.each([
    [0, ['0xf4241', undefined]],
    [1, [undefined, '0xf4241']],
  ] as const)('is refused by the call’s index above that: %i', async (index, gas) => {
    await expect(check(...gas)).rejects.toMatchObject({
      code: -32602,
      message: `The wallet cannot parse the request: calls[${index}].capabilities.gasLimitOverride.value must be at most 0xf4240 on this network`,
    })
  })

  test('that no call asks for is no matter', async () => {
    await expect(check(undefined, undefined)).resolves.toBeUndefined()
  })
})
