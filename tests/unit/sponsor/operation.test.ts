import * as fc from 'fast-check'
import { hexToBytes, numberToHex, recoverAddress, type Hex, type SignedAuthorization } from 'viem'
import {
  formatUserOperationRequest,
  getUserOperationHash,
  toPackedUserOperation,
  type UserOperation,
} from 'viem/account-abstraction'
import { recoverAuthorizationAddress } from 'viem/utils'
import { describe, expect, test } from 'vitest'
import { executor } from '@/lib/delegate/executor'
import { signUserOperation } from '@/lib/keyring/sign'
import { entryPoint } from '@/lib/sponsor/entryPoint'
import type { Operation } from '@/lib/db/userOperation'
import { operationHash, packOperation } from '@/lib/sponsor/operation'
import { alice, bob, keys } from '../accounts'
import { operation, tooLarge, upgrading } from './operations'

const chainId = 8453
const key = hexToBytes(keys[alice] ?? '0x') as Uint8Array<ArrayBuffer>

/** Operation in viem's own form. */
const viems = (one: Operation, authorization?: SignedAuthorization) => {
  const { sender, callData, factory, factoryData, paymaster, paymasterData } = one
  const upgrade = factory ? { factory: '0x7702', factoryData, authorization } : {}
  return {
    sender,
    callData,
    paymaster,
    paymasterData,
    ...upgrade,
    nonce: BigInt(one.nonce),
    callGasLimit: BigInt(one.callGasLimit),
    verificationGasLimit: BigInt(one.verificationGasLimit),
    preVerificationGas: BigInt(one.preVerificationGas),
    maxFeePerGas: BigInt(one.maxFeePerGas),
    maxPriorityFeePerGas: BigInt(one.maxPriorityFeePerGas),
    paymasterVerificationGasLimit: BigInt(one.paymasterVerificationGasLimit),
    paymasterPostOpGasLimit: BigInt(one.paymasterPostOpGasLimit),
  } as unknown as UserOperation<'0.8'>
}

const toExecutor = { address: executor, chainId, nonce: 3 } as unknown as SignedAuthorization

const quantity = (bytes: number) =>
  fc.bigInt({ min: 0n, max: 256n ** BigInt(bytes) - 1n }).map((n) => numberToHex(n))
const bytes = fc
  .uint8Array({ maxLength: 200 })
  .map((some): Hex => `0x${Buffer.from(some).toString('hex')}`)
const account = fc.constantFrom(alice, bob, executor)

const anyOperation: fc.Arbitrary<Operation> = fc
  .record({
    sender: account,
    nonce: quantity(32),
    callData: bytes,
    callGasLimit: quantity(16),
    verificationGasLimit: quantity(16),
    preVerificationGas: quantity(32),
    maxFeePerGas: quantity(16),
    maxPriorityFeePerGas: quantity(16),
    paymaster: account,
    paymasterVerificationGasLimit: quantity(16),
    paymasterPostOpGasLimit: quantity(16),
    paymasterData: bytes,
    isUpgrade: fc.boolean(),
  })
  .map(({ isUpgrade, ...one }): Operation =>
    isUpgrade ? { ...one, factory: '0x7702', factoryData: '0x' } : one,
  )

const hashByViem = (one: Operation, chain = chainId) =>
  getUserOperationHash({
    chainId: chain,
    entryPointAddress: entryPoint,
    entryPointVersion: '0.8',
    userOperation: viems(one, toExecutor),
  })

test('an operation is hashed as viem hashes it, whatever is in it', () => {
  fc.assert(
    fc.property(anyOperation, fc.integer({ min: 1, max: 2 ** 48 }), (one, chain) => {
      expect(operationHash(chain, one, executor)).toBe(hashByViem(one, chain))
    }),
    { numRuns: 200 },
  )
})

test('an operation is packed as viem packs it, whatever is in it', () => {
  fc.assert(
    fc.property(anyOperation, (one) => {
      const { nonce, preVerificationGas, ...packed } = packOperation(one)
      const { signature: _, ...expected } = toPackedUserOperation(viems(one))
      expect({
        ...packed,
        nonce: BigInt(nonce),
        preVerificationGas: BigInt(preVerificationGas),
      }).toEqual(expected)
    }),
    { numRuns: 200 },
  )
})

describe('a signature', () => {
  test('is that of the hash, by the account', async () => {
    const signed = await signUserOperation(key, { chainId, operation, nonce: 3 })
    expect(signed).toEqual({ ...operation, signature: signed.signature })
    const hash = hashByViem(operation)
    expect(await recoverAddress({ hash, signature: signed.signature })).toBe(alice)
  })

  test.each<[string, Operation, number]>([
    ['on another chain', operation, 1],
    ['with another nonce', { ...operation, nonce: '0x8' }, chainId],
    ['with other calls', { ...operation, callData: '0x34fcd5bf' }, chainId],
    ['that pays more', { ...operation, maxFeePerGas: '0x3b9aca01' }, chainId],
    ['with a higher tip', { ...operation, maxPriorityFeePerGas: '0xf4241' }, chainId],
    ['with less gas', { ...operation, callGasLimit: '0x1' }, chainId],
    ['with more gas for the paymaster', { ...operation, paymasterPostOpGasLimit: '0x2' }, chainId],
    ['paid by another', { ...operation, paymaster: bob }, chainId],
    ['with other data of the paymaster', { ...operation, paymasterData: '0xbeee' }, chainId],
    ['of another account', { ...operation, sender: bob }, chainId],
    ['that upgrades the account', upgrading, chainId],
  ])('is not valid for an operation %s', (_, changed, chain) => {
    expect(operationHash(chain, changed, executor)).not.toBe(
      operationHash(chainId, operation, executor),
    )
  })

  test('of an upgrade is valid with no other delegate', () => {
    expect(operationHash(chainId, upgrading, bob)).not.toBe(
      operationHash(chainId, upgrading, executor),
    )
  })
})

describe('an upgrade', () => {
  test('carries the account’s authorization of the executor, at its next nonce', async () => {
    const signed = await signUserOperation(key, { chainId, operation: upgrading, nonce: 3 })
    const { address, r, s, yParity } = signed.eip7702Auth ?? expect.fail()
    const authorization = { address, chainId, nonce: 3, r, s, yParity: Number(yParity) }
    expect(address).toBe(executor)
    expect(await recoverAuthorizationAddress({ authorization })).toBe(alice)
    const hash = hashByViem(upgrading)
    expect(await recoverAddress({ hash, signature: signed.signature })).toBe(alice)
  })

  test('is sent as viem sends it', async () => {
    const signed = await signUserOperation(key, { chainId, operation: upgrading, nonce: 3 })
    const { r, s, yParity } = signed.eip7702Auth ?? expect.fail()
    const authorization = { ...toExecutor, r, s, yParity: Number(yParity) }
    const wire = formatUserOperationRequest({
      ...viems(upgrading, authorization),
      signature: signed.signature,
    })
    expect(signed).toEqual(wire)
  })

  test('is never authorized for all chains', async () => {
    await expect(
      signUserOperation(key, { chainId: 0, operation: upgrading, nonce: 3 }),
    ).rejects.toThrow('needs a chain')
  })
})

test.each([
  'callGasLimit',
  'verificationGasLimit',
  'maxFeePerGas',
  'maxPriorityFeePerGas',
  'paymasterVerificationGasLimit',
  'paymasterPostOpGasLimit',
] as const)('an operation whose %s does not fit its field is not hashed', (field) => {
  expect(() => operationHash(chainId, { ...operation, [field]: tooLarge }, executor)).toThrow()
})
