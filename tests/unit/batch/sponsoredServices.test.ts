import { keccak256, type Hex } from 'viem'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { append, livePlaces, stateOf } from '@/lib/batch/journal'
import { batchesAhead } from '@/lib/batch/lane'
import { createRunner } from '@/lib/batch/runner'
import { signOperation } from '@/lib/batch/signOperation'
import { createWatch } from '@/lib/batch/watch'
import type { World } from '@/lib/batch/world'
import { delegation, executor } from '@/lib/delegate/executor'
import { emptyDatabase } from '../database'
import { codeAnswers } from '../delegate/executorCode'
import { operation } from '../sponsor/operations'
import { storeBatch } from './batches'
import { cancel, codeOf, fees, types } from './runnerHarness'
import { operated, sponsored, sponsorTerms } from './sponsoredBatches'
import { openEntryPoint } from './sponsoredChain'

beforeEach(emptyDatabase)

type Services = NonNullable<World['sponsors']>

/** No test is about how fast a machine is. */
const patient = { timeout: 60_000 }

/** A world whose services a test must not ask, unless it says what they answer. */
const open = (change: Partial<Services>) => {
  const place = openEntryPoint()
  place.world.sponsors = {
    final: () => expect.fail('asked for data'),
    send: () => expect.fail('sent'),
    sign: () => expect.fail('signed'),
    isUnlocked: () => Promise.resolve(true),
    ...change,
  }
  return { ...place, runner: createRunner(place.world, fees) }
}

/** A signed operation that nobody was sent yet, and that can run for a while. */
const signed = async () => {
  const batch = await storeBatch(sponsored)
  await append(batch.key, [operated('first', { deadline: 2_000_000 })], 1_100_000)
  return batch
}

test('a locked wallet asks neither a service nor the node for what it cannot sign', async () => {
  const { chain, world } = open({ isUnlocked: () => Promise.resolve(false) })
  const finalOf = () => expect.fail('asked for data')
  expect(await signOperation(world, await storeBatch(sponsored), 0, false, finalOf)).toEqual([])
  expect(chain.asked).toEqual([])
})

test('an upgrade behind another wallet’s transactions names them once, and asks no service', async () => {
  const { chain, runner } = open({})
  chain.answers.eth_getTransactionCount = ([, tag]: string[]) => (tag === 'pending' ? '0x7' : '0x5')
  const batch = await storeBatch({ ...sponsored, upgrade: true })
  await runner.advance()
  await runner.advance()
  expect(await types(batch)).toEqual(['approved', 'behind'])
  expect((await stateOf(batch.key)).behind).toMatchObject({ missing: [5, 6], isWaiting: true })
})

test('a bundler that never answers holds up neither a look nor a cancellation', async () => {
  let sends = 0
  const place = open({
    send: () => {
      sends++
      return new Promise(() => undefined)
    },
  })
  const batch = await signed()
  await place.runner.step()
  expect(sends).toBe(1)
  await place.runner.look(31337)
  expect(await cancel(place.runner, batch.key)).toBe('done')
})

test('what a bundler answers late is on disk once, and what it says later is not', async () => {
  const answers: ((answer: { value: true }) => void)[] = []
  const place = open({ send: () => new Promise((resolve) => answers.push(resolve)) })
  const batch = await signed()
  await place.runner.step()
  expect(await types(batch)).toEqual(['approved', 'operation'])
  for (const answer of answers) answer({ value: true })
  await place.runner.answered()
  expect(await types(batch)).toEqual(['approved', 'operation', 'sent'])
  place.chain.now += 60_000
  await place.runner.look(31337)
  expect(answers.length).toBeGreaterThan(1)
  for (const answer of answers) answer({ value: true })
  await place.runner.answered()
  expect(await types(batch)).toEqual(['approved', 'operation', 'sent'])
})

test('an operation is not sent again before its bundler has answered', async () => {
  let sends = 0
  const place = open({
    send: () => {
      sends++
      return new Promise(() => undefined)
    },
  })
  await signed()
  await place.runner.step()
  place.chain.now += 60_000
  await place.runner.step()
  await place.runner.look(31337)
  expect(sends).toBe(1)
})

test('an operation that no bundler took lapses, though each look is the first of its worker', async () => {
  const place = open({})
  const batch = await signed()
  place.chain.now = 2_000_000_000 + 600_000
  place.chain.times = { 150: 2_000_001 }
  // A stopped worker forgets what it has tried, and an alarm starts another one.
  const runner = createRunner(place.world, fees)
  await runner.step()
  await runner.look(31337)
  expect(await types(batch)).toEqual(['approved', 'operation', 'lapsed'])
  expect(batchesAhead(await livePlaces())).toEqual([])
})

describe('a paymaster that is asked for its final data', () => {
  const unsigned = { ...sponsored, sponsor: { ...sponsorTerms, isFinal: false } }

  /** A paymaster whose answers a test gives, and a wallet that signs. */
  const openAsked = () => {
    const asked: {
      nonce: string
      answer: (found: Awaited<ReturnType<Services['final']>>) => void
    }[] = []
    const signings: string[] = []
    const place = open({
      final: (_, __, operation) =>
        new Promise((answer) => asked.push({ nonce: operation.nonce, answer })),
      sign: (_, { operation }) => {
        signings.push(operation.paymasterData)
        return Promise.resolve({ ...operation, signature: '0x12' })
      },
      send: () => Promise.resolve({ value: true }),
    })
    Object.assign(place.chain.answers, codeAnswers(delegation(executor)))
    return { ...place, asked, signings }
  }

  const given = { ...operation, paymasterData: '0xcafe' as const }

  test('and never answers holds up no other batch of the account', async () => {
    const { runner, asked } = openAsked()
    const batch = await storeBatch(unsigned)
    const other = await storeBatch({ mode: 'one' })
    await runner.step()
    expect(asked).toHaveLength(1)
    expect(runner.isAsking(31337)).toBe(true)
    expect(await cancel(runner, other.key)).toBe('done')
    expect(await cancel(runner, batch.key)).toBe('done')
    expect(await codeOf(batch)).toBe(400)
  })

  test('is asked once, and what it says is signed in the lane and sent', async () => {
    const { runner, asked, signings } = openAsked()
    const batch = await storeBatch(unsigned)
    await runner.step()
    await runner.step()
    expect(asked).toHaveLength(1)
    asked[0]?.answer({ value: given })
    await runner.answered()
    expect(signings).toEqual(['0xcafe'])
    expect(await types(batch)).toEqual(['approved', 'operation', 'sent'])
    expect(runner.isAsking(31337)).toBe(false)
  })

  test('is asked anew if the nonce has been used meanwhile', async () => {
    const { runner, asked, signings, point } = openAsked()
    await storeBatch(unsigned)
    await runner.step()
    point.uses = [200]
    asked[0]?.answer({ value: given })
    await expect.poll(() => asked.length, patient).toBe(2)
    expect(signings).toEqual([])
    expect(asked.map(({ nonce }) => nonce)).toEqual(['0x7', '0x8'])
    asked[1]?.answer({ value: { ...given, nonce: '0x8' } })
    await runner.answered()
    expect(signings).toEqual(['0xcafe'])
  })

  test('keeps the worker awake, also where its batch had waited for another one', async () => {
    const { chain, include, runner, world } = openAsked()
    const look = vi.spyOn(runner, 'look')
    const looks = () => look.mock.calls.length
    Object.assign(world.sponsors ?? {}, {
      // It answers once the watch has looked again.
      final: async (): Promise<{ value: typeof given }> => {
        const before = looks()
        while (looks() < before + 3) await new Promise((resolve) => setImmediate(resolve))
        return { value: given }
      },
    })
    Object.assign(chain.answers, {
      eth_sendRawTransaction: ([raw]: [Hex]) => {
        include(keccak256(raw))
        chain.count++
        chain.latest++
      },
    })
    const first = await storeBatch({ mode: 'one' })
    const batch = await storeBatch(unsigned)
    const awake = vi.fn()
    await createWatch(world, runner, awake).wake()
    await expect.poll(() => types(batch), patient).toEqual(['approved', 'operation', 'sent'])
    expect(await codeOf(first)).toBe(200)
    // The watch would go on with the batches of other tests; it rests after 10 minutes without anything new.
    chain.now += 9 * 60_000
    const last = () => awake.mock.lastCall as [{ now: boolean }] | undefined
    await expect.poll(() => last()?.[0].now, patient).toBe(false)
  })

  test('has what it says thrown away if the batch is stopped meanwhile', async () => {
    const { runner, asked, signings } = openAsked()
    const batch = await storeBatch(unsigned)
    await runner.step()
    await runner.cancel(batch.key)
    asked[0]?.answer({ value: given })
    await runner.answered()
    expect(signings).toEqual([])
    expect(await types(batch)).toEqual(['approved', 'stopped'])
  })

  test.each(['refused', 'silent', 'wrong'] as const)(
    'and gives none has the user asked: %s',
    async (failed) => {
      const { runner, asked } = openAsked()
      const batch = await storeBatch(unsigned)
      await runner.step()
      asked[0]?.answer({ failed })
      await runner.answered()
      expect(await types(batch)).toEqual(['approved', 'asked'])
    },
  )
})
