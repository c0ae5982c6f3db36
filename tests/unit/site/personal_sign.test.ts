import { stringToHex, verifyMessage, type Hex } from 'viem'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import * as approvals from '@/lib/approvals/approvals'
import { journal } from '@/lib/db'
import { remember } from '@/lib/network/facts'
import { messageHash } from '@/lib/sign/signRequest'
import { emptyDatabase } from '../database'
import { fakeNode } from '../network/fakeNode'
import { alice, bob, stranger } from '../accounts'
import { signed, signer } from '../sign/signer'
import { connectSite } from '../../harness/connectSite'
import { openWallet } from './siteWallet'

const wallet = openWallet(signer)

const hello = stringToHex('hello')
const order = {
  error: { code: -32602, message: expect.stringContaining('use wallet_sendCalls') as unknown },
}
const hash32: Hex = `0x${'ab'.repeat(32)}`

beforeEach(async () => {
  signed.length = 0
  await emptyDatabase()
  await connectSite()
})

const approve = (id: string, message: Hex) => wallet.approve(id, { hash: messageHash({ message }) })

describe('the message and the account', () => {
  test.each<[string, unknown[], Hex]>([
    ['in order', [hello, alice], hello],
    ['the other way round', [alice, hello], hello],
    ['the account in lower case', [alice.toLowerCase(), hello], hello],
    ['with a password, as geth takes it', [hello, alice, 'password'], hello],
    ['as text', ['hello', alice], hello],
    ['as text the other way round', [alice, 'hello'], hello],
    ['as text that begins like hex', ['0xzz', alice], stringToHex('0xzz')],
    ['as hex with an odd digit, which is text', ['0xabc', alice], stringToHex('0xabc')],
    ['as digits without 0x, which are text', ['68656c6c6f', alice], stringToHex('68656c6c6f')],
    ['as hex in capitals', ['0xABCD', alice], '0xabcd'],
    ['an address as the message', [stranger, alice], stranger],
    ['the account as its own message', [alice, alice], alice.toLowerCase() as Hex],
    ['beyond ASCII', ['Grüße 👋', alice], stringToHex('Grüße 👋')],
    ['empty', ['0x', alice], '0x'],
    ['empty text', ['', alice], '0x'],
  ])('%s', async (_, params, message) => {
    const { id, row, answer } = await wallet.ask('personal_sign', params)
    expect(row.params).toEqual({ from: alice, message, chainId: 8453 })
    expect(await approve(id, message)).toBe('done')
    const signature = (await answer).result as Hex
    expect(await verifyMessage({ address: alice, message: { raw: message }, signature })).toBe(true)
  })

  test.each<[string, unknown, string]>([
    ['no account', ['hello', 'world'], 'params[1] must be an address'],
    ['nothing', [], 'params[1] must be an address'],
    ['no list', {}, 'params'],
    ['a message that is no string', [5, alice], 'params[0] must be a message'],
    ['an address of 19 bytes', [hello, alice.slice(0, 40)], 'params[1] must be an address'],
  ])('with %s: -32602', async (_, params, words) => {
    const { error } = await wallet.send('personal_sign', params)
    expect(error).toMatchObject({
      code: -32602,
      message: expect.stringContaining(words) as unknown,
    })
    expect(await journal.approvals.count()).toBe(0)
  })

  test.each([
    ['in order', [hello, bob]],
    ['the other way round', [bob, hello]],
    ['beside one that is', [alice, bob]],
  ])('that was not granted, %s: 4100', async (_, params) => {
    expect(await wallet.send('personal_sign', params)).toMatchObject({ error: { code: 4100 } })
    expect(await journal.approvals.count()).toBe(0)
  })
})

describe('the signature', () => {
  test('is kept with the row: a request that comes again gets it, and nothing is signed twice', async () => {
    const { id, answer } = await wallet.ask('personal_sign', [hello, alice])
    await approve(id, hello)
    const { result } = await answer
    expect(await approvals.find(id)).toMatchObject({ state: 'approved', signature: result })
    expect(await wallet.send('personal_sign', [hello, alice], { id })).toEqual({ result })
    expect(signed).toHaveLength(1)
  })

  test('goes with the row a day later', async () => {
    const { id, answer } = await wallet.ask('personal_sign', [hello, alice])
    await approve(id, hello)
    await answer
    vi.setSystemTime(Date.now() + 24 * 60 * 60_000 + 1)
    const next = await wallet.ask('personal_sign', [hello, alice])
    vi.useRealTimers()
    expect(await approvals.find(id)).toBeUndefined()
    await wallet.reject(next.id)
  })

  test('is of the stored row: one that was changed after it was seen is not signed', async () => {
    const { id, row } = await wallet.ask('personal_sign', [hello, alice])
    await journal.approvals.put({ ...row, params: { ...(row.params as object), message: '0x00' } })
    await expect(approve(id, hello)).rejects.toThrow('is not what is stored')
    expect(signed).toEqual([])
    expect(await approvals.find(id)).toMatchObject({ state: 'pending' })
  })

  test.each([undefined, {}, { hash: 'yes' }])(
    'takes a decision that names it: not %j',
    async (given) => {
      const { id } = await wallet.ask('personal_sign', [hello, alice])
      await expect(wallet.approve(id, given)).rejects.toThrow()
      expect(signed).toEqual([])
    },
  )

  test('is not given while the wallet is locked, nor when it is being locked', async () => {
    const { id } = await wallet.ask('personal_sign', [hello, alice])
    wallet.lock.isLocked = true
    expect(await approve(id, hello)).toBe('locked')
    wallet.lock.isLocked = false
    expect(signed).toEqual([])
    const locking = openWallet({ signMessage: () => Promise.resolve(undefined) })
    await expect(locking.approve(id, { hash: messageHash({ message: hello }) })).rejects.toThrow()
    expect(await approvals.find(id)).toMatchObject({ state: 'pending' })
  })

  test('refused is 4001', async () => {
    const { id, answer } = await wallet.ask('personal_sign', [hello, alice])
    await wallet.reject(id)
    expect(await answer).toMatchObject({ error: { code: 4001 } })
  })
})

describe('32 bytes, which older executors take as an order', () => {
  const ask = () => wallet.send('personal_sign', [hash32, alice])

  test.each(['executor', 'foreign'])(
    'of an account known as %s, on whatever network, are refused before a window opens',
    async (kind) => {
      for (const chainId of [8453, 84532]) {
        await remember(`code:${chainId}:${alice}`, { kind, delegate: stranger })
        expect(await ask()).toMatchObject(order)
        await remember(`code:${chainId}:${alice}`, { kind: 'plain', delegate: null })
      }
      expect(await journal.approvals.count()).toBe(0)
    },
  )

  test('of an account that was known so before its key was in a device are refused as well', async () => {
    await remember(`code:8453:${alice}`, { kind: 'foreign', delegate: stranger })
    await journal.accounts.update(alice, { source: 'ledger' })
    expect(await ask()).toMatchObject(order)
  })

  test('of text are no less bytes', async () => {
    await remember(`code:8453:${alice}`, { kind: 'executor', delegate: stranger })
    const text = 'x'.repeat(32)
    expect(await wallet.send('personal_sign', [text, alice])).toMatchObject(order)
    const { id } = await wallet.ask('personal_sign', [`${text}x`, alice])
    await wallet.reject(id)
  })

  test('end while the window is open if the node says that the account is delegated', async () => {
    fakeNode({ eth_getCode: () => `0xef0100${stranger.slice(2)}` })
    const { id, answer } = await wallet.ask('personal_sign', [hash32, alice])
    await expect(wallet.checkSignature(id)).rejects.toMatchObject({ code: -32602 })
    expect(await answer).toMatchObject(order)
  })

  test('are not signed if it has been delegated since the window looked', async () => {
    const code = { now: '0x' }
    fakeNode({ eth_getCode: () => code.now })
    const { id } = await wallet.ask('personal_sign', [hash32, alice])
    expect(await wallet.checkSignature(id)).toBeNull()
    code.now = `0xef0100${stranger.slice(2)}`
    await expect(approve(id, hash32)).rejects.toMatchObject({ code: -32602 })
    expect(signed).toEqual([])
  })

  test('are not signed while the node is silent', async () => {
    fakeNode({})
    const { id } = await wallet.ask('personal_sign', [hash32, alice])
    await expect(wallet.checkSignature(id)).rejects.toThrow()
    await expect(approve(id, hash32)).rejects.toThrow()
    expect(await approvals.find(id)).toMatchObject({ state: 'pending' })
    expect(signed).toEqual([])
  })

  test('of a plain account are signed', async () => {
    fakeNode({ eth_getCode: () => '0x' })
    const { id, answer } = await wallet.ask('personal_sign', [hash32, alice])
    expect(await wallet.checkSignature(id)).toBeNull()
    expect(await approve(id, hash32)).toBe('done')
    const signature = (await answer).result as Hex
    expect(await verifyMessage({ address: alice, message: { raw: hash32 }, signature })).toBe(true)
  })
})
