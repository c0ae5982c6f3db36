import { describe, expect, test, vi } from 'vitest'
import { changedSince } from '@/lib/batch/changedSince'
import { quoteBatch } from '@/lib/simulate/quoteBatch'
import { simulateBatch } from '@/lib/simulate/lookAgain'
import type { Hex } from 'viem'
import { append } from '@/lib/batch/journal'
import { executor } from '@/lib/delegate/executor'
import { did, makeBatch, storeBatch } from '../batch/batches'
import { alice, bob } from '../accounts'
import { into, out, pay, token, useOddContracts } from './oddQuotes'

const { at, quoted, usdc } = useOddContracts()

describe('a batch whose turn has come', () => {
  const gas = (count: number) => Array.from({ length: count }, () => '0x493e0' as const)
  const turn = (change: Parameters<typeof makeBatch>[0]) =>
    makeBatch({ chainId: 31337, mode: 'sequence', gas: gas(change?.calls?.length ?? 1), ...change })
  const verdictAt = async (...asked: Parameters<typeof simulateBatch>) =>
    (await simulateBatch(...asked)).verdict
  const tooMuch = () => usdc('transfer', bob, 2n ** 200n)

  test('is tried as a whole, or its next call alone', async () => {
    const batch = turn({ calls: [tooMuch(), pay(1n)] })
    expect(await simulateBatch(batch, 0)).toMatchObject({ verdict: 'fails', failing: 0 })
    expect(await verdictAt(batch, 1)).toBe('succeeds')
  })

  test('is tried with the gas that was approved', async () => {
    const careful = at('counter').call('careful')
    const scant = turn({ mode: 'one', calls: [careful], gas: ['0x186a0'] })
    expect(await verdictAt(scant, 0)).toBe('fails')
    const enough = turn({ mode: 'one', calls: [careful], gas: ['0x7a120'] })
    expect(await verdictAt(enough, 0)).toBe('succeeds')
  })

  test('is tried as the one transaction it is, upgraded', async () => {
    const calls = [pay(1n), usdc('transfer', bob, 1n)]
    const upgraded = { ...turn({ mode: 'atomic', upgrade: true, calls }), gas: gas(1) }
    expect(await verdictAt(upgraded, 0)).toBe('succeeds')
    const failing = { ...turn({ mode: 'atomic', upgrade: true, calls: [...calls, tooMuch()] }) }
    expect(await verdictAt({ ...failing, gas: gas(1) }, 0)).toBe('fails')
  })

  test.each([0, 1, 2])(
    'is as it was accepted where call %i sends more than there is',
    async (index) => {
      const calls = [pay(1n), pay(2n), pay(3n)].with(index, pay(10n ** 30n))
      const asked = { from: alice, chainId: 31337, atomicRequired: false, calls }
      const quote = await quoteBatch(asked, 'sequence')
      expect(quote).toMatchObject({ verdict: 'fails', failing: { index } })
      if (!quote.failing) throw new Error('no call was named')
      const { gas: limits, fees, verdict, changes, allowances, payees, unchecked } = quote
      const expected = { verdict, failing: quote.failing, changes, allowances, payees, unchecked }
      const batch = turn({ calls, gas: limits, fees, expected })
      expect(changedSince(batch, 0, await simulateBatch(batch, 0))).toEqual([])
    },
  )

  test('fails where the balance no longer covers it, and waits while the node is silent', async () => {
    expect(await verdictAt(turn({ calls: [pay(1n), pay(10n ** 30n)] }), 0)).toBe('fails')
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('silence')))
    const asked = simulateBatch(turn({ calls: [pay(1n)] }), 0)
    await expect(asked).rejects.toMatchObject({ code: 4901 })
  })
})

test('what comes before a batch is no change of its own', async () => {
  await storeBatch({ chainId: 31337, mode: 'one', calls: [pay(7n)] })
  const quote = await quoted([pay(5n)])
  expect(quote.changes).toEqual([out({ standard: 'native' }, 5n)])
})

test('an atomic batch ahead has all of its effects, or none', async () => {
  const all = 10_000n * 10n ** 6n
  const atomic = { chainId: 31337, mode: 'atomic', delegate: executor, upgrade: true } as const
  const gas: Hex[] = ['0x7a120']
  const own = [usdc('transfer', bob, 1n)]
  const fails = [usdc('transfer', bob, all), usdc('transfer', bob, 1n)]
  const { key } = await storeBatch({ ...atomic, gas, calls: fails })
  expect((await quoted(own)).verdict).toBe('succeeds')
  await append(key, [did.stopped()], 1)
  await storeBatch({ ...atomic, gas, calls: [usdc('transfer', bob, all), pay(1n)] })
  expect((await quoted(own)).verdict).toBe('fails')
})

test('what nobody named is read also where the limit is the site’s own', async () => {
  const quote = await quoted([{ ...at('counter').call('trade'), gas: '0x30d40' }])
  expect(quote.changes).toEqual([into(token(at('old').address), 495n)])
})

test('what no log tells of is read where the data name it', async () => {
  const quote = await quoted([at('counter').call('hush', at('old').address), pay(1n)])
  expect(quote.changes).toContainEqual(into(token(at('old').address), 200n))
})
