import { encodeFunctionData, erc20Abi } from 'viem'
import { beforeEach, expect, test } from 'vitest'
import { stateOf } from '@/lib/batch/journal'
import type { Call, Mode } from '@/lib/db'
import { bob } from '../accounts'
import { priceOn } from './runnerHarness'
import { buy, ether, little, pay, typesOf, useWaitingBatches } from './waitingBatches'

const { setPrice, open, approve, usdc, mine } = useWaitingBatches()

beforeEach(() => setPrice(ether))

/** A batch that is out and waits in the pool, with the wallet's own looks. */
const waiting = async (calls: Call[], mode: Mode) => {
  const place = open()
  const batch = await approve(calls, mode)
  await place.runner.advance()
  const [first] = (await stateOf(batch.key)).transactions
  if (!first?.sent) throw new Error('nothing is out')
  place.looks.length = 0
  const priced = async () => {
    const price = await priceOn(place.runner, batch.key, 'same')
    if (!price) throw new Error('it has no price')
    return price
  }
  return { ...place, batch, first, priced }
}

const token = (amount: bigint): Call => ({
  to: usdc(),
  value: '0x0',
  data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [bob, amount] }),
})

test.each<[Mode, Call[]]>([
  ['one', [buy]],
  ['atomic', [pay, buy]],
  ['sequence', [buy, pay]],
])('a shop that pays less by now is found out before a dearer twin: %s', async (mode, calls) => {
  const { runner, batch, first, looks, priced } = await waiting(calls, mode)
  expect(await priced()).toMatchObject({ changed: [] })
  await setPrice(little)
  const price = await priced()
  const coin = { standard: 'native' }
  expect(price).toMatchObject({
    changed: [
      {
        kind: 'amount',
        was: { asset: coin, direction: 'in' },
        is: { asset: coin, direction: 'in' },
      },
    ],
  })
  const { fees, ceiling } = price
  expect(await runner.speedUp(batch.key, first.hash, { fees, ceiling })).toBe('changed')
  expect(await typesOf(batch)).toEqual(['approved', 'signed', 'sent'])
  expect(await runner.speedUp(batch.key, first.hash, price)).toBe('done')
  expect(looks.length).toBeGreaterThanOrEqual(3)
})

test('what waits in the pool has not run yet: it does not count twice', async () => {
  // Alice has 10,000.
  const { runner, batch, first, priced } = await waiting([token(6_000_000_000n)], 'one')
  for (let time = 0; time < 2; time++) {
    const price = await priced()
    expect(price).toMatchObject({ changed: [] })
    const hash = (await stateOf(batch.key)).transactions.at(-1)?.hash ?? first.hash
    expect(await runner.speedUp(batch.key, hash, price)).toBe('done')
  }
  await mine()
  await runner.look(31337)
  expect((await stateOf(batch.key)).transactions.at(-1)?.receipt?.status).toBe('0x1')
})
