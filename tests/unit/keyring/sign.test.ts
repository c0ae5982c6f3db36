import { hexToBytes, parseTransaction } from 'viem'
import { describe, expect, test } from 'vitest'
import { executor } from '@/lib/delegate/executor'
import { signTransaction } from '@/lib/keyring/sign'
import { alice, bob, keys } from '../accounts'

const key = hexToBytes(keys[alice] ?? '0x') as Uint8Array<ArrayBuffer>

const base = { chainId: 31337, nonce: 5, gas: 21_000n, to: bob, value: 0n, data: '0x' } as const

const sign = (price: object, authorize?: typeof executor) =>
  signTransaction(key, {
    transaction: { ...base, ...price },
    ...(authorize ? { authorize } : {}),
  })

describe('the price of an upgrade', () => {
  test('is the gas price as the most and as the tip, where that is the price', async () => {
    const raw = await sign({ type: 'legacy', gasPrice: 7n }, executor)
    const { type, gasPrice, maxFeePerGas, maxPriorityFeePerGas } = parseTransaction(raw)
    expect({ type, gasPrice, maxFeePerGas, maxPriorityFeePerGas }).toEqual({
      type: 'eip7702',
      gasPrice: undefined,
      maxFeePerGas: 7n,
      maxPriorityFeePerGas: 7n,
    })
  })

  test('is both of its fees, where it has both', async () => {
    const fees = { maxFeePerGas: 9n, maxPriorityFeePerGas: 2n }
    const raw = await sign({ type: 'eip1559', ...fees }, executor)
    expect(parseTransaction(raw)).toMatchObject({ type: 'eip7702', ...fees })
  })
})

describe('without a price nothing is signed:', () => {
  test.each<[string, object]>([
    ['no fee', {}],
    ['no fee, of the old type', { type: 'legacy' }],
    ['no fee, of the newer type', { type: 'eip1559' }],
    ['no tip', { type: 'eip1559', maxFeePerGas: 9n }],
    ['only a tip', { type: 'eip1559', maxPriorityFeePerGas: 2n }],
    ['a gas price that its type leaves out', { type: 'eip1559', gasPrice: 7n }],
    [
      'two fees that its type leaves out',
      { type: 'legacy', maxFeePerGas: 9n, maxPriorityFeePerGas: 2n },
    ],
  ])('%s', async (_, price) => {
    await expect(sign(price)).rejects.toThrow('without a price')
  })

  test.each<[string, object]>([
    ['no fee', { type: 'eip1559' }],
    ['no tip', { type: 'eip1559', maxFeePerGas: 9n }],
    ['only a tip', { maxPriorityFeePerGas: 2n }],
  ])('an upgrade with %s', async (_, price) => {
    await expect(sign(price, executor)).rejects.toThrow('without a price')
  })

  test.each<[string, object]>([
    ['a gas price', { type: 'legacy', gasPrice: 0n }],
    ['two fees', { type: 'eip1559', maxFeePerGas: 0n, maxPriorityFeePerGas: 0n }],
  ])('a price of nothing is one, on a chain that takes it: %s', async (_, price) => {
    expect(await sign(price)).toMatch(/^0x/)
  })
})
