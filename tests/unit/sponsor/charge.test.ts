import { encodeAbiParameters, encodeFunctionData, parseAbi, type Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import {
  chargingData,
  isCharged,
  mostOf,
  payingData,
  paymentIn,
  type Payment,
} from '@/lib/sponsor/charge'
import { packOperation } from '@/lib/sponsor/operation'
import { operation } from './operations'

/** IPaymaster.sol of EntryPoint 0.8. */
const abi = parseAbi([
  'struct Packed { address sender; uint256 nonce; bytes initCode; bytes callData; bytes32 accountGasLimits; uint256 preVerificationGas; bytes32 gasFees; bytes paymasterAndData; bytes signature; }',
  'function validatePaymasterUserOp(Packed userOp, bytes32 userOpHash, uint256 maxCost) returns (bytes context, uint256 validationData)',
  'function postOp(uint8 mode, bytes context, uint256 actualGasCost, uint256 actualUserOpFeePerGas)',
])

const hash: Hex = `0x${'ab'.repeat(32)}`

test('a paymaster is asked and charges as the EntryPoint has it', () => {
  const packed = packOperation(operation)
  const userOp = {
    ...packed,
    nonce: BigInt(packed.nonce),
    preVerificationGas: BigInt(packed.preVerificationGas),
    signature: '0x',
  } as const
  const most = mostOf(operation)
  expect(payingData(operation, hash)).toBe(
    encodeFunctionData({
      abi,
      functionName: 'validatePaymasterUserOp',
      args: [userOp, hash, most],
    }),
  )
  expect(chargingData(operation, '0x1234')).toBe(
    encodeFunctionData({
      abi,
      functionName: 'postOp',
      args: [0, '0x1234', most, BigInt(operation.maxFeePerGas)],
    }),
  )
})

describe('a paymaster', () => {
  const now = 1_000_000
  const answer = (signer: bigint, until: number, from: number): Hex =>
    encodeAbiParameters(
      [{ type: 'bytes' }, { type: 'uint256' }],
      ['0xab', (BigInt(from) << 208n) | (BigInt(until) << 160n) | signer],
    )

  test.each<[string, Hex, Payment | undefined]>([
    ['pays', answer(0n, 0, 0), { context: '0xab', pays: true }],
    ['pays for a while', answer(0n, now + 1, now), { context: '0xab', pays: true }],
    ['pays no more', answer(0n, now, 0), { context: '0xab', pays: false }],
    ['pays later', answer(0n, 0, now + 1), { context: '0xab', pays: false }],
    ['does not pay', answer(1n, 0, 0), { context: '0xab', pays: false }],
    ['has another contract look', answer(2n ** 159n, 0, 0), { context: '0xab', pays: false }],
    ['says nothing', '0x', undefined],
    ['says something else', hash, undefined],
  ])('%s', (_, returned, expected) => {
    expect(paymentIn(returned, now)).toEqual(expected)
  })

  test('is called once more only with what it keeps', () => {
    expect([undefined, '0x', '0xab'].map((context) => isCharged(context as Hex))).toEqual([
      false,
      false,
      true,
    ])
  })
})
