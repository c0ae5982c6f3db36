import { hashMessage, zeroHash, type Address, type Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { journal, type Approval } from '@/lib/db'
import { remember } from '@/lib/network/facts'
import { approveMessage, approveTypedData, signatureOf } from '@/lib/sign/approveSignature'
import { hashTypedData } from '@/lib/sign/hashTypedData'
import { readTypedData } from '@/lib/sign/typedData'
import { alice, bob, dapp, lone, stranger } from '../accounts'
import { emptyDatabase } from '../database'
import { fakeNode } from '../network/fakeNode'
import { dataOf } from './typedDataSamples'

beforeEach(async () => {
  await emptyDatabase()
  await journal.accounts.bulkPut([
    { address: alice, index: 0, name: 'Account 1' },
    { address: bob, index: 1, name: 'Account 2' },
    { address: lone.address, index: 2, name: 'Account 3', source: 'ledger' },
  ])
})

/** A signer that returns what a test wants, or as one that was locked. */
const signerOf = (signature: Hex | undefined) => ({
  signMessage: vi.fn((_: Address, __: Hex) => Promise.resolve(signature)),
  signTypedData: vi.fn(() => Promise.resolve(signature)),
})

const rowOf = (params: unknown): Approval => ({
  id: 'a',
  origin: dapp,
  documentId: 'd',
  method: '',
  wire: '',
  params,
  state: 'pending',
  createdAt: 0,
})

const message = '0x1234'
const hash32: Hex = `0x${'ab'.repeat(32)}`
const typed = (domain: object = {}) =>
  readTypedData(dataOf('One', { a: 'bool' }, { a: true }, domain), true)

type Seen = { hash: Hex; signature?: Hex }
type Given = { from?: Address; raw?: Hex; domain?: object }
type Signers = ReturnType<typeof signerOf>

/** The two kinds of request: its hash, its approval, and which signer it takes. */
const kinds = {
  message: {
    hashOf: ({ raw = message }: Given) => hashMessage({ raw }),
    approve: (seen: Seen, signer: Signers, { from = alice, raw = message }: Given = {}) => {
      const row = rowOf({ from, message: raw, chainId: 8453 })
      return approveMessage(row, row.params, seen, signer)
    },
    expectAsked: ({ signMessage, signTypedData }: Signers, from: Address) => {
      expect(signMessage).toHaveBeenCalledExactlyOnceWith(from, message)
      expect(signTypedData).not.toHaveBeenCalled()
    },
  },
  'typed data': {
    hashOf: ({ domain = {} }: Given) => hashTypedData(typed(domain)),
    approve: (seen: Seen, signer: Signers, { from = alice, domain = {} }: Given = {}) => {
      const row = rowOf({ from, typedData: typed(domain), chainId: 8453 })
      return approveTypedData(row, row.params, seen, signer)
    },
    expectAsked: ({ signMessage, signTypedData }: Signers, from: Address) => {
      expect(signTypedData).toHaveBeenCalledExactlyOnceWith(from, typed())
      expect(signMessage).not.toHaveBeenCalled()
    },
  },
}

const expectNotAsked = ({ signMessage, signTypedData }: Signers) => {
  expect(signMessage).not.toHaveBeenCalled()
  expect(signTypedData).not.toHaveBeenCalled()
}

describe.each(Object.entries(kinds))('a %s', (_, { hashOf, approve, expectAsked }) => {
  const hash = hashOf({})

  test('that was seen is signed by its account’s key, and the signature goes with the decision', async () => {
    const signer = signerOf('0xabcd')
    const write = await approve({ hash }, signer)
    expectAsked(signer, alice)
    expect(await write()).toEqual({ signature: '0xabcd' })
  })

  test('that is not what was seen is not signed', async () => {
    const signer = signerOf('0xabcd')
    await expect(approve({ hash: zeroHash }, signer)).rejects.toThrow(
      'what was seen is not what is stored',
    )
    expectNotAsked(signer)
  })

  test('is not approved where the wallet was locked meanwhile', async () => {
    await expect(approve({ hash }, signerOf(undefined))).rejects.toThrow(
      'the wallet was locked meanwhile',
    )
  })

  test('of an account of the vault is signed by its key, whatever signature comes along', async () => {
    const signer = signerOf('0xabcd')
    const write = await approve({ hash, signature: '0x01' }, signer, { from: bob })
    expectAsked(signer, bob)
    expect(await write()).toEqual({ signature: '0xabcd' })
  })
})

describe.each(Object.entries(kinds))('a %s of a device’s account', (_, { hashOf, approve }) => {
  const hash = hashOf({})
  const device = privateKeyToAccount(lone.key)
  const given = { from: lone.address }

  test('has the device’s signature, and no key of the vault is asked', async () => {
    const signer = signerOf('0xabcd')
    const signature = await device.sign({ hash })
    expect(await (await approve({ hash, signature }, signer, given))()).toEqual({ signature })
    expectNotAsked(signer)
  })

  test.each<[string, () => Promise<Hex> | undefined]>([
    ['without a signature', () => undefined],
    ['with that of another hash', () => device.sign({ hash: zeroHash })],
    [
      'with that of another account',
      () => privateKeyToAccount(`0x${'22'.repeat(32)}`).sign({ hash }),
    ],
  ])('is not approved %s', async (__, making) => {
    const signer = signerOf('0xabcd')
    const signature = await making()
    const seen = signature ? { hash, signature } : { hash }
    await expect(approve(seen, signer, given)).rejects.toThrow(
      'the signature is not that of the account',
    )
    expectNotAsked(signer)
  })
})

const order = 'use wallet_sendCalls'

test('a message that has become an order is not signed', async () => {
  fakeNode({ eth_getCode: () => '0x' })
  const { approve, hashOf } = kinds.message
  const given = { raw: hash32 }
  const signer = signerOf('0xabcd')
  expect(await (await approve({ hash: hashOf(given) }, signer, given))()).toEqual({
    signature: '0xabcd',
  })
  await remember(`code:84532:${alice}`, { kind: 'executor', delegate: stranger })
  const later = signerOf('0xabcd')
  await expect(approve({ hash: hashOf(given) }, later, given)).rejects.toThrow(order)
  expectNotAsked(later)
})

test('typed data that any account of the wallet verifies, or another network, are not signed', async () => {
  const { approve, hashOf } = kinds['typed data']
  for (const [domain, why] of [
    [{ verifyingContract: bob }, order],
    [{ verifyingContract: lone.address }, order],
    [{ chainId: 1 }, 'got 1, expected 8453'],
  ] as const) {
    const signer = signerOf('0xabcd')
    await expect(approve({ hash: hashOf({ domain }) }, signer, { domain })).rejects.toThrow(why)
    expectNotAsked(signer)
  }
})

test('the result of an approved request is its signature, and without one it is an error', () => {
  expect(signatureOf({ ...rowOf({}), signature: '0xabcd' })).toBe('0xabcd')
  expect(() => signatureOf(rowOf({}))).toThrow('approved without a signature')
})
