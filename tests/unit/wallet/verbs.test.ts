import { beforeEach, describe, expect, test, vi } from 'vitest'
import * as approvals from '@/lib/approvals/approvals'
import { journal } from '@/lib/db'
import { verbs } from '@/lib/wallet'
import { createAnswers } from '@/lib/wallet/answers'
import { emptyDatabase } from '../database'
import { alice, dapp, other } from '../accounts'
import { connectSite } from '../../harness/connectSite'
import { decision, openWallet } from '../site/siteWallet'
import { batch, fakes } from './fakeServices'

const wallet = openWallet()

beforeEach(async () => {
  await emptyDatabase()
  await connectSite()
})

describe('approving', () => {
  test('writes the batch and wakes what runs it', async () => {
    const { all, watch } = fakes()
    const { id, answer } = await wallet.ask('wallet_sendCalls', batch({ id: 'a' }))
    expect(await verbs.approve({ id, decision: decision('sequence', 2) }, all)).toBe('done')
    expect(await journal.batches.toArray()).toMatchObject([{ key: id, id: 'a', origin: dapp }])
    const [[sent]] = watch.approved.mock.calls as unknown as [[object]]
    expect(sent).toMatchObject({ chainId: 8453, from: alice })
    expect(watch.wake).not.toHaveBeenCalled()
    expect((await answer).result).toMatchObject({ status: 'pending' })
  })

  test('has the chain asked what it is before the decision is written', async () => {
    const { all, watch } = fakes()
    const { id } = await wallet.ask('wallet_sendCalls', batch())
    watch.prepare.mockImplementation(() => {
      throw new Error('the order is wrong')
    })
    const approved = verbs.approve({ id, decision: decision('sequence', 2) }, all)
    await expect(approved).rejects.toThrow('the order is wrong')
    expect(watch.prepare).toHaveBeenCalledOnce()
    expect(watch.prepare.mock.calls[0]).toMatchObject([{ chainId: 8453, from: alice }])
    expect((await approvals.find(id))?.state).toBe('pending')
  })

  test('does nothing while the wallet is locked', async () => {
    const { all } = fakes(false)
    const { id, row } = await wallet.ask('wallet_sendCalls', batch())
    expect(await verbs.approve({ id, decision: decision('sequence', 2) }, all)).toBe('locked')
    expect(await approvals.find(id)).toEqual(row)
  })

  test('says that it is locked without a wait for a quote that was lost with its worker', async () => {
    const { all } = fakes(false)
    const { id } = await wallet.ask('wallet_sendCalls', batch())
    const ask = vi.fn(() => new Promise<never>(() => undefined))
    Object.assign(all, { quotes: { ask, recall: () => undefined } })
    const asked = { ...decision('sequence', 2), outcomes: ['0x11'] }
    expect(await verbs.approve({ id, decision: asked }, all)).toBe('locked')
    expect(ask).toHaveBeenCalledOnce()
  })

  test('does nothing for a page that has gone', async () => {
    const { id } = await wallet.ask('wallet_sendCalls', batch(), { documentId: 'gone' })
    await approvals.documentLeft('gone', Date.now() - 40_000)
    const approved = verbs.approve({ id, decision: decision('sequence', 2) }, fakes().all)
    expect(await approved).toBe('page gone')
    expect(await journal.batches.count()).toBe(0)
  })

  test('does nothing for a panel beside another tab', async () => {
    const { id, row } = await wallet.ask('wallet_sendCalls', batch())
    const asked = { id, decision: decision('sequence', 2), panelOf: 1 }
    expect(await verbs.approve(asked, fakes().all)).toBe('elsewhere')
    expect(await approvals.find(id)).toEqual(row)
  })

  test('waits for a page whose relay takes seconds to come back to a started worker', async () => {
    const { id } = await wallet.ask('wallet_sendCalls', batch())
    await approvals.leaveAll()
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    try {
      const approved = verbs.approve({ id, decision: decision('sequence', 2) }, fakes().all)
      let outcome: unknown
      void approved.then((found) => (outcome = found))
      // Reading the row lets the reads of the verb end, which no timer does.
      const pass = async () => {
        await approvals.find(id)
        await vi.advanceTimersByTimeAsync(100)
      }
      for (let time = 0; time < 50; time++) await pass()
      expect(outcome).toBeUndefined()
      await journal.approvals.where({ id }).modify((row) => {
        delete row.goneAt
      })
      while (outcome === undefined) await pass()
      expect(outcome).toBe('done')
    } finally {
      vi.useRealTimers()
    }
  })

  const notSaved = {
    code: -32603,
    message: 'Internal error: the batch could not be saved, and nothing was sent',
  }

  /** Lets writes fail, as on a full disk. Returns how to make room. */
  const fillDisk = (full: { events: boolean; approvals: boolean }) => {
    const fail = () => {
      throw new DOMException('the disk is full', 'QuotaExceededError')
    }
    if (full.events) journal.events.hook('creating', fail)
    if (full.approvals) journal.approvals.hook('updating', fail)
    return () => {
      journal.events.hook('creating').unsubscribe(fail)
      journal.approvals.hook('updating').unsubscribe(fail)
    }
  }

  test('that cannot be written ends the request: user and site are told, nothing runs', async () => {
    const { all, watch } = fakes()
    const { id, answer } = await wallet.ask('wallet_sendCalls', batch({ id: 'a' }))
    const makeRoom = fillDisk({ events: true, approvals: false })
    const approved = verbs.approve({ id, decision: decision('sequence', 2) }, all)
    expect(await approved).toBe('not saved')
    makeRoom()
    expect((await answer).error).toEqual(notSaved)
    expect(await journal.approvals.get(id)).toMatchObject({ state: 'rejected', error: notSaved })
    expect(await journal.batches.count()).toBe(0)
    expect(watch.approved).not.toHaveBeenCalled()
    // After a failed write, the batch id is free again.
    const again = await wallet.ask('wallet_sendCalls', batch({ id: 'a' }))
    expect(again.row.state).toBe('pending')
  })

  test('ends the request also where not even the rejection can be written', async () => {
    const { all } = fakes()
    const approve = (id: string) => verbs.approve({ id, decision: decision('sequence', 2) }, all)
    const { id, answer, row } = await wallet.ask('wallet_sendCalls', batch())
    const makeRoom = fillDisk({ events: true, approvals: true })
    expect(await approve(id)).toBe('not saved')
    expect((await answer).error).toEqual(notSaved)
    await expect(verbs.reject({ id, upgrade: false }, all)).rejects.toThrow()
    makeRoom()
    // The row on disk still waits, but the site was told that nothing was sent: approving it must fail.
    expect(await journal.approvals.get(id)).toEqual(row)
    expect(await approvals.pending()).toEqual([])
    expect(await approve(id)).toBe('not saved')
    expect(await approvals.approve(id, {}, () => Promise.resolve())).toBe(false)
    expect(await journal.batches.count()).toBe(0)
    await verbs.reject({ id, upgrade: false }, all)
    expect(await journal.approvals.get(id)).toMatchObject({ state: 'rejected', error: notSaved })
  })

  test('that was written counts, whatever the database said of it', async () => {
    const { all } = fakes()
    const { id, answer } = await wallet.ask('wallet_sendCalls', batch())
    const original = journal.transaction.bind(journal) as (...args: unknown[]) => Promise<unknown>
    const lost = vi.spyOn(journal, 'transaction').mockImplementationOnce(((...args: unknown[]) =>
      original(...args).then(() => {
        throw new Error('the reply was lost')
      })) as never)
    expect(await verbs.approve({ id, decision: decision('sequence', 2) }, all)).toBe('done')
    lost.mockRestore()
    expect((await answer).result).toMatchObject({ status: 'pending' })
    expect(await journal.batches.count()).toBe(1)
  })

  test.each([
    ['no decision', undefined],
    ['a mode that is none', { ...decision('sequence', 2), mode: 'fast' }],
    ['gas in decimals', { ...decision('sequence'), gas: ['21000', '21000'] }],
    ['no fees', { ...decision('sequence', 2), fees: {} }],
  ])('is refused with %s', async (_, chosen) => {
    const { id, row } = await wallet.ask('wallet_sendCalls', batch())
    await expect(verbs.approve({ id, decision: chosen }, fakes().all)).rejects.toThrow()
    expect(await approvals.find(id)).toEqual(row)
  })

  test('finds nothing where nothing waits', async () => {
    expect(await verbs.approve({ id: 'nobody', decision: {} }, fakes().all)).toBe('gone')
  })
})

describe('rejecting', () => {
  test.each([
    [false, 4001, 'User rejected the request'],
    [true, 5750, 'EIP-7702 upgrade rejected for this chain and account'],
  ])('the upgrade alone: %s', async (upgrade, code, message) => {
    const { id, answer } = await wallet.ask('wallet_sendCalls', batch())
    await verbs.reject({ id, upgrade }, fakes().all)
    expect(await answer).toEqual({ error: { code, message } })
  })
})

describe('the key that is ready for a request', () => {
  const ready = async (isUnlocked = true) => {
    const { all, keyring } = fakes(isUnlocked)
    const { id } = await wallet.ask('wallet_sendCalls', batch())
    const { readyKey } = keyring
    const privateKey = new Uint8Array([1])
    readyKey.prepare(id, () => Promise.resolve({ from: alice, privateKey }))
    return { all, id, readyKey, privateKey, take: () => readyKey.take(alice) }
  }

  test('stays for the batch that was approved, though its page closes', async () => {
    const { all, id, readyKey, privateKey, take } = await ready()
    all.watch.approved = () => new Promise(() => undefined)
    expect(await verbs.approve({ id, decision: decision('sequence', 2) }, all)).toBe('done')
    readyKey.leave()
    expect(await take()).toBe(privateKey)
  })

  test('goes once the approved batch was looked at and did not sign', async () => {
    const { all, id, privateKey } = await ready()
    expect(await verbs.approve({ id, decision: decision('sequence', 2) }, all)).toBe('done')
    await vi.waitFor(() => expect([...privateKey]).toEqual([0]))
  })

  test.each<[string, (id: string) => Promise<unknown>]>([
    ['is rejected', (id) => verbs.reject({ id, upgrade: false }, fakes().all)],
    ['turns out to be impossible', (id) => approvals.fail(id, { code: -32603, message: 'no' })],
  ])('goes when its request %s, though its page stays open', async (_, happens) => {
    const { all, id, privateKey } = await ready()
    createAnswers(all)
    await happens(id)
    await vi.waitFor(() => expect([...privateKey]).toEqual([0]))
  })

  test('stays for another try where a yes came to nothing, and goes with its page', async () => {
    const { all, id, readyKey, privateKey, take } = await ready(false)
    expect(await verbs.approve({ id, decision: decision('sequence', 2) }, all)).toBe('locked')
    await expect(verbs.approve({ id, decision: {} }, all)).rejects.toThrow()
    expect([...privateKey]).toEqual([1])
    readyKey.leave()
    expect(await take()).toBeUndefined()
    expect([...privateKey]).toEqual([0])
  })
})

describe('unlocking', () => {
  test('answers connected sites that waited for nothing else, and no others', async () => {
    wallet.lock.isLocked = true
    const connected = await wallet.ask('eth_requestAccounts', [])
    const unconnected = await wallet.ask('eth_requestAccounts', [], { origin: other })
    const sending = await wallet.ask('wallet_sendCalls', batch())
    const { all, keyring, watch } = fakes()
    keyring.unlock.mockResolvedValueOnce('open')
    expect(await verbs.unlock({ password: 'right' }, all)).toBe('open')
    wallet.lock.isLocked = false
    expect(await connected.answer).toEqual({ result: [alice] })
    for (const { id } of [unconnected, sending])
      expect((await approvals.find(id))?.state).toBe('pending')
    expect(watch.wake).toHaveBeenCalledOnce()
  })

  test('with a wrong password does nothing', async () => {
    const { all, keyring, watch } = fakes()
    keyring.unlock.mockResolvedValueOnce('wrong password')
    expect(await verbs.unlock({ password: 'wrong' }, all)).toBe('wrong password')
    expect(watch.wake).not.toHaveBeenCalled()
  })
})

describe('the approval window', () => {
  test('closes only when nothing waits in it', async () => {
    const { all, closeApprovals } = fakes()
    const { id } = await wallet.ask('wallet_sendCalls', batch())
    await verbs.closeApprovals(null, all)
    expect(closeApprovals).toHaveBeenCalledOnce()
    const [isIdle] = closeApprovals.mock.calls[0] ?? []
    expect(await isIdle?.()).toBe(false)
    await wallet.reject(id)
    expect(await isIdle?.()).toBe(true)
  })
})

test('stopping a batch is the runner’s, and the watch looks at what came of it', async () => {
  const { all, runner, watch } = fakes()
  expect(await verbs.cancel({ key: 'a' }, all)).toBe('done')
  expect(runner.cancel).toHaveBeenCalledExactlyOnceWith('a', undefined)
  expect(watch.wake).toHaveBeenCalledOnce()
})

test('disconnecting takes a site’s accounts and leaves the others’', async () => {
  await connectSite(other)
  await verbs.disconnect({ origin: dapp }, fakes().all)
  expect((await journal.permissions.toArray()).map(({ origin }) => origin)).toEqual([other])
})
