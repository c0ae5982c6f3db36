import { maxUint256 } from 'viem'
import { expect, test } from 'vitest'
import { loweredOf } from '@/components/batches/lowered'
import type { Batch } from '@/lib/db'
import { usdc } from '../decode/encode'
import { bob } from '../accounts'
import { approve, call, place, transfer } from './callSamples'

const calls = [call(usdc, transfer), call(usdc, approve(9n))]
const batch = { ...place, calls } as unknown as Batch

test('a lowered allowance tells what is signed and what the site asked for', () => {
  const edited: Batch['edited'] = [{ index: 1, amount: `0x${maxUint256.toString(16)}` }]
  expect(loweredOf({ ...batch, edited })).toMatchObject([
    { index: 1, given: { token: usdc, spender: bob, amount: 9n }, asked: maxUint256 },
  ])
})

test('a batch as the site asked for it has none', () => {
  expect(loweredOf(batch)).toEqual([])
})
