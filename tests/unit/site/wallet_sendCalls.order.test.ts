import { beforeEach, describe, expect, test } from 'vitest'
import { cache, journal } from '@/lib/db'
import { remember } from '@/lib/network/facts'
import { emptyDatabase } from '../database'
import { alice, bob, stranger } from '../accounts'
import { connectSite } from '../../harness/connectSite'
import { openWallet } from './siteWallet'

const wallet = openWallet()

const call = { to: stranger }
const good: Record<string, unknown> = {
  version: '2.0.0',
  id: 'free',
  from: alice,
  chainId: '0x2105',
  atomicRequired: true,
  calls: [call, call],
}

const nested = (depth: number): unknown => (depth === 0 ? null : [nested(depth - 1)])

type Fault = { name: string; change: object; code: number; words: string; facts?: boolean }

/** One fault of each kind, in the order of the checks in `docs/batches.md`. */
const faults: Fault[] = [
  { name: 'too long', change: { a: 'a'.repeat(2 ** 20) }, code: 5740, words: 'params take' },
  { name: 'too deep', change: { b: nested(40) }, code: -32602, words: 'nest deeper' },
  { name: 'another version', change: { version: '1.0' }, code: -32000, words: 'got "1.0"' },
  { name: 'no shape', change: { atomicRequired: 1 }, code: -32602, words: 'atomicRequired' },
  { name: 'not granted', change: { from: bob }, code: 4100, words: 'has not been authorized' },
  {
    name: 'unknown chain',
    change: { chainId: '0x2' },
    code: 5710,
    words: 'specified chain ID: 0x2',
  },
  { name: 'other chain', change: { chainId: '0x14a34' }, code: -32602, words: 'network selected' },
  { name: 'capability', change: { capabilities: { magic: {} } }, code: 5700, words: 'magic' },
  {
    name: 'too many calls',
    change: { calls: Array.from({ length: 1001 }, () => call) },
    code: 5740,
    words: '1001 calls, at most 1000',
  },
  { name: 'not atomic', change: {}, code: 5760, words: 'cannot execute', facts: true },
  { name: 'id taken', change: { id: 'taken' }, code: 5720, words: 'There is already a batch' },
]

beforeEach(async () => {
  await emptyDatabase()
  await connectSite()
})

/** Returns the answer to a request with these faults, while another one holds the id `taken`. */
const answerTo = async (...present: Fault[]) => {
  await remember('7702:8453', true)
  await remember('executor:8453', true)
  const { id } = await wallet.ask('wallet_sendCalls', [{ ...good, id: 'taken' }])
  await remember('executor:8453', !present.some(({ facts }) => facts))
  await remember(`code:8453:${alice}`, { kind: 'plain', delegate: null })
  const change = Object.assign({}, ...present.map((fault) => fault.change)) as object
  const { error } = await wallet.send('wallet_sendCalls', [{ ...good, ...change }])
  // A refused request opens no window and leaves no row.
  expect((await journal.approvals.toArray()).map((row) => row.id)).toEqual([id])
  return error
}

const pairs = faults.flatMap((first, index) =>
  faults
    .slice(index + 1)
    .filter((second) => !('chainId' in first.change && 'chainId' in second.change))
    .map((second): [string, string, Fault, Fault] => [first.name, second.name, first, second]),
)

describe('what is wrong is told in the order of the contract', () => {
  test.each(faults.map((fault): [string, Fault] => [fault.name, fault]))('%s', async (_, fault) => {
    const error = await answerTo(fault)
    expect(error?.code).toBe(fault.code)
    expect(error?.message).toContain(fault.words)
  })

  test.each(pairs)('%s before %s', async (_, __, first, second) => {
    const error = await answerTo(first, second)
    expect(error?.code).toBe(first.code)
    expect(error?.message).toContain(first.words)
  })
})

describe('the version is looked at before the rest', () => {
  const broken = { from: 5, chainId: null, calls: 'none', id: '' }

  test.each([
    '1.0',
    '1',
    '2.0',
    '2.0.1',
    'v2.0.0',
    '2.0.0 ',
    '',
    2,
    0,
    true,
    false,
    [],
    ['2.0.0'],
    {},
  ])('%j is not supported, whatever else is wrong', async (version) => {
    const { error } = await wallet.send('wallet_sendCalls', [{ ...broken, version }])
    expect(error).toEqual({
      code: -32000,
      message: `Version not supported: got ${JSON.stringify(version)}, expected 2.0.0`,
    })
  })

  test('a long one is not given back at its length', async () => {
    const { error } = await wallet.send('wallet_sendCalls', [{ version: '1'.repeat(100_000) }])
    expect(error?.code).toBe(-32000)
    expect(error?.message.length).toBeLessThan(200)
  })

  test('but two objects are no request at all', async () => {
    const { error } = await wallet.send('wallet_sendCalls', [{ version: '1.0' }, {}])
    expect(error?.code).toBe(-32602)
  })
})

describe('a chain that the wallet does not have', () => {
  test.each([
    ['zero', '0x0'],
    ['one that nobody has', '0x2'],
    ['one past all safe integers', '0x20000000000000'],
    ['the largest word', `0x${'f'.repeat(64)}`],
    ['one past all numbers', `0x${'1'.repeat(400)}`],
  ])('%s is answered with 5710', async (_, chainId) => {
    const { error } = await wallet.send('wallet_sendCalls', [{ ...good, chainId }])
    expect(error?.code).toBe(5710)
  })

  test('one that it has, but the site is not on, is told with both', async () => {
    const { error } = await wallet.send('wallet_sendCalls', [{ ...good, chainId: '0x14a34' }])
    expect(error).toMatchInlineSnapshot(`
      {
        "code": -32602,
        "message": "The wallet cannot parse the request: chainId must be the network selected for this site: got 0x14a34, expected 0x2105",
      }
    `)
  })
})

describe('atomicity, as far as it is known', () => {
  test.each([
    ['no EIP-7702', false, true, 5710, 'EIP-7702 not supported on the specified chain ID'],
    ['no executor', true, false, 5760, 'The account cannot execute the batch atomically'],
  ])('%s', async (_, eip7702, executor, code, words) => {
    await remember(`code:8453:${alice}`, { kind: 'plain', delegate: null })
    await remember('7702:8453', eip7702)
    await remember('executor:8453', executor)
    const { error } = await wallet.send('wallet_sendCalls', [good])
    expect(error).toMatchObject({ code, message: expect.stringMatching(`^${words}`) as unknown })
    for (const change of [{ atomicRequired: false }, { calls: [call] }]) {
      const { id } = await wallet.ask('wallet_sendCalls', [{ ...good, ...change }])
      await wallet.reject(id)
    }
  })
})

test.each<[string, object, number]>([
  ['that nobody looked at yet', {}, 0],
  ['that was looked at more than ten minutes ago', { kind: 'plain', delegate: null }, 601_000],
  ['that another wallet’s executor runs batches for', { kind: 'executor', delegate: bob }, 0],
])('an account %s is left to the node, while the window is open', async (_, account, age) => {
  await remember('7702:8453', true)
  await remember('executor:8453', false)
  if ('kind' in account) await remember(`code:8453:${alice}`, account)
  await cache.facts.update(`code:8453:${alice}`, { at: Date.now() - age })
  const { row } = await wallet.ask('wallet_sendCalls', [good])
  expect(row.state).toBe('pending')
})
