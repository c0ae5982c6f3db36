import { beforeEach, describe, expect, test } from 'vitest'
import { randomId } from '@/lib/batch/journal'
import { journal } from '@/lib/db'
import { emptyDatabase } from '../database'
import { alice, bob, dapp, other, stranger } from '../accounts'
import { connectSite } from '../../harness/connectSite'
import { decision, newId, openWallet } from './siteWallet'

const wallet = openWallet()

const batch = (change: object = {}) => [
  {
    version: '2.0.0',
    from: alice,
    chainId: '0x2105',
    atomicRequired: false,
    calls: [{ to: stranger }],
    ...change,
  },
]

const taken = {
  error: {
    code: 5720,
    message: 'There is already a batch submitted with the specified batch ID',
  },
}

beforeEach(async () => {
  await emptyDatabase()
  await connectSite()
})

/** Sends a batch and approves it. Resolves with the site's answer. */
const approved = async (params: unknown, from = {}) => {
  const { id, answer } = await wallet.ask('wallet_sendCalls', params, from)
  expect(await wallet.approve(id, decision('one'))).toBe('done')
  return answer
}

describe('an id of the site is kept byte for byte', () => {
  test.each([
    'a',
    ' ',
    'É😀 "\\\n',
    '0xAbC',
    '0x',
    '0xABCDEF',
    'null',
    '__proto__',
    'constructor',
    '\ud800',
  ])('%j', async (id) => {
    expect(await approved(batch({ id }))).toEqual({
      result: { id, batchId: id, status: 'pending' },
    })
    expect((await journal.batches.toArray()).map((row) => row.id)).toEqual([id])
  })

  test.each([
    ['4096 letters', 'a'.repeat(4096)],
    ['4096 bytes of two each', 'é'.repeat(2048)],
    ['4096 bytes as hex', `0x${'aB'.repeat(4096)}`],
  ])('of %s', async (_, id) => {
    expect((await approved(batch({ id }))).result).toMatchObject({ id })
  })

  test.each([
    ['nothing', ''],
    ['4097 letters', 'a'.repeat(4097)],
    ['4098 bytes of two each', 'é'.repeat(2049)],
    ['4097 bytes as hex', `0x${'ab'.repeat(4097)}`],
    ['8194 characters that are no hex', `0x${'zz'.repeat(4096)}`],
  ])('but not one of %s', async (_, id) => {
    const { error } = await wallet.send('wallet_sendCalls', batch({ id }))
    expect(error).toEqual({
      code: -32602,
      message: 'The wallet cannot parse the request: id must be a string of 1 to 4096 bytes',
    })
  })
})

describe('without an id the wallet chooses one', () => {
  test('of 32 bytes, which begins with a digit other than zero', async () => {
    const { result } = await approved(batch())
    const { id } = result as { id: string }
    expect(id).toMatch(/^0x[1-9a-f][0-9a-f]{63}$/)
    expect(result).toEqual({ id, batchId: id, status: 'pending' })
  })

  test('always, and never the same', () => {
    const ids = Array.from({ length: 300 }, randomId)
    expect(ids.filter((id) => !/^0x[1-9a-f][0-9a-f]{63}$/.test(id))).toEqual([])
    expect(new Set(ids).size).toBe(ids.length)
  })
})

describe('an id is taken', () => {
  test('while the user decides', async () => {
    await wallet.ask('wallet_sendCalls', batch({ id: 'a' }))
    expect(await wallet.send('wallet_sendCalls', batch({ id: 'a' }))).toEqual(taken)
    expect(await journal.approvals.count()).toBe(1)
  })

  test('by one of two that ask at once', async () => {
    const first = wallet.send('wallet_sendCalls', batch({ id: 'a' }), { id: newId() })
    const second = wallet.send('wallet_sendCalls', batch({ id: 'a' }), { id: newId() })
    expect(await Promise.race([first, second])).toEqual(taken)
    expect(await journal.approvals.count()).toBe(1)
  })

  test('for good after approval, and whatever the case of the account', async () => {
    await approved(batch({ id: 'a' }))
    expect(await wallet.send('wallet_sendCalls', batch({ id: 'a' }))).toEqual(taken)
    const from = alice.toLowerCase()
    expect(await wallet.send('wallet_sendCalls', batch({ id: 'a', from }))).toEqual(taken)
  })

  test('not for another site, another account, or in another case', async () => {
    await connectSite(dapp, [alice, bob])
    await connectSite(other)
    await approved(batch({ id: 'a' }))
    const given = [
      await approved(batch({ id: 'a' }), { origin: other }),
      await approved(batch({ id: 'a', from: bob })),
      await approved(batch({ id: 'A' })),
    ]
    expect(given.map(({ result }) => (result as { id: string }).id)).toEqual(['a', 'a', 'A'])
  })

  test('not for them while the user decides, either', async () => {
    await connectSite(dapp, [alice, bob])
    await connectSite(other)
    const asked = [
      await wallet.ask('wallet_sendCalls', batch({ id: 'a' })),
      await wallet.ask('wallet_sendCalls', batch({ id: 'a', from: bob })),
      await wallet.ask('wallet_sendCalls', batch({ id: 'a' }), { origin: other }),
    ]
    expect(asked.map(({ row }) => row.state)).toEqual(['pending', 'pending', 'pending'])
  })

  test('not once the request for it was rejected', async () => {
    const { id, answer } = await wallet.ask('wallet_sendCalls', batch({ id: 'a' }))
    await wallet.reject(id)
    expect((await answer).error?.code).toBe(4001)
    expect((await approved(batch({ id: 'a' }))).result).toMatchObject({ id: 'a' })
  })
})

describe('a request that is resumed', () => {
  const from = { id: newId() }

  test('meets its own reservation and waits, is approved once and answered alike', async () => {
    const { id, answer } = await wallet.ask('wallet_sendCalls', batch({ id: 'a' }), from)
    const resumed = wallet.send('wallet_sendCalls', batch({ id: 'a' }), from)
    expect(await wallet.approve(id, decision('one'))).toBe('done')
    expect(await wallet.approve(id, decision('one'))).toBe('gone')
    const late = wallet.send('wallet_sendCalls', batch({ id: 'a' }), from)
    const result = { id: 'a', batchId: 'a', status: 'pending' }
    expect(await Promise.all([answer, resumed, late])).toEqual([{ result }, { result }, { result }])
    expect(await journal.batches.count()).toBe(1)
  })

  test('is not measured against what has changed since: the site’s accounts and network', async () => {
    const { id, answer } = await wallet.ask('wallet_sendCalls', batch(), from)
    await connectSite(dapp, [bob], 84532)
    const resumed = wallet.send('wallet_sendCalls', batch(), from)
    await wallet.approve(id, decision('one'))
    expect(await resumed).toEqual(await answer)
    expect((await answer).result).toMatchObject({ status: 'pending' })
  })

  test('gets its refusal again', async () => {
    const { id, answer } = await wallet.ask('wallet_sendCalls', batch(), from)
    await wallet.reject(id, true)
    const refusal = {
      error: {
        code: 5750,
        message: 'EIP-7702 upgrade rejected for this chain and account',
      },
    }
    expect(await answer).toEqual(refusal)
    expect(await wallet.send('wallet_sendCalls', batch(), from)).toEqual(refusal)
  })
})
