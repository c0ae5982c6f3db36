import { keccak256, type Hex } from 'viem'
import { beforeEach, describe, expect, test } from 'vitest'
import { stateOf } from '@/lib/batch/journal'
import { toError } from '@/lib/rpc/errors'
import { emptyDatabase } from '../database'
import { silence } from './fakeChain'
import { codeOf, lookOn, out, speedUp } from './runnerHarness'

beforeEach(emptyDatabase)

const refuse = (message: string) => () => {
  throw toError({ code: -32000, message })
}

describe('whichever is mined counts', () => {
  test.each([0, 1])('number %i', async (which) => {
    const place = await out()
    await speedUp(place.runner, place.batch.key)
    const hash = keccak256(place.chain.sent[which] ?? '0x')
    place.include(hash, { block: 10 })
    place.chain.count = 6
    await place.runner.look(31337)
    expect(await codeOf(place.batch)).toBe(200)
    place.chain.finalized = 10
    await lookOn(place)
    expect((await stateOf(place.batch.key)).final).toBe(true)
    expect(place.chain.sent).toHaveLength(2)
  })

  test('also where a re-org puts the one in the place of the other', async () => {
    const place = await out()
    const { chain, runner, batch, include, drop } = place
    await speedUp(runner, batch.key)
    const [first = '0x', second = '0x'] = chain.sent.map((raw) => keccak256(raw))
    include(first, { block: 10 })
    await runner.look(31337)
    drop(first)
    include(second, { block: 10 })
    chain.now += 3_000
    await runner.look(31337)
    expect(await codeOf(batch)).toBe(200)
    const { transactions } = await stateOf(batch.key)
    expect(transactions.map(({ receipt }) => receipt !== undefined)).toEqual([false, true])
  })
})

describe('where the dearer one does not go out', () => {
  test.each<[string, () => unknown]>([
    ['refused', refuse('insufficient funds for gas * price + value')],
    ['unanswered', silence],
  ])('%s, the older one goes out again', async (_, answer) => {
    const place = await out()
    const { chain, runner, batch } = place
    const [first = '0x'] = chain.sent
    chain.answers.eth_sendRawTransaction = ([raw]: [Hex]) => {
      if (raw !== first) return answer()
      chain.sent.push(raw)
      return '0x'
    }
    expect(await speedUp(runner, batch.key)).toBe('done')
    await lookOn(place, 2)
    expect(chain.sent.length).toBeGreaterThan(1)
    expect(new Set(chain.sent)).toEqual(new Set([first]))
  })

  test('also after the older one was in a block that is gone', async () => {
    const place = await out()
    const { chain, runner, batch, include, drop } = place
    const [first = '0x'] = chain.sent
    chain.answers.eth_sendRawTransaction = ([raw]: [Hex]) => {
      if (raw !== first) refuse('insufficient funds')()
      chain.sent.push(raw)
    }
    await speedUp(runner, batch.key)
    include(keccak256(first))
    await lookOn(place)
    const { length } = chain.sent
    drop(keccak256(first))
    await lookOn(place, 2)
    expect(chain.sent.length).toBeGreaterThan(length)
  })
})
