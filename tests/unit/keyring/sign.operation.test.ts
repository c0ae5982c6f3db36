import { hexToBytes } from 'viem'
import { recoverAddress, recoverAuthorizationAddress } from 'viem/utils'
import { describe, expect, test } from 'vitest'
import { executor } from '@/lib/delegate/executor'
import { signMessage, signTypedData, signUserOperation } from '@/lib/keyring/sign'
import { readTypedData } from '@/lib/sign/typedData'
import { operationHash } from '@/lib/sponsor/operation'
import { privateKeyToAccount } from 'viem/accounts'
import { alice, keys } from '../accounts'
import { localMail, mail } from '../sign/typedDataSamples'
import { operation as plain, upgrading } from '../sponsor/operations'

const hex = keys[alice] ?? '0x'
const key = new Uint8Array(hexToBytes(hex))
const account = privateKeyToAccount(hex)

const sign = (operation: typeof plain, nonce = 7, chainId = 8453) =>
  signUserOperation(key, { chainId, operation, nonce })

describe('a user operation', () => {
  test('is signed for the wallet’s executor, and nothing else of it changes', async () => {
    const { signature, ...rest } = await sign(plain)
    expect(rest).toEqual(plain)
    expect(signature).toMatch(/^0x[0-9a-f]{128}(1b|1c)$/)
    const hash = operationHash(8453, plain, executor)
    expect(await recoverAddress({ hash, signature })).toBe(alice)
  })

  test('that upgrades the account has its authorization, for this chain, at the next nonce', async () => {
    const { signature, eip7702Auth, ...rest } = await sign(upgrading)
    expect(rest).toEqual(upgrading)
    const hash = operationHash(8453, upgrading, executor)
    expect(await recoverAddress({ hash, signature })).toBe(alice)
    expect(eip7702Auth).toMatchObject({ address: executor, chainId: '0x2105', nonce: '0x7' })
    const { r, s, yParity } = eip7702Auth ?? { r: '0x', s: '0x', yParity: '0x0' }
    const signed = { address: executor, chainId: 8453, nonce: 7, r, s, yParity: Number(yParity) }
    expect(await recoverAuthorizationAddress({ authorization: signed })).toBe(alice)
  })

  test('has an authorization of whole words, whatever it begins with', async () => {
    const made = await Promise.all(
      Array.from({ length: 300 }, async (_, nonce) => (await sign(upgrading, nonce)).eip7702Auth),
    )
    for (const one of made) {
      expect(one?.r).toMatch(/^0x[0-9a-f]{64}$/)
      expect(one?.s).toMatch(/^0x[0-9a-f]{64}$/)
    }
    expect(made.some((one) => `${one?.r} ${one?.s}`.includes('0x00'))).toBe(true)
    expect(new Set(made.map((one) => one?.yParity))).toEqual(new Set(['0x00', '0x01']))
    expect(made[0]?.nonce).toBe('0x0')
  })

  test('without a chain is not signed: its authorization would hold on any', async () => {
    await expect(sign(upgrading, 7, 0)).rejects.toThrow('an operation needs a chain')
    await expect(sign(plain, 7, 0)).rejects.toThrow('an operation needs a chain')
  })
})

test('a message and typed data are signed as any other wallet signs them', async () => {
  const raw = '0xdeadbeef'
  expect(await signMessage(key, raw)).toBe(await account.signMessage({ message: { raw } }))
  const local = readTypedData({ ...mail, domain: localMail.domain }, true)
  expect(await signTypedData(key, local)).toBe(await account.signTypedData(localMail))
})
