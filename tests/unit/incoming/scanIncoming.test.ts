import { getAddress, type Address } from 'viem'
import { beforeEach, describe, expect, test } from 'vitest'
import { cache, journal } from '@/lib/db'
import { append } from '@/lib/batch/journal'
import { clearReceived, restoreReceived } from '@/lib/incoming/cleared'
import { allIncoming, countCleared, incomingKey, type Incoming } from '@/lib/incoming/incoming'
import { scanIncoming } from '@/lib/incoming/scanIncoming'
import { alice, bob, stranger } from '../accounts'
import { did, hashOf, storeBatch } from '../batch/batches'
import { emptyDatabase } from '../database'
import { usdc } from '../decode/encode'
import { nodeReaderOf, newChain, transferLog, type FakeChain } from './arrivals'

const chainId = 8453
const sail = getAddress(`0x${'5a'.repeat(20)}`)
const fake = getAddress(`0x${'fa'.repeat(20)}`)
const known = { listed: new Set([usdc.toLowerCase()]), held: [sail] }

let chain: FakeChain
let found: Incoming | undefined
let time = 1_000_000

const lookNow = async (on = chainId) => {
  found = await scanIncoming(
    nodeReaderOf(chain),
    { chainId: on, account: alice },
    found,
    known,
    time++,
  )
  return found
}

/** Mines `blocks` blocks; what a test does with the chain stands in the last of them. */
const passes = (blocks: number, change: (block: number) => void = () => undefined) => {
  chain.head += blocks
  change(chain.head)
}

const arrives = (token: Address, amount: bigint, from: Address = bob, change: object = {}) =>
  chain.logs.push(transferLog(token, from, alice, amount, chain.head, change))

beforeEach(async () => {
  await emptyDatabase()
  chain = newChain()
  chain.balances = { [usdc]: 7n, [sail]: 9n }
  found = undefined
  await lookNow()
})

const nothing = { receipts: [], unknown: [], rises: [] }

test('what was there before the first look is no news, and nobody is asked for it', async () => {
  arrives(usdc, 7n)
  found = undefined
  chain.asked = []
  expect(await lookNow()).toMatchObject({ ...nothing, state: 'all' })
  expect(chain.asked).toEqual([])
})

test('nor when the blocks before the first look are searched again', async () => {
  chain.logs.push(transferLog(usdc, bob, alice, 7n, 999))
  passes(1)
  expect(await lookNow()).toMatchObject(nothing)
  expect(chain.asked.some(({ from }) => from <= 999)).toBe(true)
})

test('a listed token that arrives has its sender, once', async () => {
  passes(10, () => arrives(usdc, 100n, bob, { blockTimestamp: '0x1f4' }))
  const receipt = { token: usdc, from: bob, amount: '0x64', block: 1_010, time: 500_000 }
  expect(await lookNow()).toMatchObject({ receipts: [receipt], unknown: [], rises: [] })
  // The blocks around the last one are searched again, and the same log is the same receipt.
  passes(10)
  const { receipts } = await lookNow()
  expect(receipts).toMatchObject([receipt])
  expect(receipts[0]?.seenAt).toBeLessThan(time - 1)
})

test('a time that has not come yet is none', async () => {
  passes(1, () => arrives(usdc, 1n, bob, { blockTimestamp: '0xffffffff' }))
  const [receipt] = (await lookNow()).receipts
  expect(receipt?.time).toBeUndefined()
})

describe('address poisoning:', () => {
  test('a transfer of nothing stands nowhere, whatever token it is of', async () => {
    passes(1, () => {
      for (const token of [usdc, sail, fake]) arrives(token, 0n, stranger)
      chain.balances[fake] = 5n
    })
    expect(await lookNow()).toMatchObject(nothing)
  })

  test('a token with a listed one’s symbol is unknown by its address', async () => {
    passes(1, () => {
      arrives(fake, 10n ** 12n, stranger)
      chain.balances[fake] = 10n ** 12n
    })
    expect(await lookNow()).toMatchObject({
      receipts: [],
      rises: [],
      unknown: [{ token: fake }],
    })
  })

  test('an unknown token of which the account has nothing stands nowhere', async () => {
    passes(1, () => arrives(fake, 10n ** 12n, stranger))
    expect(await lookNow()).toMatchObject(nothing)
    passes(1, () => arrives(fake, 10n ** 12n, stranger))
    chain.balances[fake] = 0n
    expect(await lookNow()).toMatchObject(nothing)
  })

  test('the account’s own token that logs what did not come moves nothing', async () => {
    passes(1, () => arrives(sail, 10n ** 12n, stranger))
    expect(await lookNow()).toMatchObject(nothing)
  })

  test('one that logs more than came shows what came, and no sender', async () => {
    passes(1, () => {
      arrives(sail, 10n ** 12n, stranger)
      chain.balances[sail] = 12n
    })
    const { rises, receipts } = await lookNow()
    expect(receipts).toEqual([])
    expect(rises).toMatchObject([{ token: sail, amount: '0x3', since: 1_000, block: 1_001 }])
    expect(rises[0]).not.toHaveProperty('from')
  })

  test('a balance that grows by itself is no news', async () => {
    passes(1, () => {
      chain.balances[sail] = 12n
    })
    expect(await lookNow()).toMatchObject(nothing)
  })

  test('thousands of logs of strangers hide nothing, and fill nothing', async () => {
    passes(3_000, (head) => {
      for (let at = 1; at <= 3_000; at++) {
        const token: Address = `0x${at.toString(16).padStart(40, 'b')}`
        chain.balances[getAddress(token)] = 1n
        chain.logs.push(transferLog(token, stranger, alice, 1n, head - (at % 2_990)))
      }
      chain.logs.push(transferLog(usdc, bob, alice, 100n, head - 1_500))
    })
    const { receipts, unknown, state } = await lookNow()
    expect(state).toBe('all')
    expect(receipts).toMatchObject([{ token: usdc, from: bob, amount: '0x64' }])
    expect(unknown).toHaveLength(50)
  })

  test('nobody who sent something becomes known to the wallet', async () => {
    passes(1, () => {
      arrives(usdc, 1n, stranger)
      arrives(fake, 1n, stranger)
    })
    await lookNow()
    const tables = [journal.parties, journal.contacts, journal.assets, journal.batches]
    for (const table of tables) expect(await table.count()).toBe(0)
  })
})

test.each<[string, object]>([
  [
    'an item’s',
    { topics: [...transferLog(usdc, bob, alice, 1n, 1).topics, `0x${'0'.repeat(64)}`] },
  ],
  ['one to somebody else', { topics: transferLog(usdc, bob, stranger, 1n, 1).topics }],
  ['one from the account itself', { topics: transferLog(usdc, alice, alice, 1n, 1).topics }],
  ['one with short data', { data: '0x01' }],
  ['one with long data', { data: `0x${'1'.repeat(128)}` }],
  ['one of a block that nobody asked for', { blockNumber: '0x1' }],
  ['one without a transaction', { transactionHash: undefined }],
  ['one without a place', { logIndex: 'first' }],
  ['one of no contract', { address: '0x12' }],
])('a log that is not plainly of a transfer is none: %s', async (_, change) => {
  passes(1)
  const log = { ...transferLog(usdc, bob, alice, 1n, chain.head), ...change }
  const reader = { ...nodeReaderOf(chain), logs: () => Promise.resolve([log, null, 5, {}, []]) }
  expect(await scanIncoming(reader, { chainId, account: alice }, found, known, time)).toMatchObject(
    nothing,
  )
})

test('what a chain takes back is taken back here, and what was spent stays', async () => {
  passes(1, () => {
    arrives(usdc, 1n)
    arrives(usdc, 2n)
  })
  expect((await lookNow()).receipts).toHaveLength(2)
  passes(1, () => {
    chain.balances[usdc] = 0n
    chain.logs.pop()
  })
  expect((await lookNow()).receipts).toMatchObject([{ amount: '0x1' }])
})

describe('coin', () => {
  test('that arrives is the rise of the balance, from nobody', async () => {
    passes(5, () => (chain.coin += 100n))
    const { rises } = await lookNow()
    expect(rises).toMatchObject([{ amount: '0x64', since: 1_000, block: 1_005, seenAt: time - 1 }])
    passes(5)
    expect((await lookNow()).rises).toEqual(rises)
  })

  test('that leaves is none', async () => {
    passes(5, () => (chain.coin -= 1n))
    expect(await lookNow()).toMatchObject(nothing)
  })

  test('on a chain without Multicall3 is not measured', async () => {
    chain.balances = {}
    const reader = nodeReaderOf(chain)
    const silent = {
      ...reader,
      read: (...asked: Parameters<typeof reader.read>) =>
        reader.read(...asked).then((all) => all.map(() => '0x' as const)),
    }
    for (const coin of [5n, 500n]) {
      passes(1, () => (chain.coin = coin))
      found = await scanIncoming(silent, { chainId, account: alice }, found, known, time++)
      expect(found).toMatchObject(nothing)
    }
  })

  test('that a transaction of the wallet may have brought is none, until one is between no two looks', async () => {
    const { key } = await storeBatch({ chainId, from: alice, mode: 'one' })
    await append(key, [did.signed('0', 0, { nonce: 4 }), did.sent('0')], time)
    passes(1, () => (chain.coin += 100n))
    expect(await lookNow()).toMatchObject(nothing)
    // In a block that this node does not have yet.
    await append(key, [did.sealed('0', { blockNumber: '0x7d0' })], time)
    passes(1, () => (chain.coin += 100n))
    expect(await lookNow()).toMatchObject(nothing)
    await append(key, [did.final], time)
    passes(2_000, () => (chain.coin += 100n))
    expect(await lookNow()).toMatchObject(nothing)
    passes(1, () => (chain.coin += 3n))
    expect((await lookNow()).rises).toMatchObject([{ amount: '0x3' }])
  })

  test('that came while one of the wallet’s was sealed between two looks is none', async () => {
    passes(1)
    await lookNow()
    const { key } = await storeBatch({ chainId, from: alice, mode: 'one' })
    await append(
      key,
      [did.signed('1', 0, { nonce: 4 }), did.sent('1'), did.sealed('1'), did.final],
      time,
    )
    passes(1, () => (chain.coin += 100n))
    expect(await lookNow()).toMatchObject(nothing)
  })
})

test('what a batch of the wallet brings is no gift', async () => {
  const { key } = await storeBatch({ chainId, from: alice, mode: 'one' })
  passes(1, () => arrives(usdc, 5n))
  const [log] = chain.logs
  if (!log) throw new Error('nothing arrived')
  const signed = did.signed('own', 0)
  if (signed.type !== 'signed') throw new Error('it was not signed')
  const { transactionHash: hash } = log
  const own = did.sealed('own')
  if (own.type !== 'sealed') throw new Error('it was not sealed')
  await append(
    key,
    [
      { ...signed, hash },
      { ...own, hash },
    ],
    time,
  )
  expect(await lookNow()).toMatchObject(nothing)
})

describe('what somebody else sends for a batch', () => {
  const bundle = hashOf('bundle')
  const operation = did.operation('operation')
  /** The block in which the operation of the tests is. */
  const sealed = did.sealed('operation', { transactionHash: bundle, blockNumber: '0x3e9' })

  const operate = (from: Address) => storeBatch({ chainId, from, mode: 'atomic', gas: ['0x1'] })

  test('brings no gift', async () => {
    const { key } = await operate(alice)
    passes(1, () => arrives(usdc, 5n, bob, { transactionHash: bundle }))
    await append(key, [operation, sealed, did.final], time)
    expect(await lookNow()).toMatchObject(nothing)
  })

  test('is no gift any more once that is known', async () => {
    const { key } = await operate(alice)
    passes(1, () => {
      arrives(usdc, 5n, bob, { transactionHash: bundle })
      arrives(fake, 5n, bob, { transactionHash: bundle })
      chain.balances[fake] = 5n
    })
    // Nobody has looked yet what became of it.
    expect(await lookNow()).toMatchObject({ receipts: [{ amount: '0x5' }] })
    await append(key, [operation, sealed, did.final], time)
    // Blocks that far below the newest one are not searched again.
    passes(100_000)
    expect(await lookNow()).toMatchObject(nothing)
  })

  test('makes no rise of the coin a gift', async () => {
    const { key } = await operate(alice)
    passes(1, () => (chain.coin += 100n))
    await append(key, [operation, sealed, did.final], time)
    expect(await lookNow()).toMatchObject(nothing)
    passes(1, () => (chain.coin += 3n))
    expect((await lookNow()).rises).toMatchObject([{ amount: '0x3' }])
  })

  test('hides no gift once it can run no more', async () => {
    const { key } = await operate(alice)
    await append(key, [operation], time)
    passes(1, () => (chain.coin += 100n))
    expect(await lookNow()).toMatchObject(nothing)
    const lapsed = { type: 'lapsed', hash: hashOf('operation'), block: 1_001 } as const
    await append(key, [lapsed], time)
    await lookNow()
    passes(1, () => (chain.coin += 3n))
    expect((await lookNow()).rises).toMatchObject([{ amount: '0x3' }])
    // A block has it all the same: it used its nonce.
    const { length } = (await lookNow()).rises
    await append(key, [sealed], time)
    passes(1, () => (chain.coin += 100n))
    expect((await lookNow()).rises).toHaveLength(length)
  })

  test('is told apart for each account whose operation one transaction holds', async () => {
    const [mine, theirs] = [await operate(alice), await operate(bob)]
    passes(1, () => arrives(usdc, 5n, stranger, { transactionHash: bundle }))
    await append(mine.key, [operation, sealed, did.final], time)
    const otherSealed = did.sealed('other', { transactionHash: bundle, blockNumber: '0x3e9' })
    await append(theirs.key, [did.operation('other'), otherSealed, did.final], time)
    expect(await lookNow()).toMatchObject(nothing)
  })

  test('for another account of the user arrives here', async () => {
    const { key } = await operate(bob)
    passes(1, () => arrives(usdc, 5n, bob, { transactionHash: bundle }))
    await append(key, [operation, sealed, did.final], time)
    expect(await lookNow()).toMatchObject({ receipts: [{ from: bob, amount: '0x5' }] })
  })
})

test('what another account of the user sends arrives, with that account as its sender', async () => {
  const { key } = await storeBatch({ chainId, from: bob, mode: 'one' })
  await append(key, [did.signed('b'), did.sent('b'), did.sealed('b'), did.final], time)
  passes(1, () => {
    arrives(usdc, 5n, bob, { transactionHash: hashOf('b') })
    chain.coin += 7n
  })
  expect(await lookNow()).toMatchObject({
    receipts: [{ from: bob, amount: '0x5', hash: hashOf('b') }],
    rises: [{ amount: '0x7' }],
  })
})

describe('a node', () => {
  test('that takes few blocks is asked for fewer, until the gap is closed', async () => {
    chain.limit = 2_000
    passes(9_000, () => arrives(usdc, 1n))
    expect(await lookNow()).toMatchObject({ state: 'all', receipts: [{ amount: '0x1' }] })
    expect(Math.max(...chain.asked.map(({ to }) => to))).toBe(chain.head)
    expect(Math.min(...chain.asked.map(({ from }) => from))).toBeGreaterThan(900)
  })

  test('is asked for so many ranges at a time, and the next look goes on', async () => {
    chain.limit = 100
    passes(9_000)
    chain.logs.push(transferLog(usdc, bob, alice, 1n, 1_001))
    expect(await lookNow()).toMatchObject({ ...nothing, state: 'more' })
    expect(chain.asked.length).toBeLessThanOrEqual(16)
    for (let looks = 0; found?.state === 'more' && looks < 100; looks++) await lookNow()
    expect(found).toMatchObject({ state: 'all', receipts: [{ block: 1_001 }] })
  })

  test('that gives no logs is told, and the coin is measured all the same', async () => {
    chain.limit = 0
    passes(5, () => {
      arrives(usdc, 1n)
      chain.coin += 1n
    })
    expect(await lookNow()).toMatchObject({
      state: 'refused',
      receipts: [],
      rises: [{ amount: '0x1' }],
    })
  })

  test('that falls silent loses nothing of what was found', async () => {
    passes(1, () => arrives(usdc, 1n))
    await lookNow()
    chain.isSilent = true
    passes(1, () => arrives(usdc, 2n))
    expect(await lookNow()).toMatchObject({ state: 'silent', receipts: [{ amount: '0x1' }] })
    chain.isSilent = false
    expect(await lookNow()).toMatchObject({
      state: 'all',
      receipts: [{ amount: '0x2' }, { amount: '0x1' }],
    })
  })

  test('that is behind another is not believed to be another chain', async () => {
    passes(10, () => arrives(usdc, 1n))
    const before = await lookNow()
    chain.head -= 3
    expect(await lookNow()).toEqual(before)
  })
})

test('a chain on this machine that began anew is looked at anew', async () => {
  chain.head = 50_000
  await lookNow(31337)
  passes(1, () => arrives(usdc, 1n))
  await lookNow(31337)
  chain = { ...newChain(), head: 3 }
  expect(await lookNow(31337)).toMatchObject({ ...nothing, start: 3, state: 'all' })
})

test('a node far behind takes nothing back of what was found', async () => {
  chain.head = 50_000
  await lookNow()
  passes(1, () => arrives(usdc, 1n))
  const before = await lookNow()
  expect(before.receipts).toHaveLength(1)
  chain = { ...newChain(), head: 3 }
  expect(await lookNow()).toEqual(before)
})

describe('a clock that ran ahead', () => {
  const ahead = 1_000_000_000

  /** Looks, keeps what was found, and returns what the activity shows of it. */
  const shown = async () => {
    const value = await lookNow()
    await cache.facts.put({ key: incomingKey(chainId, alice), value, at: 1 })
    const [arrived] = await allIncoming()
    const { receipts = [], rises = [] } = arrived?.incoming ?? {}
    return { tokens: receipts.map(({ amount }) => amount), coin: rises.map(({ amount }) => amount) }
  }

  beforeEach(() => journal.accounts.add({ address: alice, index: 0, name: 'A' }))

  test('hides nothing that comes after a clearing, which is hidden by the next one', async () => {
    passes(1, () => arrives(usdc, 1n))
    expect(await shown()).toEqual({ tokens: ['0x1'], coin: [] })
    await clearReceived(ahead)
    expect(await shown()).toEqual({ tokens: [], coin: [] })
    passes(1, () => {
      arrives(usdc, 2n)
      chain.coin += 100n
    })
    expect(await shown()).toEqual({ tokens: ['0x2'], coin: ['0x64'] })
    expect(await shown()).toEqual({ tokens: ['0x2'], coin: ['0x64'] })
    const at = time++
    await clearReceived(at)
    expect(await countCleared(at)).toBe(2)
    passes(1, () => arrives(usdc, 3n))
    expect(await shown()).toEqual({ tokens: ['0x3'], coin: [] })
    await restoreReceived(at)
    expect(await shown()).toEqual({ tokens: ['0x3', '0x2'], coin: ['0x64'] })
  })

  test('leaves no time that is still to come, and nothing that cannot be cleared', async () => {
    const right = time
    time = ahead
    passes(1, () => {
      arrives(usdc, 1n)
      chain.coin += 100n
    })
    await lookNow()
    time = right
    expect(await shown()).toEqual({ tokens: ['0x1'], coin: ['0x64'] })
    for (const { seenAt } of [...(found?.receipts ?? []), ...(found?.rises ?? [])])
      expect(seenAt).toBeLessThan(time)
    await clearReceived(time++)
    expect(await shown()).toEqual({ tokens: [], coin: [] })
  })

  test('keeps on the screen what it found after a clearing of its own', async () => {
    const right = time
    time = ahead
    await clearReceived(time++)
    passes(1, () => arrives(usdc, 1n))
    expect(await shown()).toEqual({ tokens: ['0x1'], coin: [] })
    time = right
    expect(await shown()).toEqual({ tokens: ['0x1'], coin: [] })
  })
})
