import { keccak256 } from 'viem'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { addBatch, append, onceOnDisk, stateOf } from '@/lib/batch/journal'
import { journal, type Batch } from '@/lib/db'
import type { Event } from '@/lib/db/batchEvent'
import { executor } from '@/lib/delegate/executor'
import type { NodeQuestion } from '@/lib/network/rpcRequest'
import { alice, bob } from '../accounts'
import { emptyDatabase } from '../database'
import { did, hashOf, makeBatch, storeBatch } from './batches'
import { silence } from './fakeChain'
import { start, types } from './runnerHarness'
import { sponsored } from './sponsoredBatches'

beforeEach(emptyDatabase)

/** Approves a batch as the verb does; `writes`: the events of each write. */
const approving = (place = start(), batch = makeBatch({ mode: 'one' })) => {
  const writes: (readonly Event[])[] = []
  const write = (first: readonly Event[] = []) => {
    writes.push(first)
    return addBatch(batch, first)
  }
  const store = async (run: () => Promise<void>) => {
    await journal.transaction('rw', journal.tables, run)
    return true
  }
  const approve = (by: (run: () => Promise<void>) => Promise<boolean> = store) => {
    place.runner.prepare(batch)
    return place.runner.approve({ batch, write }, by)
  }
  return { ...place, batch, writes, write, store, approve }
}

const typesIn = (writes: readonly (readonly Event[])[]) =>
  writes.map((events) => events.map(({ type }) => type))

describe('a batch that is approved', () => {
  test('is stored with its first transaction in one write, and sent after that', async () => {
    const { chain, batch, writes, store, approve } = approving()
    expect(
      await approve(async (run) => {
        expect(chain.sent).toEqual([])
        return store(run)
      }),
    ).toBe(true)
    expect(typesIn(writes)).toEqual([['signed']])
    await vi.waitFor(async () => expect(await types(batch)).toEqual(['approved', 'signed', 'sent']))
    expect(chain.sent.map((raw) => keccak256(raw))).toEqual(
      (await journal.signatures.toArray()).map(({ hash }) => hash),
    )
    expect(chain.signatures).toBe(1)
  })

  test('is answered before a node has taken its transaction', async () => {
    const { chain, batch, approve } = approving()
    const taken = Promise.withResolvers<void>()
    chain.answers.eth_sendRawTransaction = () => taken.promise
    expect(await approve()).toBe(true)
    expect(await types(batch)).toEqual(['approved', 'signed'])
    taken.resolve()
    await vi.waitFor(async () => expect(await types(batch)).toContain('sent'))
  })

  test('says what its transaction waits for, in the same write', async () => {
    const { chain, writes, approve } = approving()
    const counts = { latest: '0x5', pending: '0x7' }
    chain.answers.eth_getTransactionCount = ([, tag]: [string, keyof typeof counts]) => counts[tag]
    await approve()
    expect(writes).toMatchObject([[{ type: 'behind', missing: [5, 6] }, { type: 'signed' }]])
  })

  test('sends nothing where the request waits no more, or cannot be stored', async () => {
    const { chain, runner, approve } = approving()
    expect(await approve(() => Promise.resolve(false))).toBe(false)
    await expect(approve(() => Promise.reject(new Error('the disk is full')))).rejects.toThrow(
      'the disk is full',
    )
    await runner.advance()
    expect(chain.sent).toEqual([])
    expect(await journal.signatures.count()).toBe(0)
  })

  test('has the first of its calls in order signed with it, and each later one once that is in a block', async () => {
    const { chain, include, runner, batch, writes, approve } = approving(start(), makeBatch())
    await approve()
    await vi.waitFor(async () => expect(await types(batch)).toEqual(['approved', 'signed', 'sent']))
    expect(typesIn(writes)).toEqual([['signed']])
    await runner.advance()
    expect(chain.signatures).toBe(1)
    const { transactions } = await stateOf(batch.key)
    for (const { hash } of transactions) include(hash)
    await runner.look(31337)
    await runner.advance()
    expect(chain.signatures).toBe(2)
    expect(chain.sent).toHaveLength(2)
  })

  test('has no nonce of one that is approved at the same time', async () => {
    const place = start()
    const [one, two] = [approving(place), approving(place)]
    expect(await Promise.all([one.approve(), two.approve()])).toEqual([true, true])
    await place.runner.advance()
    await vi.waitFor(() => expect(place.chain.sent).toHaveLength(1))
    expect(await types(one.batch)).toEqual(['approved', 'signed', 'sent'])
    expect(await types(two.batch)).toEqual(['approved'])
  })
})

describe('a batch is stored without a transaction', () => {
  const later = async (place: ReturnType<typeof start>, batch?: Batch) => {
    const { writes, approve } = approving(place, batch)
    expect(await approve()).toBe(true)
    expect(typesIn(writes)).toEqual([[]])
    expect(place.chain.sent).toEqual([])
  }

  /** Has the node not answer, and returns the time: a yes that is stored then has not waited for it. */
  const silent = ({ chain }: ReturnType<typeof start>): number => {
    chain.answers.eth_getTransactionCount = silence
    return chain.now
  }

  test('while another one of its account is under way', async () => {
    const place = start()
    await storeBatch({ mode: 'one' })
    const since = silent(place)
    await later(place)
    expect(place.chain).toMatchObject({ now: since, signatures: 0 })
  })

  test('while its lane is held, and waits for nobody', async () => {
    const place = start()
    const over = Promise.withResolvers<void>()
    const held = place.world.lock(`lane:31337:${alice}`, () => over.promise)
    await later(place)
    over.resolve()
    await held
  })

  test.each<[string, (place: ReturnType<typeof start>) => void]>([
    ['the wallet is locked', ({ chain }) => (chain.isLocked = true)],
    ['the node does not answer', ({ chain }) => (chain.answers.eth_getTransactionCount = silence)],
  ])('where %s', async (_, happens) => {
    const place = start()
    happens(place)
    await later(place)
  })

  test('where the node takes longer than 250 ms, and signed once it answers', async () => {
    const place = start()
    const { request } = place.world
    const slow = Promise.withResolvers<void>()
    place.world.request = async (...asked) => {
      await slow.promise
      return request(...asked)
    }
    const since = place.chain.now
    const batch = makeBatch({ mode: 'one' })
    await later(place, batch)
    expect(place.chain.now - since).toBe(250)
    slow.resolve()
    await place.runner.advance()
    expect(await types(batch)).toEqual(['approved', 'signed', 'sent'])
  })

  test('where the user has to be asked again: its delegate is another one', async () => {
    const place = start()
    place.chain.code.pending = `0xef0100${'11'.repeat(20)}`
    await later(place, makeBatch({ mode: 'atomic', delegate: executor }))
    expect(place.chain.signatures).toBe(0)
  })

  test('where its chain was started anew', async () => {
    const place = start()
    place.chain.genesis = hashOf('another genesis')
    const batch = makeBatch({ mode: 'one' })
    await later(place, batch)
    expect(place.chain.signatures).toBe(0)
    await place.runner.advance()
    expect(await types(batch)).toEqual(['approved', 'stopped'])
  })

  test('where somebody else pays', async () => {
    const place = start()
    const since = silent(place)
    await later(place, makeBatch(sponsored))
    expect(place.chain).toMatchObject({ now: since, signatures: 0 })
  })

  test('where a device signs', async () => {
    const place = start()
    await journal.accounts.put({
      address: alice,
      name: 'Ledger',
      index: 0,
      source: 'ledger',
    } as never)
    const since = silent(place)
    await later(place)
    expect(place.chain).toMatchObject({ now: since, signatures: 0 })
  })
})

test('the contract that an upgrade needs is asked for beside the account', async () => {
  const place = start()
  const { chain, batch, approve } = approving(
    place,
    makeBatch({ mode: 'atomic', delegate: executor, upgrade: true }),
  )
  const { request } = place.world
  const asked: unknown[] = []
  const both = Promise.withResolvers<void>()
  place.world.request = async (...question) => {
    if (question[1] === 'eth_getCode') asked.push(question[2][0])
    if (asked.length === 2) both.resolve()
    await both.promise
    return request(...question)
  }
  await approve()
  await vi.waitFor(async () => expect(await types(batch)).toEqual(['approved', 'signed', 'sent']))
  expect(new Set(asked)).toEqual(new Set([alice, executor]))
  expect(chain.sent).toHaveLength(1)
})

describe('a yes waits for no other answer', () => {
  const stored = async (place: ReturnType<typeof start>, before: (batch: Batch) => unknown) => {
    const batch = makeBatch({ mode: 'one' })
    const { writes, write, store } = approving(place, batch)
    place.runner.prepare(batch)
    await before(batch)
    expect(await place.runner.approve({ batch, write }, store)).toBe(true)
    expect(typesIn(writes)).toEqual([[]])
    expect(await types(batch)).toEqual(['approved'])
    await place.runner.advance()
    expect(await types(batch)).toEqual(['approved', 'signed', 'sent'])
  }

  test('where something has happened to another batch since the click', async () => {
    const place = start()
    const other = await storeBatch({ mode: 'one', from: bob })
    await stored(place, () => place.runner.advanceLane(other))
  })

  test('where the answers have become old', async () => {
    const place = start()
    await stored(place, () => {
      place.chain.now += 1_000
    })
  })

  test('where another request has taken the place of its answers', async () => {
    const place = start()
    await stored(place, (batch) => place.runner.prepare({ ...batch, from: bob }))
  })

  test('where the genesis alone is late', async () => {
    const place = start()
    const { request } = place.world
    const late = Promise.withResolvers<void>()
    place.world.request = async (...question) => {
      if (question[1] === 'eth_getBlockByNumber') await late.promise
      return request(...question)
    }
    await stored(place, () => void setTimeout(late.resolve, 200))
  })
})

test('what another batch has signed is not signed again, and the yes is stored', async () => {
  const place = start()
  const first = approving(place)
  await first.approve()
  await vi.waitFor(async () => expect(await types(first.batch)).toContain('sent'))
  const [used] = await journal.signatures.toArray()
  if (!used) throw new Error('nothing was signed')
  await append(first.batch.key, [did.stopped('givenUp')], place.chain.now)
  // As where a chain was taken back: another batch has the very bytes, and its nonce is free again.
  await journal.signatures.put({ ...used, key: 'another' })
  const again = approving(place)
  expect(await again.approve()).toBe(true)
  expect(typesIn(again.writes)).toEqual([['signed'], []])
  expect(place.chain.sent).toHaveLength(1)
})

test('nothing that is not on the disk is sent, whoever stored the request', async () => {
  const place = start()
  const { write, approve } = approving(place)
  const stored = await approve(async (run) => {
    // The write is undone, and reported as done because another yes is there.
    await expect(
      journal.transaction('rw', journal.tables, async () => {
        await run()
        throw new Error('undone')
      }),
    ).rejects.toThrow('undone')
    await journal.transaction('rw', journal.tables, () => write())
    return true
  })
  expect(stored).toBe(true)
  // Until its lane is free again.
  await place.world.lock(`lane:31337:${alice}`, () => Promise.resolve())
  expect(place.chain.sent).toEqual([])
  await place.runner.advance()
  expect(place.chain.sent).toHaveLength(1)
})

test('a yes waits for the genesis that was asked for with it, and for no other', async () => {
  const place = start()
  const { batch, writes, approve } = approving(place)
  const { request } = place.world
  let asked = 0
  place.world.request = async (...question) => {
    if (question[1] !== 'eth_getBlockByNumber') return request(...question)
    asked++
    const answer = await request(...question)
    // Whoever asks once more waits for ever.
    if (asked > 2) await new Promise(() => undefined)
    return answer
  }
  const { wait } = place.world
  place.world.wait = async (ms) => {
    if (ms !== 250) return wait(ms)
    place.chain.now += 360
    await new Promise(() => undefined)
  }
  // Answers of 0.9 s ago would be too old before it is signed.
  place.runner.prepare({ ...batch, from: bob })
  place.chain.now += 900
  expect(await approve()).toBe(true)
  expect(typesIn(writes)).toEqual([['signed']])
  expect(asked).toBe(2)
})

test('a yes asks its node for all in one request', async () => {
  const place = start()
  const { batch, writes, approve } = approving(place)
  const { request } = place.world
  const alone = vi.fn(request)
  const together = vi.fn((chainId: number, questions: readonly NodeQuestion[]) =>
    questions.map(([method, params]) => request(chainId, method, [...params])),
  )
  Object.assign(place.world, { request: alone, together })
  place.runner.prepare(batch)
  expect(together.mock.calls.map(([, questions]) => questions.map(([method]) => method))).toEqual([
    [
      'eth_chainId',
      'eth_getBlockByNumber',
      'eth_getTransactionCount',
      'eth_getTransactionCount',
      'eth_getCode',
    ],
  ])
  expect(await approve()).toBe(true)
  expect(typesIn(writes)).toEqual([['signed']])
  await vi.waitFor(() => expect(place.chain.sent).toHaveLength(1))
  expect(alone.mock.calls.map(([, method]) => method)).toEqual(['eth_sendRawTransaction'])
})

test('what is written within another transaction is on the disk once that is', async () => {
  const told: string[] = []
  const write = (name: string, isUndone: boolean) =>
    journal.transaction('rw', journal.settings, async () => {
      await journal.transaction('rw', journal.settings, () => {
        onceOnDisk(() => told.push(name))
      })
      expect(told).not.toContain(name)
      if (isUndone) throw new Error('undone')
    })
  await expect(write('undone', true)).rejects.toThrow('undone')
  await write('done', false)
  expect(told).toEqual(['done'])
})
