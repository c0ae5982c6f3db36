import * as v from 'valibot'
import { hashMessage, keccak256, stringToBytes, hexToBytes } from 'viem'
import { HDKey, hdKeyToAccount, privateKeyToAccount } from 'viem/accounts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { journal, type Approval } from '@/lib/db'
import { addAccounts } from '@/lib/keyring/accounts'
import { approveMessage, approveTypedData } from '@/lib/sign/approveSignature'
import { hashTypedData } from '@/lib/sign/hashTypedData'
import { signatureDecision } from '@/lib/sign/signParams'
import { readTypedData } from '@/lib/sign/typedData'
import { deviceVerbs } from '@/lib/wallet/deviceVerbs'
import type { WalletServices } from '@/lib/wallet/services'
import { alice, bob, dapp, keys } from '../accounts'
import { emptyDatabase } from '../database'
import { mail } from '../sign/typedDataSamples'

const seed = HDKey.fromMasterSeed(hexToBytes(keccak256(stringToBytes('one'))))
const device = hdKeyToAccount(seed, { path: "m/44'/60'/0'/0/0" })
const path = "m/44'/60'/0'/0/0"
const from = device.address

beforeEach(emptyDatabase)

/** Services of which the verbs here use two. */
const services = (isUnlocked = true) => {
  const wake = vi.fn(() => Promise.resolve())
  return {
    wake,
    given: {
      keyring: { isUnlocked: () => Promise.resolve(isUnlocked) },
      watch: { wake },
    } as unknown as WalletServices,
  }
}

const add = (address = from, at = path) =>
  deviceVerbs.addDeviceAccount({ address, path: at }, services().given)

describe('an account of a device', () => {
  test('is added with its path, once', async () => {
    expect(await add()).toBe('done')
    expect(await add()).toBe('done')
    expect(await journal.accounts.toArray()).toEqual([
      { address: from, index: 0, name: 'Account 1', source: 'ledger', devicePath: path },
    ])
    expect(await add(from, "m/44'/60'/0'/0")).toBe('known')
  })

  test('that was watched becomes able to sign, and keeps its name', async () => {
    await addAccounts([{ address: from, source: 'watch' }])
    await journal.accounts.update(from, { name: 'Cold' })
    expect(await add()).toBe('done')
    expect(await journal.accounts.toArray()).toEqual([
      { address: from, index: 0, name: 'Cold', source: 'ledger', devicePath: path },
    ])
  })

  test.each([
    ['the phrase', { address: alice, path: 0 }],
    ['an imported key', { address: alice, source: 'key' as const }],
  ])('never takes the place of %s', async (_, account) => {
    await addAccounts([account])
    const before = await journal.accounts.toArray()
    expect(await add(alice)).toBe('known')
    expect(await journal.accounts.toArray()).toEqual(before)
  })
})

describe('what a device signed', () => {
  const message = '0x1234'
  const typedData = readTypedData(mail, true)
  const rowOf = (method: string, params: unknown): Approval => ({
    id: 'a',
    origin: dapp,
    documentId: 'd',
    method,
    wire: '',
    params,
    state: 'pending',
    createdAt: 0,
  })
  const asked = rowOf('personal_sign', { from, message, chainId: 8453 })
  const hash = hashMessage({ raw: message })
  const never = {
    signMessage: () => Promise.reject(new Error('the vault was asked')),
    signTypedData: () => Promise.reject(new Error('the vault was asked')),
  }
  const foreign = privateKeyToAccount(keys[alice] ?? '0x')

  beforeEach(() => add())

  test('is kept with the request', async () => {
    const signature = await device.sign({ hash })
    const write = await approveMessage(asked, asked.params, { hash, signature }, never)
    expect(await write()).toEqual({ signature })
    const typed = rowOf('eth_signTypedData_v4', { from, typedData, chainId: 8453 })
    const other = {
      hash: hashTypedData(typedData),
      signature: await device.sign({ hash: hashTypedData(typedData) }),
    }
    expect(await (await approveTypedData(typed, typed.params, other, never))()).toEqual({
      signature: other.signature,
    })
  })

  test('is refused from another key, of another hash, or where there is none', async () => {
    for (const signature of [
      await foreign.sign({ hash }),
      await device.sign({ hash: keccak256('0x01') }),
      undefined,
    ]) {
      const seen = signature ? { hash, signature } : { hash }
      const approved = approveMessage(asked, asked.params, seen, never)
      await expect(approved).rejects.toThrow('not that of the account')
    }
  })

  test('says nothing for an account of the vault, whose own key signs', async () => {
    await addAccounts([{ address: bob, path: 1 }])
    const row = rowOf('personal_sign', { from: bob, message, chainId: 8453 })
    const signature = await device.sign({ hash })
    const signer = { ...never, signMessage: () => Promise.resolve('0x01' as const) }
    const write = await approveMessage(row, row.params, { hash, signature }, signer)
    expect(await write()).toEqual({ signature: '0x01' })
  })

  test('comes with the user’s decision, or not', () => {
    expect(v.safeParse(signatureDecision, { hash }).success).toBe(true)
    expect(v.safeParse(signatureDecision, { hash, signature: '0x01' }).success).toBe(true)
    expect(v.safeParse(signatureDecision, { hash, signature: 1 }).success).toBe(false)
  })
})

describe('a signature for a batch', () => {
  const answer = (given: WalletServices) =>
    deviceVerbs.answerSigning({ id: 'a 1', part: 'transaction', signature: '0x' }, given)

  test('is taken by an unlocked wallet alone', async () => {
    const { given, wake } = services(false)
    expect(await answer(given)).toBe('locked')
    expect(wake).not.toHaveBeenCalled()
  })

  test('that the user refused ends nothing if nobody asks for it', async () => {
    expect(await deviceVerbs.refuseSigning({ id: 'a 1' }, services().given)).toBe('late')
  })

  test('that the user refused is told to what runs the batch', async () => {
    const refuse = vi.fn(() => Promise.resolve('done' as const))
    const given = { runner: { refuse } } as unknown as WalletServices
    await journal.signings.add({
      id: 'a 1',
      key: 'a',
      from,
      chainId: 1,
      nonce: 1,
      kind: 'next',
      unsigned: '0x02',
      createdAt: 0,
    })
    expect(await deviceVerbs.refuseSigning({ id: 'a 1' }, given)).toBe('done')
    expect(refuse).toHaveBeenCalledExactlyOnceWith('a', 'a 1')
  })

  test('that is late wakes nothing', async () => {
    const { given, wake } = services()
    expect(await answer(given)).toBe('late')
    expect(wake).not.toHaveBeenCalled()
  })
})
