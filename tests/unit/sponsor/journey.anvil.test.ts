import { numberToHex, type Address } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { rejectAll } from '@/lib/approvals/approvals'
import { internalOrigin } from '@/lib/approvals/internalOrigin'
import { batchOf, eventsOf, stateOf } from '@/lib/batch/journal'
import { isCheck } from '@/lib/lock/check'
import { leastsOf } from '@/lib/lock/lockReading'
import { journal, type Approval, type Call } from '@/lib/db'
import { remember } from '@/lib/network/facts'
import { entryPoint } from '@/lib/sponsor/entryPoint'
import { knownSponsoring } from '@/lib/sponsor/sponsorSupport'
import { quoteRow } from '@/lib/quotes/waitingRequest'
import {
  approve,
  chainId,
  coin,
  openBed,
  quoted,
  run,
  unit,
  worldOf,
  type Bed,
} from '../../sponsor/sponsorBed'
import { stranger } from '../accounts'
import { answers, gives, startService } from './fakeService'

let bed: Bed
let untouched: string | undefined

beforeAll(async () => {
  bed = await openBed()
})
afterAll(() => bed.stop())
beforeEach(async () => {
  await bed.reset()
  if (untouched) await bed.node('evm_revert', untouched)
  untouched = await bed.node<string>('evm_snapshot')
})

const must = (url: string) => ({ url, optional: false })
const closes = (response: { destroy: () => void }) => response.destroy()
const may = (url: string) => ({ url, optional: true })

describe('an account without a coin', () => {
  test.each([
    ['one call', 1],
    ['several calls', 3],
  ])('has %s paid by the service that its site named', async (_, count) => {
    const account = await bed.newAccount()
    const { from } = account
    const calls = Array.from({ length: count }, () => bed.tokenCall('transfer', stranger, unit))
    const { url } = bed.sponsors.signing
    const quote = await quoted(from, calls, must(url))
    expect(quote).toMatchObject({
      mode: 'atomic',
      upgrade: true,
      verdict: 'succeeds',
      ceiling: '0x0',
      l1Fee: '0x0',
      isShort: false,
      sponsor: { url, isOptional: false, charges: [] },
      unchecked: [],
    })
    const key = await approve(from, calls, quote)
    const { locks = [], sponsor } = await batchOf(key)
    expect(locks.some(isCheck)).toBe(true)
    // Of tokens as much as was shown stays, to the unit: nothing is allowed for fees.
    expect(locks.flatMap(leastsOf)).toEqual([
      { token: bed.contracts.usdc, least: (100n - BigInt(count)) * unit },
    ])
    expect(sponsor).toMatchObject({ url, bundler: url })
    expect((await run(worldOf(account), key)).status).toBe(200)
    expect(await bed.weiOf(from)).toBe(0n)
    expect(await bed.tokensOf(from)).toBe((100n - BigInt(count)) * unit)
  })

  test('is told what a paymaster takes of its tokens, which takes no more', async () => {
    const account = await bed.newAccount()
    const { from } = account
    const { url, paymaster } = bed.sponsors.takesTokens
    await bed.sendAs(from, bed.tokenCall('approve', paymaster, 50n * unit))
    const calls = [bed.tokenCall('transfer', stranger, unit)]
    const quote = await quoted(from, calls, must(url))
    const [charge] = quote.sponsor?.charges ?? []
    const most = BigInt(charge?.amount ?? 0)
    expect(quote.sponsor?.charges).toHaveLength(1)
    expect(most).toBeGreaterThan(0n)
    expect(quote.changes).toMatchObject([{ direction: 'out', amount: numberToHex(unit + most) }])
    const paid = quote.payees.flatMap(({ to }) => to.map(({ address }) => address.toLowerCase()))
    expect(paid).toContain(paymaster.toLowerCase())

    const before = await bed.tokensOf(from)
    const key = await approve(from, calls, quote)
    const [held] = ((await batchOf(key)).locks ?? []).flatMap(leastsOf)
    const left = before - unit - most
    expect(held?.least).toBeLessThanOrEqual(left)
    expect(held?.least).toBeGreaterThan(left - unit)
    expect((await run(worldOf(account), key)).status).toBe(200)
    const taken = before - (await bed.tokensOf(from)) - unit
    expect(taken).toBeGreaterThan(0n)
    expect(taken).toBeLessThanOrEqual(most)
    expect(await bed.weiOf(from)).toBe(0n)
  })

  test('is asked again where the paymaster takes more than was shown', async () => {
    const account = await bed.newAccount()
    const { from } = account
    const { url, paymaster } = bed.sponsors.takesTokens
    await bed.sendAs(from, bed.tokenCall('approve', paymaster, 50n * unit))
    const calls = [bed.tokenCall('transfer', stranger, unit)]
    const quote = await quoted(from, calls, must(url))
    // As if nothing had been said of it.
    const silent = await quoted(from, calls, must(bed.sponsors.signing.url))
    const key = await approve(from, calls, { ...quote, changes: silent.changes })
    expect((await run(worldOf(account), key)).status).toBe(100)
    expect((await eventsOf(key)).map(({ type }) => type)).toEqual(['approved', 'asked'])
    expect((await stateOf(key)).asked).toBe('worse')
  })
})

describe('a service of the user’s own pays', () => {
  const asked = async (from: Address, row: Partial<Approval>) => {
    const { url } = bed.sponsors.signing
    await journal.networks.put({ chainId, paymasterUrl: url })
    const calls = [bed.tokenCall('transfer', stranger, unit)]
    const params = [{ from, chainId, calls, atomicRequired: false }]
    await journal.approvals.put({
      id: 'own',
      origin: internalOrigin,
      method: 'eth_sendTransaction',
      documentId: '',
      wire: '',
      state: 'pending',
      createdAt: Date.now(),
      ...row,
      params,
    })
    return { calls, quote: await quoteRow({ id: 'own' }) }
  }

  test('also for what the wallet itself sends', async () => {
    const account = await bed.newAccount()
    const { calls, quote } = await asked(account.from, {})
    expect(quote).toMatchObject({ mode: 'atomic', isShort: false, sponsor: { isOptional: true } })
    const key = await approve(account.from, calls, quote, {
      origin: internalOrigin,
      method: 'eth_sendTransaction',
    })
    expect((await run(worldOf(account), key)).status).toBe(200)
    expect(await bed.tokensOf(account.from)).toBe(99n * unit)
    expect(await bed.weiOf(account.from)).toBe(0n)
  })

  test.each<[string, Partial<Approval>]>([
    ['a site’s transaction, whose hash it waits for', { origin: 'https://dapp.example' }],
    ['what was approved without it', { again: { key: 'k', why: 'age', mode: 'one' } }],
  ])('but not for %s', async (_, row) => {
    const { from } = await bed.newAccount()
    const { quote } = await asked(from, row)
    expect(quote).toMatchObject({ mode: 'one', isShort: true })
    expect(quote).not.toHaveProperty('sponsor')
  })

  test('and no transaction of a site is approved as an operation', async () => {
    const { from } = await bed.newAccount()
    const { calls, quote } = await asked(from, {})
    const site = { method: 'eth_sendTransaction' }
    await expect(approve(from, calls, quote, site)).rejects.toThrow('does not fit the request')
  })
})

describe('a service that a site requires, and that is silent', () => {
  const asked = async (reply: Parameters<typeof startService>[0], isOpen: boolean) => {
    const { from } = await bed.newAccount(false, coin)
    const service = await startService(reply)
    const { url } = service
    const calls = [bed.tokenCall('transfer', stranger, unit)]
    await journal.approvals.put({
      id: 'site',
      origin: 'https://dapp.example',
      method: 'wallet_sendCalls',
      documentId: '',
      wire: '',
      state: 'pending',
      createdAt: Date.now(),
      params: [{ from, chainId, calls, atomicRequired: false, paymaster: must(url) }],
    })
    const quote = await quoteRow({ id: 'site' }, () => Promise.resolve(isOpen)).catch(() => null)
    const state = async () => (await journal.approvals.get('site'))?.state
    return { from, calls, quote, url, state, asked: service.asked }
  }

  test('waits for the user, who may let the wallet read its host, and nobody pays until then', async () => {
    const { from, calls, quote, url, state } = await asked(closes, false)
    expect(quote?.unsponsored).toEqual({ url, why: 'silent', isRequired: true })
    expect(await state()).toBe('pending')
    if (!quote) throw new Error('there is no quote')
    const paying = approve(from, calls, quote, {}, must(url))
    await expect(paying).rejects.toThrow('does not fit the request')
  })

  test('is asked anew once it can be read, and is an error if it is silent then', async () => {
    const first = await asked(closes, false)
    expect(await first.state()).toBe('pending')
    const before = first.asked.length
    await expect(quoteRow({ id: 'site' }, () => Promise.resolve(true))).rejects.toMatchObject({
      code: 5700,
    })
    expect(first.asked.length).toBeGreaterThan(before)
    expect(await first.state()).toBe('rejected')
  })

  test('is an error at once where it did answer', async () => {
    const { quote, state } = await asked(answers({ error: { code: 1, message: 'no' } }), false)
    expect(quote).toBeNull()
    expect(await state()).toBe('rejected')
  })
})

test('a service that answers once the window is closed changes nothing', async () => {
  const { from } = await bed.newAccount(false, coin)
  const late = Promise.withResolvers<undefined>()
  const service = await startService((response, asked) => {
    void late.promise.then(() =>
      answers({ error: { code: -32000, message: 'no' } })(response, asked),
    )
  })
  await journal.approvals.put({
    id: 'site',
    origin: 'https://dapp.example',
    method: 'wallet_sendCalls',
    documentId: '',
    wire: '',
    state: 'pending',
    createdAt: Date.now(),
    params: [
      {
        from,
        chainId,
        calls: [bed.tokenCall('transfer', stranger, unit)],
        atomicRequired: false,
        paymaster: must(service.url),
      },
    ],
  })
  const quoting = quoteRow({ id: 'site' }).catch((error: unknown) => error)
  await expect.poll(() => service.asked.length).toBeGreaterThan(0)
  await rejectAll()
  late.resolve(undefined)
  expect(await quoting).toMatchObject({ code: 5700 })
  const row = await journal.approvals.get('site')
  expect(row).toMatchObject({ state: 'rejected', isRefused: true })
  expect(row).not.toHaveProperty('error')
  expect(service.asked.map(({ method }) => method)).not.toContain('eth_sendUserOperation')
  expect(await bed.weiOf(from)).toBe(coin)
})

describe('where nobody else pays', () => {
  test('the user may, if the site lets them', async () => {
    const { from } = await bed.newAccount()
    const { url } = await startService(answers({ error: { code: -32000, message: 'no' } }))
    const quote = await quoted(from, [bed.tokenCall('transfer', stranger, unit)], may(url))
    expect(quote).toMatchObject({
      unsponsored: { url, why: 'refused' },
      isShort: true,
      mode: 'one',
    })
    expect(quote.sponsor).toBeUndefined()
  })

  test.each([
    ['refuses', answers({ error: { code: 1, message: 'SECRET' } }), 'the service refused'],
    ['answers nonsense', gives('SECRET'), 'the service answered wrongly'],
  ])('and the site requires it, it is told so: it %s', async (_, reply, text) => {
    const { from } = await bed.newAccount()
    const { url } = await startService(reply)
    const found = quoted(from, [bed.tokenCall('transfer', stranger, unit)], must(url))
    await expect(found).rejects.toMatchObject({
      code: 5700,
      message: expect.stringContaining(`paymasterService: ${text}`) as string,
    })
    await expect(found).rejects.not.toMatchObject({
      message: expect.stringContaining('SECRET') as string,
    })
  })

  describe('because it is too large for one transaction, that is the reason', () => {
    const large: Call = { to: stranger, value: '0x0', data: `0x${'00'.repeat(70 * 1024)}` }

    test.each<[string, () => Call[], number]>([
      ['bytes', () => [large, large], 30_000_000],
      ['gas', () => [bed.tokenCall('transfer', stranger, unit)], 30_000],
    ])('and no service is asked: by its %s', async (_, callsOf, blockGas) => {
      const { from } = await bed.newAccount(false, coin)
      await remember(`blockGas:${chainId}`, blockGas)
      const { url, asked } = await startService(answers({ result: '0x' }))
      await expect(quoted(from, callsOf(), must(url))).rejects.toMatchObject({
        code: 5700,
        message: expect.stringContaining('too large to run as one') as string,
      })
      expect((await quoted(from, callsOf(), may(url))).unsponsored).toEqual({ url, why: 'size' })
      expect(asked).toEqual([])
    })
  })

  test('no service is asked for an account in a device, which signs no operations', async () => {
    const { from } = await bed.newAccount()
    await journal.accounts.put({ address: from, index: 7, name: 'Ledger', source: 'ledger' })
    const { url, asked } = await startService(answers({ result: '0x' }))
    const found = quoted(from, [bed.tokenCall('transfer', stranger, unit)], must(url))
    await expect(found).rejects.toMatchObject({ code: 5700 })
    expect(asked).toEqual([])
    expect(await knownSponsoring(chainId, from)).toBe(false)
  })

  test('no service is asked for a chain without the contract that it takes', async () => {
    const { from } = await bed.newAccount()
    await bed.node('anvil_setCode', entryPoint, '0x00')
    const { url, asked } = await startService(gives(1))
    const quote = await quoted(from, [bed.tokenCall('transfer', stranger, unit)], may(url))
    expect(quote.unsponsored).toEqual({ url, why: 'network' })
    expect(asked).toEqual([])
  })
})
