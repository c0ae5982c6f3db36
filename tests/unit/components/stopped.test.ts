import { numberToHex, type Address } from 'viem'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Failure } from '@/components/batches/Failure'
import { Row } from '@/components/batches/Row'
import { useListed } from '@/components/tokens/useListed'
import { fold } from '@/lib/batch/state'
import type { Failed } from '@/lib/db/batchEvent'
import { checkCall, tooLate } from '@/lib/lock/check'
import { alice, bob } from '../accounts'
import { did, hashOf, makeBatch } from '../batch/batches'
import { emptyDatabase } from '../database'
import { openDom } from './dom'

const fakes = vi.hoisted(() => ({ asked: [] as string[] }))

// Test files share modules in a worker: these have to be loaded with this file's fakes.
vi.hoisted(() => vi.resetModules())
afterAll(() => {
  vi.resetModules()
})
vi.mock('@/components/store/session', () => ({
  wallet: (verb: string) => {
    fakes.asked.push(verb)
    return Promise.resolve(null)
  },
  useSession: (select: (state: object) => unknown) => select({ session: { isUnlocked: true } }),
}))

let dom: Awaited<ReturnType<typeof openDom>>
beforeEach(async () => {
  // A list that comes later than the document's end would find no document.
  await useListed.ahead()
  await emptyDatabase()
  fakes.asked = []
  dom = await openDom()
})
afterEach(() => dom.close())

/** Lets the component take what comes, until this holds. */
const eventually = (holds: () => void) =>
  vi.waitFor(async () => {
    await dom.settle(() => new Promise((resolve) => setTimeout(resolve)))
    holds()
  })

const token: Address = '0x00000000000000000000000000000000000070c3'
const ether = 10n ** 18n
const floor = { to: alice, value: numberToHex(ether), data: '0x' } as const
const batch = makeBatch({
  mode: 'atomic',
  locks: [floor, checkCall(bob, alice, [{ token, least: 3n }])],
})

const failedBy = (lock: number, data: `0x${string}` = '0x'): Failed => ({
  index: null,
  reason: { why: 'reverted', data, size: (data.length - 2) / 2 },
  lock,
})

const viewOf = (failing: Failed) => {
  const explained = { type: 'explained', hash: hashOf('0'), by: 'trace', failing } as const
  const state = fold([did.signed('0'), did.sealed('0', { status: '0x0' }, false), explained])
  return { batch, state, isQueued: false }
}

test.each<[string, Failed, string]>([
  ['the coin', failedBy(0), 'Stopped by your lock: less than 1 ETH would have been left'],
  ['the deadline', failedBy(1, tooLate), 'Stopped by your lock: its 10 minutes had passed'],
])('a row of the activity says that the lock stopped a batch: %s', async (_, failing, words) => {
  await dom.show(Row, { view: viewOf(failing) })
  await eventually(() => expect(dom.text()).toContain(words))
  expect(dom.text()).not.toContain('It failed')
  expect(fakes.asked).toEqual([])
})

test('a condition whose data tell no more is named as the lock’s all the same', async () => {
  await dom.show(Failure, { batch, explained: { by: 'trace', failing: failedBy(1, '0x1234') } })
  await eventually(() => expect(dom.text()).toBe('Stopped by your lock'))
})

test('the page asks the node what would have been, and says the condition without its answer', async () => {
  await dom.show(Failure, {
    batch,
    explained: { by: 'trace', failing: failedBy(0) },
    isWhole: true,
  })
  await eventually(() => {
    expect(fakes.asked).toEqual(['revertsOf'])
    expect(dom.text()).toBe('Stopped by your lock: less than 1 ETH would have been left')
  })
})
