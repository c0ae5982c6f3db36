import type { Hash } from 'viem'
import { beforeEach, expect, test, vi } from 'vitest'
import { append, stateOf } from '@/lib/batch/journal'
import { createRunner } from '@/lib/batch/runner'
import { createWatch } from '@/lib/batch/watch'
import { wait } from '@/lib/async'
import { bob } from '../accounts'
import { emptyDatabase } from '../database'
import { did, hashOf, storeBatch } from './batches'
import { openChain, silence } from './fakeChain'
import { codeOf, fees, types } from './runnerHarness'

/** Key of no batch: whoever asks for it waits for all. */
const noBatch = 'none'

beforeEach(emptyDatabase)

/** Opens a watch over a chain whose node has nothing to say of the transaction `busy`, as under a rate limit. */
const open = async () => {
  const place = openChain()
  const batch = await storeBatch({ mode: 'one', from: bob })
  await append(batch.key, [did.signed('busy'), did.sent('busy')], place.chain.now)
  place.chain.answers.eth_getTransactionReceipt = ([hash]: [Hash]) =>
    hash === hashOf('busy') ? silence() : (place.chain.receipts.get(hash) ?? null)
  const runner = createRunner(place.world, fees)
  const awake = vi.fn()
  return { ...place, awake, busy: batch, watch: createWatch(place.world, runner, awake) }
}

/** Ends what the watch does by itself after news, which would go on beside the next test. */
const rest = async ({ chain, awake }: Awaited<ReturnType<typeof open>>) => {
  await vi.waitFor(() => expect(awake).toHaveBeenCalledWith({ now: true, later: true }))
  chain.now += 600_000
  await vi.waitFor(() => expect(awake).toHaveBeenLastCalledWith({ now: false, later: true }))
}

test('what a slow read finds never takes the place of what a newer one sealed', async () => {
  const place = await open()
  const { chain, world, watch, include } = place
  const batch = await storeBatch({ mode: 'one' })
  await append(batch.key, [did.signed('slow'), did.sent('slow')], chain.now)
  include(hashOf('slow'), { gasUsed: '0x1', blockHash: hashOf('still being built') })
  // The first answer on the newest block is of before the seal, and comes late.
  let answer = (): void => undefined
  const held = new Promise<void>((resolve) => (answer = resolve))
  const { request } = world
  let isFirst = true
  world.request = async (...question) => {
    const isHeld = isFirst && question[1] === 'eth_getBlockByNumber' && question[2][0] === 'latest'
    if (isHeld) isFirst = false
    const found = await request(...question)
    if (isHeld) await held
    return found
  }
  const first = watch.refresh(31337, noBatch).catch(() => false)
  await vi.waitFor(() => expect(isFirst).toBe(false))
  await wait(20)
  chain.latest++
  include(hashOf('slow'), { block: chain.latest })
  chain.now += 200
  const second = watch.refresh(31337, noBatch).catch(() => false)
  // As long as a look takes that does not wait for the first one.
  await wait(50)
  answer()
  await Promise.all([first, second, wait(50)])
  expect((await types(batch)).join()).not.toContain('sealed,included')
  chain.now += 200
  await watch.refresh(31337, noBatch).catch(() => false)
  expect(await codeOf(batch)).toBe(200)
  const [one] = (await stateOf(batch.key)).transactions
  expect(one?.receipt).toMatchObject({ blockNumber: '0xb', gasUsed: '0x5208' })
  await rest(place)
})

test('a batch goes on at once though another one’s read failed', async () => {
  const place = await open()
  const { chain, watch, awake, include } = place
  const batch = await storeBatch()
  const signed = async () => (await stateOf(batch.key)).transactions.map(({ hash }) => hash)
  await watch.approved(batch)
  // Nothing happens for so long that only the alarm reads the chain.
  chain.now += 600_000
  await vi.waitFor(() => expect(awake).toHaveBeenLastCalledWith({ now: false, later: true }))
  const [first = '0x', ...others] = await signed()
  expect(others).toEqual([])
  include(first)
  chain.count++
  awake.mockClear()
  await watch.refresh(31337, noBatch).catch(() => false)
  await vi.waitFor(async () => expect(await signed()).toHaveLength(2))
  await rest(place)
})

/** Stores a batch of another account whose transaction the next block has. */
const storeIncluded = async ({ chain, include }: Awaited<ReturnType<typeof open>>) => {
  const batch = await storeBatch({ mode: 'one' })
  await append(batch.key, [did.signed('own'), did.sent('own')], chain.now)
  include(hashOf('own'))
  return batch
}

/** Has the node answer for the transaction `busy` only once the returned function is called. */
const holdBusy = ({ chain }: Awaited<ReturnType<typeof open>>) => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const { eth_getTransactionReceipt: receipt } = chain.answers
  chain.answers.eth_getTransactionReceipt = async ([hash]: [Hash]) => {
    if (hash === hashOf('busy')) await held
    return (receipt as (asked: [Hash]) => unknown)([hash])
  }
  return release
}

test('a page is answered once its own batch was read, however long others take', async () => {
  const place = await open()
  const { watch } = place
  const batch = await storeIncluded(place)
  const release = holdBusy(place)
  expect(await watch.refresh(31337, batch.key)).toBe(true)
  expect(await types(batch)).toContain('included')
  let isOver = false
  const all = watch
    .refresh(31337, noBatch)
    .catch(() => false)
    .finally(() => (isOver = true))
  await wait(20)
  expect(isOver).toBe(false)
  release()
  await all
  await rest(place)
})

test('a page that got what was read a while ago, beside a slow batch, has its own read soon after', async () => {
  const place = await open()
  const { chain, watch, include } = place
  const batch = await storeBatch({ mode: 'one' })
  await append(batch.key, [did.signed('own'), did.sent('own')], chain.now)
  const release = holdBusy(place)
  // The loop's read, of which the page's own part is soon through.
  const first = watch.refresh(31337, noBatch).catch(() => false)
  await wait(50)
  chain.now += 110
  include(hashOf('own'))
  await watch.refresh(31337, batch.key)
  expect(await types(batch)).not.toContain('included')
  release()
  await first
  // Less than half a refresh later, and less than one after that read began.
  chain.now += 85
  await watch.refresh(31337, batch.key)
  expect(await types(batch)).toContain('included')
  await rest(place)
})

test('a page is told that its own batch could not be read, though another one’s was', async () => {
  const place = await open()
  const { watch, busy } = place
  const batch = await storeIncluded(place)
  const asked = [watch.refresh(31337, busy.key), watch.refresh(31337, batch.key)]
  await expect(asked[0]).rejects.toMatchObject({ code: 4901 })
  expect(await asked[1]).toBe(true)
  await rest(place)
})
