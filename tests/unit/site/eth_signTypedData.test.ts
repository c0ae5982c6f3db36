import { verifyTypedData, type Hex, type TypedDataDefinition } from 'viem'
import { beforeEach, describe, expect, test } from 'vitest'
import * as approvals from '@/lib/approvals/approvals'
import { journal } from '@/lib/db'
import { keptHash, typedDataHash, type TypedDataRequest } from '@/lib/sign/signRequest'
import { emptyDatabase } from '../database'
import { alice, bob, stranger } from '../accounts'
import { dataOf, mail } from '../sign/typedDataSamples'
import { signed, signer } from '../sign/signer'
import { connectSite } from '../../harness/connectSite'
import { openWallet } from './siteWallet'

const wallet = openWallet(signer)
const v4 = 'eth_signTypedData_v4'

beforeEach(async () => {
  signed.length = 0
  await emptyDatabase()
  await connectSite()
})

const approve = async (id: string) => {
  const row = await approvals.find(id)
  return wallet.approve(id, { hash: await typedDataHash(row?.params as TypedDataRequest) })
}

const text = JSON.stringify(mail)

describe.each([v4, 'eth_signTypedData_v3'])('%s', (method) => {
  test.each<[string, unknown[]]>([
    ['as text', [alice, text]],
    ['as an object', [alice, mail]],
    ['the other way round', [text, alice]],
    ['as an object the other way round', [mail, alice]],
    ['for an account in lower case', [alice.toLowerCase(), text]],
  ])('signs data %s', async (_, params) => {
    const { id, answer } = await wallet.ask(method, params)
    expect(await wallet.checkSignature(id)).toBeNull()
    expect(await approve(id)).toBe('done')
    const signature = (await answer).result as Hex
    const data = mail as unknown as TypedDataDefinition
    expect(await verifyTypedData({ ...data, address: alice, signature })).toBe(true)
    expect(await wallet.send(method, params, { id })).toEqual({ result: signature })
    expect(signed).toHaveLength(1)
  })

  test.each<[string, unknown, number]>([
    ['an account that was not granted', [bob, text], 4100],
    ['one that was not, the other way round', [text, bob], 4100],
    ['no account', [text, text], -32602],
    ['no data', [alice], -32602],
    ['text that is no JSON', [alice, '{'], -32602],
    ['data that is a number', [alice, 5], -32602],
    ['nothing', [], -32602],
  ])('refuses %s', async (_, params, code) => {
    expect((await wallet.send(method, params)).error?.code).toBe(code)
    expect(await journal.approvals.count()).toBe(0)
  })
})

test('data that was changed after it was seen is not signed', async () => {
  const { id, row } = await wallet.ask(v4, [alice, text])
  const seen = await typedDataHash(row.params as TypedDataRequest)
  const params = structuredClone(row.params) as TypedDataRequest
  params.typedData.message.contents = 'Bye'
  await journal.approvals.put({ ...row, params })
  await expect(wallet.approve(id, { hash: seen })).rejects.toThrow('is not what is stored')
  expect(signed).toEqual([])
})

describe('the hash', () => {
  test('is kept in the row when the request comes', async () => {
    const { id, row } = await wallet.ask(v4, [alice, text])
    const params = row.params as TypedDataRequest
    expect(params.hash).toBe(await typedDataHash(params))
    expect(keptHash(params)).toBe(params.hash)
    await wallet.reject(id)
  })

  test('of a row from an older version is computed', async () => {
    const { id, row } = await wallet.ask(v4, [alice, text])
    const { hash, ...params } = row.params as TypedDataRequest
    await journal.approvals.put({ ...row, params })
    expect(keptHash(params)).toBe(hash)
    expect(await wallet.approve(id, { hash: keptHash(params) })).toBe('done')
    expect(signed).toHaveLength(1)
  })

  test('is never believed: a false one in the row signs nothing', async () => {
    const { id, row } = await wallet.ask(v4, [alice, text])
    const hash: Hex = `0x${'11'.repeat(32)}`
    await journal.approvals.put({ ...row, params: { ...(row.params as TypedDataRequest), hash } })
    await expect(wallet.approve(id, { hash })).rejects.toThrow('is not what is stored')
    expect(signed).toEqual([])
    await wallet.reject(id)
  })
})

describe('the network that data is bound to', () => {
  const on = (chainId: unknown, type = 'uint256') => ({
    ...mail,
    types: {
      ...mail.types,
      EIP712Domain: mail.types.EIP712Domain.map((field) =>
        field.name === 'chainId' ? { ...field, type } : field,
      ),
    },
    domain: { ...mail.domain, chainId },
  })

  test.each([8453, '8453', '0x2105', '0x002105'])('may be the site’s: %j', async (chainId) => {
    const { id } = await wallet.ask(v4, [alice, on(chainId)])
    await wallet.reject(id)
  })

  test.each<[unknown, string?]>([
    [1],
    ['1'],
    [0],
    ['0x1'],
    ['1', 'string'],
    [`0x${'1'.repeat(64)}`],
  ])('must not be another: %j', async (chainId, type) => {
    const { error } = await wallet.send(v4, [alice, on(chainId, type)])
    expect(error).toMatchObject({ code: -32602 })
    expect(error?.message).toMatch(/domain\.chainId .* got \d+, expected 8453$/)
  })

  test('must be a number, and is none that only begins as one', async () => {
    const message = expect.stringContaining('domain.chainId must be an integer') as unknown
    for (const chainId of ['8453abc', 'base', ''])
      expect((await wallet.send(v4, [alice, on(chainId, 'string')])).error).toMatchObject({
        message,
      })
  })

  test('may be absent, which the window says', async () => {
    const types = { ...mail.types, EIP712Domain: [{ name: 'name', type: 'string' }] }
    const { id, row } = await wallet.ask(v4, [alice, { ...mail, types }])
    expect((row.params as TypedDataRequest).typedData.domain).toEqual({ name: 'Ether Mail' })
    await wallet.reject(id)
  })
})

describe('what an executor takes as an order is refused', () => {
  const bool = { a: 'bool' }
  const [eoa, calls] = ['address', 'Call[]']
  const Call = [{ name: 'to', type: 'address' }]
  const intent = (name: string, fields: Record<string, string>) =>
    dataOf(
      name,
      fields,
      { multichain: false, eoa: alice, calls: [], nonce: 0 },
      { name: 'Orchestrator' },
      { Call },
    )
  const signedCall = {
    SignedCall: Object.entries({ eoa, calls }).map(([name, type]) => ({ name, type })),
    Call,
  }
  test.each<[string, unknown]>([
    ['a user operation', dataOf('PackedUserOperation', bool, { a: true })],
    ['one of older EntryPoints', dataOf('UserOperation', bool, { a: true })],
    [
      'one inside other data',
      dataOf('One', { a: 'UserOperation[]' }, { a: [] }, {}, { UserOperation: [] }),
    ],
    ['for ERC-4337', dataOf('One', bool, { a: true }, { name: 'ERC4337' })],
    ...[
      '0x5FF137D4b0FDCD49DcA30c7CF57E578a026d2789',
      '0x0000000071727De22E5E9d8BAf0edAc6f37da032',
      '0x4337084d9e255ff0702461cf8895ce9e3b5ff108',
      '0x433709009B8330FDa32311DF1C2AFA402eD8D009',
    ].map((verifyingContract): [string, unknown] => [
      `for the EntryPoint ${verifyingContract}`,
      dataOf('One', bool, { a: true }, { verifyingContract }),
    ]),
    ['a delegation', dataOf('Delegation', { delegate: 'address' }, { delegate: stranger })],
    [
      'an intent of Porto’s',
      intent('Intent', { multichain: 'bool', eoa, calls, nonce: 'uint256' }),
    ],
    [
      'a signed call of Porto’s inside other data',
      dataOf('One', { a: 'SignedCall[]' }, { a: [] }, {}, signedCall),
    ],
    ['for the account itself', dataOf('One', bool, { a: true }, { verifyingContract: alice })],
    [
      'whatever its case',
      dataOf('One', bool, { a: true }, { verifyingContract: alice.toLowerCase() }),
    ],
  ])('%s', async (_, data) => {
    const { error } = await wallet.send(v4, [alice, data])
    expect(error).toMatchObject({ code: -32602 })
    expect(error?.message).toContain('use wallet_sendCalls')
    expect(await journal.approvals.count()).toBe(0)
  })

  test('but the delegation of votes is none', async () => {
    const votes = { delegatee: 'address', nonce: 'uint256', expiry: 'uint256' }
    const data = dataOf('Delegation', votes, { delegatee: stranger, nonce: 0, expiry: 1 })
    const { id } = await wallet.ask(v4, [alice, data])
    await wallet.reject(id)
  })

  test('nor are calls of nobody’s account, or an account without calls', async () => {
    for (const fields of [{ calls }, { eoa }] as Record<string, string>[]) {
      const { id } = await wallet.ask(v4, [alice, intent('Intent', fields)])
      await wallet.reject(id)
    }
  })

  test('for an account that the site must not learn of, by the user: it cannot be approved', async () => {
    const data = dataOf('One', bool, { a: true }, { verifyingContract: bob })
    const { id, answer } = await wallet.ask(v4, [alice, data])
    expect(await wallet.checkSignature(id)).toBe('own account')
    await expect(approve(id)).rejects.toMatchObject({ code: -32602 })
    expect(signed).toEqual([])
    await wallet.reject(id)
    expect(await answer).toMatchObject({ error: { code: 4001 } })
  })
})
