import { beforeEach, expect, test, vi } from 'vitest'
import { append } from '@/lib/batch/journal'
import { did, storeBatch } from '../batch/batches'
import { emptyDatabase } from '../database'
import { alice, bob, dapp, other } from '../accounts'
import { connectSite } from '../../harness/connectSite'
import { openWallet } from './siteWallet'

const wallet = openWallet()
const show = (id: unknown, from = {}) => wallet.send('wallet_showCallsStatus', [id], from)

beforeEach(async () => {
  vi.resetAllMocks()
  await emptyDatabase()
  await connectSite()
})

test('a batch is shown from disk, pending or done, and the answer is null', async () => {
  const { key } = await storeBatch({ mode: 'one', id: 'a' })
  expect(await show('a')).toEqual({ result: null })
  await append(key, [did.signed('0'), did.sent('0'), did.sealed('0'), did.final], 0)
  expect(await show('a')).toEqual({ result: null })
  expect(wallet.show.mock.calls).toEqual([[key], [key]])
  expect(wallet.refresh).not.toHaveBeenCalled()
  expect(wallet.node).not.toHaveBeenCalled()
})

test('another site’s batch is unknown in the words of wallet_getCallsStatus, and shown to nobody', async () => {
  await connectSite(other, [alice])
  await storeBatch({ id: 'a' })
  const unknown = await wallet.send('wallet_getCallsStatus', ['never'], { origin: other })
  expect(unknown.error?.code).toBe(5730)
  expect(await show('a', { origin: other })).toEqual(unknown)
  expect(await show('never', { origin: other })).toEqual(unknown)
  expect(wallet.show).not.toHaveBeenCalled()
})

test('of two accounts’ batches with one id it is the active one’s', async () => {
  const first = await storeBatch({ id: 'a', from: alice })
  const second = await storeBatch({ id: 'a', from: bob })
  await show('a')
  await connectSite(dapp, [bob, alice])
  await show('a')
  expect(wallet.show.mock.calls).toEqual([[first.key], [second.key]])
})

test('a locked wallet shows it too: its own page asks for the password', async () => {
  await storeBatch({ id: 'a' })
  wallet.lock.isLocked = true
  expect(await show('a')).toEqual({ result: null })
})

test.each([[[]], [['a', 'b']], [[5]], [{}]])(
  'what names no batch is refused: %j',
  async (params) => {
    const { error } = await wallet.send('wallet_showCallsStatus', params)
    expect(error?.code).toBe(-32602)
  },
)

test('a window that cannot be opened is an internal error without its text', async () => {
  await storeBatch({ id: 'a' })
  wallet.show.mockRejectedValue(new Error('No current window'))
  expect(await show('a')).toEqual({ error: { code: -32603, message: 'Internal error' } })
})
