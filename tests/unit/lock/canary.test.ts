import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { cache } from '@/lib/db'
import { bites, codeOf } from '@/lib/lock/canary'
import { findNetwork, networks } from '@/lib/network/networks'
import { rpc } from '../../chain/rpc'
import { plantRouter, universalRouter } from '../../chain/router'
import { approve, openBed, type Bed } from '../../lock/lockBed'
import { shapes } from '../../lock/shapes'
import { alice, bob, stranger } from '../accounts'

let bed: Bed
beforeAll(async () => {
  bed = await openBed(0)
})
afterAll(() => bed.stop())
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
  const hash = (await codeOf(31337, universalRouter)) ?? '0x'
  const place = { chainId: 31337, router: universalRouter, code: hash, account: alice }
  expect(await bites({ ...place, token: liar })).toBe(false)
  expect(await bites({ ...place, token: stranger })).toBe(false)
  expect(await bites({ ...place, token: bed.places.dollar })).toBe(true)
})

test('another code is tried anew', async () => {
  await approved()
  await put('0x00')
  await cache.facts.where('key').startsWith('router:').delete()
  expect((await approved()).batch.locks).toBeUndefined()
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
