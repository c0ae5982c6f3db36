import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as approvals from '@/lib/approvals/approvals'
import { journal } from '@/lib/db'
import { keepSetting } from '@/lib/db/settings'
import { toWire } from '@/lib/rpc/errors'
import type { SiteRequest } from '@/lib/rpc/siteRequest'
import { verbs } from '@/lib/wallet'
import { asked, newRequest } from '../approvalRows'
import { emptyDatabase } from '../database'
import { alice, dapp, other } from '../accounts'
import type { WalletServices } from '@/lib/wallet/services'
import { fakes } from '../wallet/fakeServices'

beforeEach(emptyDatabase)
afterEach(() => vi.restoreAllMocks())

/** The clock, which a test moves by itself. */
const clock = () => {
  let now = 1_800_000_000_000
  vi.spyOn(Date, 'now').mockImplementation(() => now)
  return { pass: (seconds: number) => (now += seconds * 1000) }
}

const outcomeOf = (request: SiteRequest) =>
  approvals.ask(request, []).catch((error: unknown) => toWire(error))

const tooSoon = (seconds: number) => ({
  code: -32005,
  message: `Too many requests: the user rejected 3 requests of this site, ask again in ${seconds} s`,
})

describe('a site that was rejected three times within a minute', () => {
  const rejectOne = async (change: Partial<SiteRequest> = {}) =>
    approvals.reject((await asked(newRequest(change))).request.id)

  test('cannot ask for a minute from the third on, with any method, and is told when it can', async () => {
    const { pass } = clock()
    await rejectOne()
    pass(30)
    await rejectOne({ method: 'wallet_sendCalls' })
    pass(30)
    await rejectOne({ method: 'wallet_switchEthereumChain' })
    pass(0.5)
    for (const method of ['eth_requestAccounts', 'wallet_sendCalls', 'eth_sendTransaction'])
      expect(await outcomeOf(newRequest({ method }))).toEqual(tooSoon(60))
    expect(await approvals.pending()).toEqual([])
    pass(58.6)
    expect(await outcomeOf(newRequest())).toEqual(tooSoon(1))
    pass(1)
    expect((await asked()).row.state).toBe('pending')
  })

  test('can ask if the three lie further apart, and other sites can always', async () => {
    const { pass } = clock()
    await rejectOne()
    pass(31)
    await rejectOne()
    pass(31)
    await rejectOne()
    expect((await asked()).row.state).toBe('pending')
    await approvals.rejectAll()
    expect(await outcomeOf(newRequest())).toEqual(tooSoon(60))
    expect((await asked(newRequest({ origin: other }))).row.state).toBe('pending')
  })

  test('counts what closing the window rejects, and the no to an upgrade', async () => {
    clock()
    const { request } = await asked()
    await verbs.reject({ id: request.id, upgrade: true }, fakes().all)
    expect(await approvals.find(request.id)).toMatchObject({ error: { code: 5750 } })
    await asked()
    await asked(newRequest({ method: 'wallet_sendCalls' }))
    await approvals.rejectAll()
    expect(await outcomeOf(newRequest())).toEqual(tooSoon(60))
  })

  test('does not count what the wallet rejects, and what nobody waits for', async () => {
    const { pass } = clock()
    for (let time = 0; time < 4; time++) {
      const { request } = await asked()
      await approvals.fail(request.id, { code: 5710, message: 'x' })
    }
    for (let time = 0; time < 4; time++) await asked()
    await approvals.documentLeft('document', Date.now())
    pass(30)
    await approvals.expire(Date.now())
    expect(await approvals.pending()).toEqual([])
    expect((await asked()).row.state).toBe('pending')
  })

  test('does not count what the wallet itself asks once more', async () => {
    clock()
    for (let time = 0; time < 4; time++) {
      const again = { key: 'none', why: 'age' as const, mode: 'one' as const }
      const request = newRequest()
      await journal.approvals.add({
        ...request,
        params: [],
        state: 'pending' as const,
        again,
        createdAt: Date.now(),
      })
      await approvals.reject(request.id)
    }
    expect((await asked()).row.state).toBe('pending')
  })

  test('is told so also by a worker that starts, and not for longer where the clock goes back', async () => {
    const { pass } = clock()
    for (let time = 0; time < 3; time++) await rejectOne()
    await approvals.leaveAll()
    expect(await outcomeOf(newRequest())).toEqual(tooSoon(60))
    pass(-3600)
    expect((await asked()).row.state).toBe('pending')
  })
})

describe('a site on this machine that was rejected three times, in developer mode', () => {
  const local = [
    'http://localhost:5173',
    'http://127.0.0.1:5173',
    'http://[::1]:5173',
    'http://app.localhost:5173',
    'https://localhost',
  ]

  /** Has requests of a site rejected, as many as give it a rest. */
  const rejectThree = async (origin: string) => {
    for (let time = 0; time < 3; time++)
      await approvals.reject((await asked(newRequest({ origin }))).request.id)
  }

  test.each(local)('can ask again at once, in developer mode alone: %s', async (origin) => {
    clock()
    await rejectThree(origin)
    expect(await outcomeOf(newRequest({ origin }))).toEqual(tooSoon(60))
    await keepSetting('isDeveloper', true)
    const { request } = await asked(newRequest({ origin }))
    await approvals.reject(request.id)
    expect((await asked(newRequest({ origin }))).row.state).toBe('pending')
    await keepSetting('isDeveloper', undefined)
    expect(await outcomeOf(newRequest({ origin }))).toEqual(tooSoon(60))
  })

  test.each([
    'https://dapp.example',
    'https://localhost.example',
    'https://notlocalhost',
    'https://127.0.0.1.example',
    'https://app.localhost.example',
  ])('another site rests as ever, also as the frame of one on this machine: %s', async (origin) => {
    clock()
    await keepSetting('isDeveloper', true)
    await rejectThree(origin)
    expect(await outcomeOf(newRequest({ origin }))).toEqual(tooSoon(60))
    const top = 'http://localhost:5173'
    expect(await outcomeOf(newRequest({ origin, top }))).toEqual(tooSoon(60))
  })

  test('has five requests wait and no more, and twenty of all sites without a window', async () => {
    await keepSetting('isDeveloper', true)
    const [origin = ''] = local
    for (let time = 0; time < 5; time++) await asked(newRequest({ origin }))
    expect(await outcomeOf(newRequest({ origin }))).toEqual({
      code: -32005,
      message: 'Too many requests: 5 requests of this site wait for the user',
    })
    await approvals.rejectAll()
    for (let site = 0; site < 20; site++)
      await asked(newRequest({ isQuiet: true, origin: `https://${site}.example` }))
    expect(await outcomeOf(newRequest({ isQuiet: true, origin }))).toEqual({
      code: -32005,
      message: 'Too many requests: ask again when the user clicks on the page',
    })
  })
})

describe('a site that is not connected and asks by itself', () => {
  const quiet = (change: Partial<SiteRequest> = {}) => newRequest({ isQuiet: true, ...change })
  const told = vi.fn()
  let stop: () => void
  beforeEach(() => {
    told.mockClear()
    stop = approvals.approvalAdded.on(told)
  })
  afterEach(() => stop())

  test('waits without a window, and closing the window does not reject it', async () => {
    const { request, row } = await asked(quiet())
    expect(row.isQuiet).toBe(true)
    expect(told).not.toHaveBeenCalled()
    expect((await approvals.pending()).map(({ id }) => id)).toEqual([request.id])
    await asked(newRequest({ origin: other }))
    await approvals.rejectAll()
    expect((await approvals.pending()).map(({ id }) => id)).toEqual([request.id])
  })

  test('is shown when the user asks to see what waits', async () => {
    await asked(quiet())
    await asked(quiet({ origin: other }))
    const showApprovals = vi.fn(() => Promise.resolve())
    await verbs.showApprovals(null, { showApprovals } as unknown as WalletServices)
    expect(showApprovals).toHaveBeenCalledOnce()
    expect((await approvals.pending()).map(({ isQuiet }) => isQuiet)).toEqual([
      undefined,
      undefined,
    ])
  })

  test('is shown when the user acts on the page and it asks again, for the same or another', async () => {
    const { request } = await asked(quiet())
    await asked(quiet({ origin: other }))
    const shared = approvals
      .ask(newRequest(), ['params'], { isShared: true })
      .catch((error: unknown) => toWire(error))
    await vi.waitFor(() => expect(told).toHaveBeenCalledOnce())
    expect(await approvals.find(request.id)).not.toHaveProperty('isQuiet')
    expect((await approvals.pending()).filter(({ isQuiet }) => isQuiet)).toHaveLength(1)
    await asked(newRequest({ origin: other, method: 'wallet_requestPermissions' }))
    expect(told).toHaveBeenCalledTimes(2)
    expect((await approvals.pending()).filter(({ isQuiet }) => isQuiet)).toEqual([])
    await approvals.rejectAll()
    expect(await shared).toMatchObject({ code: 4001 })
  })

  test('stays quiet when it asks again by itself', async () => {
    const { row } = await asked(quiet())
    void approvals.ask(quiet(), ['params'], { isShared: true }).catch(() => undefined)
    await asked(quiet({ method: 'wallet_requestPermissions' }))
    expect(told).not.toHaveBeenCalled()
    expect(await approvals.find(row.id)).toMatchObject({ isQuiet: true })
    expect(await approvals.pending()).toHaveLength(2)
  })

  test('gets the window all the same once it is connected', async () => {
    await journal.permissions.put({ origin: dapp, accounts: [alice], chainId: 1, createdAt: 0 })
    expect((await asked(quiet())).row).not.toHaveProperty('isQuiet')
    expect(told).toHaveBeenCalledOnce()
  })

  test('is one of at most twenty of all sites, which do not keep out one that the user acts on', async () => {
    for (let site = 0; site < 20; site++) await asked(quiet({ origin: `https://${site}.example` }))
    expect(await outcomeOf(quiet())).toEqual({
      code: -32005,
      message: 'Too many requests: ask again when the user clicks on the page',
    })
    expect((await asked()).row.state).toBe('pending')
    expect(await approvals.pending()).toHaveLength(21)
  })
})
