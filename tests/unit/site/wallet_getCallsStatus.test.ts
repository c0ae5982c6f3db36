import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { append } from '@/lib/batch/journal'
import { did, storeBatch } from '../batch/batches'
import { emptyDatabase } from '../database'
import { alice, bob, dapp, other } from '../accounts'
import { connectSite } from '../../harness/connectSite'
import { openWallet } from './siteWallet'

const wallet = openWallet()
const status = (id: unknown, from = {}) => wallet.send('wallet_getCallsStatus', [id], from)

const unknown = { error: { code: 5730, message: 'No batch with the specified ID is known' } }

const signed = [did.signed('0'), did.sent('0')]
const sealed = [...signed, did.sealed('0')]

beforeEach(async () => {
  vi.resetAllMocks()
  await emptyDatabase()
  await connectSite()
})

afterEach(() => vi.useRealTimers())

test('the status of a batch is a number, and fresh', async () => {
  const batch = await storeBatch({ mode: 'one', id: 'a' })
  wallet.refresh.mockImplementation(() => append(batch.key, sealed, 0))
  expect(await status('a')).toMatchObject({ result: { id: 'a', status: 200, atomic: true } })
  expect(wallet.refresh).toHaveBeenCalledExactlyOnceWith(31337, batch.key)
})

test('all that is told of a batch that is sealed', async () => {
  const { key } = await storeBatch({ mode: 'one', id: 'a' })
  await append(key, [...sealed, did.final], 0)
  expect(await status('a')).toMatchInlineSnapshot(`
    {
      "result": {
        "atomic": true,
        "chainId": "0x7a69",
        "id": "a",
        "receipts": [
          {
            "blockHash": "0x9fda1d63aa03825f4d67100e8c1f0ab3bcd2e36fb5b1dde0f2cb3654f1d45b43",
            "blockNumber": "0xa",
            "gasUsed": "0x5208",
            "logs": [],
            "status": "0x1",
            "transactionHash": "0x044852b2a670ade5407e78fb2863c51de9fcb96542a07186fe3aeda6bb8a116d",
          },
        ],
        "status": 200,
        "version": "2.0.0",
      },
    }
  `)
})

test('all that is told of a batch that is only pre-confirmed', async () => {
  const { key } = await storeBatch({ mode: 'one', id: 'a' })
  await append(key, [...signed, did.included('0')], 0)
  expect(await status('a')).toMatchInlineSnapshot(`
    {
      "result": {
        "atomic": true,
        "capabilities": {
          "preconfirmation": {
            "block": "0xa",
            "preconfirmed": true,
          },
        },
        "chainId": "0x7a69",
        "id": "a",
        "receipts": [
          {
            "blockHash": "0x9fda1d63aa03825f4d67100e8c1f0ab3bcd2e36fb5b1dde0f2cb3654f1d45b43",
            "blockNumber": "0xa",
            "gasUsed": "0x5208",
            "logs": [],
            "status": "0x1",
            "transactionHash": "0x044852b2a670ade5407e78fb2863c51de9fcb96542a07186fe3aeda6bb8a116d",
          },
        ],
        "status": 100,
        "version": "2.0.0",
      },
    }
  `)
})

test('a final batch answers from disk', async () => {
  const { key } = await storeBatch({ mode: 'one', id: 'a' })
  await append(key, [...sealed, did.final], 0)
  expect(await status('a')).toMatchObject({ result: { status: 200 } })
  expect(wallet.refresh).not.toHaveBeenCalled()
})

describe('a node that is silent', () => {
  test('for two seconds is not waited for: the last recorded status is given', async () => {
    const { key } = await storeBatch({ mode: 'one', id: 'a' })
    await append(key, signed, 0)
    // By itself, `waitFor` would move the fake clock on.
    const asked = new Promise<void>((resolve) =>
      wallet.refresh.mockImplementation(() => {
        resolve()
        return new Promise(() => undefined)
      }),
    )
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    const answered = vi.fn()
    const answer = status('a').then(answered)
    await asked
    await vi.advanceTimersByTimeAsync(1999)
    expect(answered).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    await answer
    expect(answered.mock.calls[0]).toMatchObject([{ result: { status: 100 } }])
  })

  test('or fails is no error to the page', async () => {
    await storeBatch({ mode: 'one', id: 'a' })
    wallet.refresh.mockRejectedValue(new Error('https://node.example/SECRET'))
    expect(await status('a')).toMatchObject({ result: { status: 100 } })
  })
})

describe('another site’s batch', () => {
  test('is unknown, in the same words as one that never was', async () => {
    await connectSite(other, [alice])
    await storeBatch({ id: 'a' })
    expect(await status('a', { origin: other })).toEqual(unknown)
    expect(await status('never', { origin: other })).toEqual(unknown)
    expect(await status('a')).toMatchObject({ result: { id: 'a' } })
  })

  test('does not hide one’s own of the same id', async () => {
    await storeBatch({ id: 'a', chainId: 8453 })
    await storeBatch({ id: 'a', chainId: 84532, origin: other })
    expect(await status('a')).toMatchObject({ result: { chainId: '0x2105' } })
    expect(await status('a', { origin: other })).toMatchObject({ result: { chainId: '0x14a34' } })
  })
})

test.each(['A', ' a', 'a ', '', '__proto__', '0xa'])(
  'an id is compared byte for byte: %j',
  async (id) => {
    await storeBatch({ id: 'a' })
    expect(await status(id)).toEqual(unknown)
  },
)

test('two accounts of a site may hold the same id: the active one’s first, then the newest', async () => {
  await storeBatch({ id: 'a', from: alice, chainId: 8453 })
  await storeBatch({ id: 'a', from: bob, chainId: 84532 })
  const chain = async () => ((await status('a')).result as { chainId: string }).chainId
  expect(await chain()).toBe('0x2105')
  await connectSite(dapp, [bob, alice])
  expect(await chain()).toBe('0x14a34')
  await connectSite(dapp, [alice])
  expect(await chain()).toBe('0x2105')
})

test('a locked wallet answers, and so does a site that was disconnected', async () => {
  await storeBatch({ id: 'a' })
  wallet.lock.isLocked = true
  expect(await status('a')).toMatchObject({ result: { status: 100 } })
  await emptyDatabase()
  await storeBatch({ id: 'a' })
  expect(await status('a')).toMatchObject({ result: { status: 100 } })
})

test.each([[[]], [['a', 'b']], [[5]], [[null]], [{}]])(
  'what names no batch is refused: %j',
  async (params) => {
    const { error } = await wallet.send('wallet_getCallsStatus', params)
    expect(error?.code).toBe(-32602)
    expect(error?.message).toMatch(/^The wallet cannot parse the request: params/)
  },
)
