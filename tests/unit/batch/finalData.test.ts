import { describe, expect, test } from 'vitest'
import { createFinalData } from '@/lib/batch/finalData'
import type { World } from '@/lib/batch/world'
import type { Batch, SponsorTerms } from '@/lib/db'
import type { Operation } from '@/lib/db/userOperation'
import { operation, upgrading } from '../sponsor/operations'
import { hashOf, makeBatch } from './batches'
import { sponsored, sponsorTerms } from './sponsoredBatches'

type Final = NonNullable<World['sponsors']>['final']
type Found = Awaited<ReturnType<Final>>

/** Paymasters whose answers a test gives, and the steps that these lead to. */
const open = (step: () => Promise<void> = () => Promise.resolve()) => {
  const asked: { terms: SponsorTerms; chainId: number; operation: Operation }[] = []
  const answers: { give: (found: Found) => void; fail: (error: Error) => void }[] = []
  const steps: number[] = []
  const works: Promise<void>[] = []
  const never = () => expect.fail('asked for something else')
  const sponsors: World['sponsors'] = {
    final: (terms, chainId, operation) =>
      new Promise((give, fail) => {
        asked.push({ terms, chainId, operation })
        answers.push({ give, fail })
      }),
    send: never,
    sign: never,
    isUnlocked: never,
  }
  const seen: unknown[] = []
  const data = createFinalData(
    { sponsors },
    async (chainId) => {
      steps.push(chainId)
      await step()
      seen.push(data.finalOf(batch, { operation, deadline: 99 }))
    },
    (work) => works.push(work),
  )
  const batch = makeBatch(sponsored)
  const done = () => Promise.all(works)
  return { ...data, batch, asked, answers, steps, seen, works, done }
}

const draft = { operation, deadline: 77 }
const given: Found = { value: { ...operation, paymasterData: '0xcafe' } }

test('a paymaster is asked for its data, and until it has given them there are none', () => {
  const { finalOf, isAsking, batch, asked, works } = open()
  expect(isAsking(31337)).toBe(false)
  expect(finalOf(batch, draft)).toBeUndefined()
  expect(asked).toEqual([{ terms: sponsorTerms, chainId: 31337, operation }])
  expect(works).toHaveLength(1)
  expect(isAsking(31337)).toBe(true)
  expect(isAsking(8453)).toBe(false)
})

test('what it says serves the step that follows, with the deadline of the draft, and no later one', async () => {
  const { finalOf, isAsking, batch, answers, asked, steps, seen, done } = open()
  finalOf(batch, draft)
  answers[0]?.give(given)
  await done()
  expect(steps).toEqual([31337])
  expect(seen).toEqual([{ found: given, deadline: 77 }])
  expect(asked).toHaveLength(1)
  expect(isAsking(31337)).toBe(false)
  expect(finalOf(batch, draft)).toBeUndefined()
  expect(asked).toHaveLength(2)
})

test('that it refuses is an answer too', async () => {
  const { finalOf, batch, answers, seen, done } = open()
  finalOf(batch, draft)
  answers[0]?.give({ failed: 'refused' })
  await done()
  expect(seen).toEqual([{ found: { failed: 'refused' }, deadline: 77 }])
})

describe('it is asked once', () => {
  test('for drafts that differ in their time alone', () => {
    const { finalOf, batch, asked } = open()
    finalOf(batch, draft)
    const later: Operation = { ...operation, callData: '0x12' }
    expect(finalOf(batch, { operation: later, deadline: 99 })).toBeUndefined()
    expect(asked).toHaveLength(1)
  })

  test.each<[string, Partial<Batch>, Operation]>([
    ['other terms of the batch', { hash: hashOf('other terms') }, operation],
    ['another nonce', {}, { ...operation, nonce: '0x8' }],
    ['an upgrade', {}, upgrading],
  ])('and anew for %s', async (_, change, other) => {
    const { finalOf, isAsking, batch, asked, answers, seen, done } = open()
    finalOf(batch, draft)
    finalOf({ ...batch, ...change }, { operation: other, deadline: 78 })
    expect(asked).toHaveLength(2)
    // The answer to what was asked before serves nobody, and the newer question stays open.
    answers[0]?.give(given)
    await expect.poll(() => seen.length).toBe(1)
    expect(seen).toEqual([undefined])
    expect(isAsking(31337)).toBe(true)
    for (const { give } of answers) give(given)
    await done()
  })

  test('for each batch', () => {
    const { finalOf, batch, asked } = open()
    finalOf(batch, draft)
    finalOf(makeBatch(sponsored), draft)
    expect(asked).toHaveLength(2)
  })
})

describe('it may be asked again', () => {
  test('after it failed, which leads to no step and fails nobody', async () => {
    const { finalOf, isAsking, batch, asked, answers, steps, done } = open()
    finalOf(batch, draft)
    answers[0]?.fail(new Error('no answer'))
    await done()
    expect(steps).toEqual([])
    expect(isAsking(31337)).toBe(false)
    finalOf(batch, draft)
    expect(asked).toHaveLength(2)
  })

  test('after the step failed, which fails nobody', async () => {
    const { finalOf, isAsking, batch, answers, done } = open(() =>
      Promise.reject(new Error('the lane is broken')),
    )
    finalOf(batch, draft)
    answers[0]?.give(given)
    await done()
    expect(isAsking(31337)).toBe(false)
  })
})

test('nobody is asked, and no step made, for a batch that its user pays for', async () => {
  const { finalOf, isAsking, asked, steps, done } = open()
  expect(finalOf(makeBatch({ mode: 'atomic' }), draft)).toBeUndefined()
  await done()
  expect([asked, steps]).toEqual([[], []])
  expect(isAsking(31337)).toBe(false)
})

test('nobody is asked where the wallet has no services', async () => {
  const works: Promise<void>[] = []
  const { finalOf, isAsking } = createFinalData(
    {},
    () => expect.fail('a step was made'),
    (work) => works.push(work),
  )
  expect(finalOf(makeBatch(sponsored), draft)).toBeUndefined()
  await Promise.all(works)
  expect(isAsking(31337)).toBe(false)
})
