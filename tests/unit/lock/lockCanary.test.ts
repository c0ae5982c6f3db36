import { size, type Hex } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { doubtText } from '@/components/batches/meaning'
import { freeze } from '@/lib/batch/freeze'
import { stateOf } from '@/lib/batch/journal'
import { createRunner } from '@/lib/batch/runner'
import { fitsOneTransaction, maxTransactionBytes } from '@/lib/batch/size'
import { journal, type Batch, type Call } from '@/lib/db'
import { encodeBatch } from '@/lib/delegate/encode'
import { executor } from '@/lib/delegate/executor'
import { bites } from '@/lib/lock/lockCanary'
import { codeOf } from '@/lib/lock/codes'
import { enforcers } from '@/lib/lock/hooks'
import { suggestFees } from '@/lib/network/fees'
import { findNetwork, networks } from '@/lib/network/networks'
import { request } from '@/lib/network/node'
import { plantEnforcers } from '../../chain/enforcers'
import { rpc } from '../../chain/rpc'
import { plantRouter, universalRouter } from '../../chain/router'
import { newWorld } from '../../harness/world'
import { approve, chainId, openBed, type Bed } from '../../lock/lockBed'
import { shapes } from '../../lock/shapes'
import { alice, bob, stranger } from '../accounts'

let bed: Bed
beforeAll(async () => {
  bed = await openBed(0)
})
afterAll(() => bed.stop())
afterEach(() => {
  vi.useRealTimers()
})
beforeEach(async () => {
  await bed.reset()
  await plantRouter(bed.url, bob)
})

const approved = () => approve(shapes[0]?.calls(bed) ?? [])

const put = (code: string) => rpc(bed.url, 'anvil_setCode', [universalRouter, code])

test('what moves, the coin and what else is watched is held', async () => {
  const { quote, batch } = await approved()
  const { dollar, token } = bed.places
  expect(quote.open).toBeUndefined()
  expect(quote.lock?.holds.map(({ asset }) => ('address' in asset ? asset.address : null))).toEqual(
    [
      null,
      expect.stringMatching(new RegExp(dollar, 'i')),
      expect.stringMatching(new RegExp(token, 'i')),
    ],
  )
  expect(batch.locks?.map(({ to }) => to)).toEqual([batch.from, universalRouter])
  // The site’s own calls stay as they were.
  expect(quote.calls).toHaveLength(batch.calls.length)
})

test.each([
  ['no code, where any call would pass', '0x'],
  ['code that takes any call', '0x00'],
  ['code that refuses any call', '0x5f5ffd'],
])('%s locks nothing, and says so', async (_, code) => {
  await put(code)
  const { quote, batch } = await approved()
  expect(quote).toMatchObject({ verdict: 'succeeds', open: 'network' })
  expect(quote.lock).toBeUndefined()
  expect(batch.locks).toBeUndefined()
})

test('a token that tells the router another balance than everybody is not held', async () => {
  const liar = '0x00000000000000000000000000000000000011a7'
  // Returns 5, and to the router the highest number.
  const code = `0x3373${universalRouter.slice(2)}1460225760055f5260205ff35b5f195f5260205ff3`
  await rpc(bed.url, 'anvil_setCode', [liar, code])
  const hash = (await codeOf(chainId, universalRouter)) ?? '0x'
  const place = { chainId, router: universalRouter, code: hash, account: alice }
  expect(await bites({ ...place, token: liar })).toBe(false)
  expect(await bites({ ...place, token: stranger })).toBe(false)
  expect(await bites({ ...place, token: bed.places.dollar })).toBe(true)
})

/** Signs a batch as the runner does; returns the state that it is then in. */
const advanced = async ({ key }: Batch) => {
  const runner = createRunner(newWorld(request), suggestFees)
  await runner.advance(chainId)
  return stateOf(key)
}

test('other code than was tried is not signed for, and the next quote tries it anew', async () => {
  const { batch } = await approved()
  expect(batch.checkers).toEqual([
    { address: universalRouter, code: await codeOf(chainId, universalRouter) },
  ])
  await put('0x00')
  const state = await advanced(batch)
  expect(state).toMatchObject({ transactions: [], asked: 'checker' })
  expect(state.asked && doubtText(state.asked)).toBe(
    'The check behind your lock may have changed since you approved. Nothing is signed.',
  )
  expect((await approved()).batch.locks).toBeUndefined()
})

test('the exact form is asked again when one of its enforcers has other code', async () => {
  const { batch } = await approve(shapes[0]?.calls(bed) ?? [], undefined, { isExact: true })
  expect(batch.checkers?.map(({ address }) => address)).toEqual([
    universalRouter,
    enforcers.ERC20,
    enforcers.native,
  ])
  await rpc(bed.url, 'anvil_setCode', [enforcers.native, '0x00'])
  expect(await advanced(batch)).toMatchObject({ transactions: [], asked: 'checker' })
  await plantEnforcers(bed.url, bob)
})

test('the code that was tried is signed for', async () => {
  const { batch } = await approved()
  const { transactions, asked } = await advanced(batch)
  expect({ count: transactions.length, asked }).toEqual({ count: 1, asked: undefined })
})

test('a row of before codes were kept is asked again', async () => {
  const { batch } = await approved()
  const { hash: _, live, shown, createdAt, checkers: __, ...terms } = batch
  await journal.batches.put({ ...freeze(terms, createdAt), live, shown })
  expect(await advanced(batch)).toMatchObject({ transactions: [], asked: 'checker' })
})

test('a token with other code is tried anew', async () => {
  const { dollar } = bed.places
  const code = await rpc<Hex>(bed.url, 'eth_getCode', [dollar, 'latest'])
  const hash = (await codeOf(chainId, universalRouter)) ?? '0x'
  const place = { chainId, router: universalRouter, code: hash, account: alice, token: dollar }
  expect(await bites(place)).toBe(true)
  // Returns 5, and to the router the highest number.
  const liar = `0x3373${universalRouter.slice(2)}1460225760055f5260205ff35b5f195f5260205ff3`
  await rpc(bed.url, 'anvil_setCode', [dollar, liar])
  vi.setSystemTime(Date.now() + 11 * 60_000)
  expect(await bites(place)).toBe(false)
  await rpc(bed.url, 'anvil_setCode', [dollar, code])
})

test('a batch that fits without its lock only is said to be too large for it', async () => {
  const swap = shapes[0]?.calls(bed) ?? []
  const sized = (bytes: number): Call[] => [
    ...swap,
    { to: bob, value: '0x0', data: `0x${'00'.repeat(bytes)}` },
  ]
  const room = maxTransactionBytes - size(encodeBatch(sized(0), executor)) - 320
  const most = room - (room % 32)
  expect(fitsOneTransaction(sized(most))).toBe(true)
  const { quote, batch } = await approve(sized(most))
  expect(quote).toMatchObject({ verdict: 'succeeds', open: 'size' })
  expect(batch.locks).toBeUndefined()
})

test('a network that somebody added is not locked', async () => {
  const network = findNetwork(31337)
  Object.assign(network ?? {}, { isCustom: true })
  try {
    expect(networks).toContain(network)
    expect((await approved()).quote).toMatchObject({ open: 'network' })
  } finally {
    Reflect.deleteProperty(network ?? {}, 'isCustom')
  }
})
