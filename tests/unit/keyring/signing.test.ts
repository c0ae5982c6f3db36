import { recoverMessageAddress, recoverTransactionAddress, type Address } from 'viem'
import { recoverAddress } from 'viem/utils'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { VaultRow } from '@/lib/db'
import { executor } from '@/lib/delegate/executor'
import { toBase64 } from '@/lib/keyring/base64'
import { createReadyKey } from '@/lib/keyring/readyKey'
import { sessionChanged } from '@/lib/keyring/sessionChanged'
import { createSigning } from '@/lib/keyring/signing'
import * as vault from '@/lib/keyring/vault'
import { withKeyOf } from '@/lib/keyring/change'
import { hashTypedData } from '@/lib/sign/hashTypedData'
import { readTypedData } from '@/lib/sign/typedData'
import { operationHash } from '@/lib/sponsor/operation'
import { alice, bob, keys, stranger } from '../accounts'
import { mail } from '../sign/typedDataSamples'
import { operation } from '../sponsor/operations'

const dataKey = vault.random(32)

/** A vault with the keys of Alice and Bob; nothing here opens it by a password. */
const rowOfTwo = async (): Promise<VaultRow> => {
  const key = await vault.importKey(dataKey)
  const none = { iv: '', data: '' }
  const empty = { id: 'vault', version: 1, key: none, keys: {} } as const
  const kdf = { ...vault.kdf, salt: '' }
  const one = await withKeyOf({ ...empty, kdf }, key, keys[alice] ?? '0x')
  const two = await withKeyOf(one.vault, key, keys[bob] ?? '0x')
  return { ...two.vault, revision: 1, check: '' }
}

const row = await rowOfTwo()

/** Signers on a vault, of a session whose key is given out always, only late, or never. */
const open = () => {
  const state: { is: 'open' | 'late' | 'locked'; row: VaultRow | undefined } = { is: 'open', row }
  const session = {
    get: (isLate?: boolean) =>
      Promise.resolve(
        state.is === 'open' || (state.is === 'late' && isLate) ? toBase64(dataKey) : undefined,
      ),
    isOpen: () => Promise.resolve(state.is === 'open'),
    set: () => Promise.resolve(),
  }
  const current = vi.fn(() => Promise.resolve(state.row))
  const ready = createReadyKey()
  return { state, current, ready, signing: createSigning(session, current, ready) }
}

type Scene = ReturnType<typeof open>
let scene: Scene

beforeEach(() => {
  scene = open()
})

const transaction = {
  type: 'eip1559',
  chainId: 8453,
  nonce: 7,
  to: stranger,
  value: 1n,
  gas: 21_000n,
  maxFeePerGas: 10n,
  maxPriorityFeePerGas: 1n,
} as const

const typedData = readTypedData(mail, true)

/** Each kind of signature: returns who made it. */
const kinds: Record<string, (scene: Scene, from: Address) => Promise<Address | undefined>> = {
  transaction: async ({ signing }, from) => {
    const raw = await signing.sign(from, { transaction })
    return raw && recoverTransactionAddress({ serializedTransaction: raw as `0x02${string}` })
  },
  operation: async ({ signing }, from) => {
    const asked = { ...operation, sender: from }
    const signed = await signing.signOperation(from, {
      chainId: 8453,
      operation: asked,
      nonce: 1,
    })
    const hash = operationHash(8453, asked, executor)
    return signed && recoverAddress({ hash, signature: signed.signature })
  },
  message: async ({ signing }, from) => {
    const signature = await signing.signMessage(from, '0x1234')
    return signature && recoverMessageAddress({ message: { raw: '0x1234' }, signature })
  },
  'typed data': async ({ signing }, from) => {
    const signature = await signing.signTypedData(from, typedData)
    return signature && recoverAddress({ hash: hashTypedData(typedData), signature })
  },
}

describe.each(Object.entries(kinds))('of a %s', (kind, signerOf) => {
  test.each([alice, bob])('the signer is the account that is asked: %s', async (from) => {
    expect(await signerOf(scene, from)).toBe(from)
  })

  test('nothing is signed while the wallet is locked, even with a key that is ready', async () => {
    const privateKey = new Uint8Array(32).fill(1)
    scene.ready.prepare('one', () => Promise.resolve({ from: alice, privateKey }))
    scene.state.is = 'locked'
    expect(await signerOf(scene, alice)).toBeUndefined()
    expect(scene.current).not.toHaveBeenCalled()
    expect(await scene.ready.take(alice)).toBe(privateKey)
  })

  test('nothing is signed for an account without a key, or without a vault', async () => {
    expect(await signerOf(scene, stranger)).toBeUndefined()
    scene.state.row = undefined
    expect(await signerOf(scene, alice)).toBeUndefined()
  })

  const isOfBatch = kind === 'transaction' || kind === 'operation'
  test(`${isOfBatch ? 'one' : 'none'} is made shortly after auto-lock`, async () => {
    scene.state.is = 'late'
    expect(await signerOf(scene, alice)).toBe(isOfBatch ? alice : undefined)
  })

  test('a key that is ready signs without the vault, and for its account alone', async () => {
    scene.signing.prepareKey('one', () => Promise.resolve(alice))
    await scene.ready.take(bob)
    scene.current.mockClear()
    expect(await signerOf(scene, bob)).toBe(bob)
    expect(scene.current).toHaveBeenCalledTimes(1)
    expect(await signerOf(scene, alice)).toBe(alice)
    expect(scene.current).toHaveBeenCalledTimes(1)
    expect(await signerOf(scene, alice)).toBe(alice)
    expect(scene.current).toHaveBeenCalledTimes(2)
  })
})

describe('the bytes of a key', () => {
  const makeReady = () => {
    const privateKey = new Uint8Array(32).fill(1)
    scene.ready.prepare('one', () => Promise.resolve({ from: alice, privateKey }))
    return privateKey
  }

  test('are overwritten once it has signed', async () => {
    const bytes = makeReady()
    expect(await scene.signing.signMessage(alice, '0x1234')).toMatch(/^0x/)
    expect(bytes).toEqual(new Uint8Array(32))
  })

  test('are overwritten where it could not sign', async () => {
    const bytes = makeReady()
    const unpriced = { ...transaction, maxFeePerGas: undefined }
    await expect(scene.signing.sign(alice, { transaction: unpriced })).rejects.toThrow(
      'without a price',
    )
    expect(bytes).toEqual(new Uint8Array(32))
  })

  test('are overwritten when the wallet is locked, unlocked or erased', async () => {
    const bytes = makeReady()
    sessionChanged.emit()
    await expect.poll(() => bytes).toEqual(new Uint8Array(32))
    expect(await scene.ready.take(alice)).toBeUndefined()
  })

  test('are there for others only to be dropped', async () => {
    const bytes = makeReady()
    scene.signing.readyKey.leave()
    await expect.poll(() => bytes).toEqual(new Uint8Array(32))
  })
})

describe('a key is made ready', () => {
  const taken = async (account: Address | undefined, from = alice) => {
    scene.signing.prepareKey('one', () => Promise.resolve(account))
    return scene.ready.take(from)
  }

  test('whole', async () => {
    expect(Buffer.from((await taken(alice)) ?? []).toString('hex')).toBe(keys[alice]?.slice(2))
  })

  test('for no request that has no account, and then the vault is not read', async () => {
    expect(await taken(undefined)).toBeUndefined()
    expect(scene.current).not.toHaveBeenCalled()
  })

  test.each(['locked', 'late'] as const)(
    'in no wallet that is %s, whose vault is not read',
    async (is) => {
      scene.state.is = is
      expect(await taken(alice)).toBeUndefined()
      expect(scene.current).not.toHaveBeenCalled()
    },
  )

  test('for no account without a key', async () => {
    expect(await taken(stranger, stranger)).toBeUndefined()
  })
})
