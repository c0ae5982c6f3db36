import { encodeAbiParameters, pad, type Hex } from 'viem'
import { beforeEach, expect, test } from 'vitest'
import { cell } from '@/components/export/csv'
import { exportParts, type ExportFormat } from '@/components/export/file'
import type { Entry } from '@/components/export/entry'
import type { ActivityFilter } from '@/components/batches/filter'
import { cache, journal, type Batch } from '@/lib/db'
import type { Event } from '@/lib/db/batchEvent'
import type { Expected } from '@/lib/db/outcome'
import { incomingKey, type Incoming } from '@/lib/incoming/incoming'
import { transferTopic } from '@/lib/values/eventTopics'
import { alice, bob, other, stranger } from '../accounts'
import { did, hashOf, makeBatch } from '../batch/batches'
import { emptyDatabase } from '../database'
import { usdc } from '../decode/encode'

const chainId = 8453
const hostile = stranger

beforeEach(async () => {
  await emptyDatabase()
  // The user added it, so that it goes by the symbol that it gave itself.
  const token = { symbol: '=cmd()', decimals: 18 }
  await journal.assets.add({
    key: `${chainId}:${hostile}`,
    chainId,
    address: hostile,
    standard: 'ERC20',
    addedAt: 1,
    ...token,
  })
  const key = `token:${chainId}:${hostile}`
  await cache.facts.add({ key, value: { ...token, name: '=cmd()' }, at: 1 })
})

const change = (
  asset: Expected['changes'][number]['asset'],
  amount: bigint,
  direction: 'in' | 'out',
): Expected['changes'][number] => ({ asset, amount: `0x${amount.toString(16)}`, direction })

const swapped: Expected = {
  verdict: 'succeeds',
  changes: [
    change({ standard: 'ERC20', address: usdc }, 100_000_001n, 'out'),
    change({ standard: 'ERC20', address: hostile }, 123_456_789_012_345_678_901n, 'in'),
    change({ standard: 'native' }, 1n, 'out'),
  ],
  allowances: [],
}

const transfer = (from: Hex, to: Hex, amount: bigint) => ({
  address: usdc,
  topics: [transferTopic, pad(from), pad(to)] satisfies Hex[],
  data: encodeAbiParameters([{ type: 'uint256' }], [amount]),
})

/** Stores a batch with events, without the work of the runner. */
const store = async (over: Partial<Batch>, events: Event[]) => {
  const batch = { ...makeBatch({ chainId, mode: 'one' }), live: 0, ...over } as const
  const all: Event[] = [{ type: 'approved' }, ...events]
  await journal.batches.add({ ...batch, shown: 1 })
  await journal.events.bulkAdd(
    all.map((event, seq) => ({ key: batch.key, seq, at: batch.createdAt, event })),
  )
  return batch
}

const sealed = (name: string, fee: Hex, logs: ReturnType<typeof transfer>[] = []): Event[] => {
  const event = did.sealed(name, { logs })
  return event.type === 'sealed' ? [did.signed(name), { ...event, fee }, did.final] : []
}

const textOf = async (form: ExportFormat, filter: ActivityFilter = {}) => {
  const { parts, count } = await exportParts(form, filter, 1_700_000_000_000, () => undefined)
  return { text: parts.join(''), count }
}

/** Reads a file as RFC 4180 says; throws where a part of it is no cell. */
const cellsOf = (text: string): string[][] => {
  const rows: string[][] = [[]]
  let at = 0
  for (const found of text.slice(1).matchAll(/"((?:[^"]|"")*)"(,|\r\n)/g)) {
    if (found.index !== at) throw new Error(`no cell at ${at}`)
    at += found[0].length
    rows.at(-1)?.push((found[1] ?? '').replaceAll('""', '"'))
    if (found[2] !== ',') rows.push([])
  }
  if (at !== text.length - 1) throw new Error(`the file breaks off at ${at}`)
  return rows.slice(0, -1)
}

const rowsOf = (text: string): Record<string, string>[] => {
  const [names = [], ...rows] = cellsOf(text)
  return rows.map((row) => Object.fromEntries(names.map((name, at) => [name, row[at] ?? ''])))
}

const entriesOf = (text: string) => (JSON.parse(text) as { entries: Entry[] }).entries

test.each([
  ['=cmd()', "'=cmd()"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['  =1', "  '=1"],
  ['\t=1', " '=1"],
  ['\u{feff}=1', " '=1"],
  ['\u{202e}=1', " '=1"],
  ['＝1', "'＝1"],
  ['"=1', '""\'=1'],
  ["'=1", "''=1"],
  ['a;=1', "a;'=1"],
  ['a, @b', "a, '@b"],
  ['a\r\n=1', 'a  =1'],
  ['USD-C', 'USD-C'],
  ['1.5', '1.5'],
  ['', ''],
])('a spreadsheet shows %j as text', (text, shown) => {
  expect(cell(text)).toBe(`"${shown}"`)
})

test('10,000 rows are read back in order, each whole', async () => {
  const [batches, movements] = [500, 20]
  const one = makeBatch({ chainId, mode: 'one' })
  const keys = Array.from({ length: batches }, (_, at) => `k${String(at).padStart(3, '0')}`)
  const asset = { standard: 'ERC20' as const, address: hostile }
  const changes = Array.from({ length: movements }, (_, at) => change(asset, BigInt(at + 1), 'in'))
  await journal.batches.bulkAdd(
    keys.map((key, at) => ({
      ...one,
      key,
      id: `id ${at}`,
      expected: { ...swapped, changes },
      // Four of them were approved at one moment: no step may begin between these and lose some.
      createdAt: 1_700_000_000_000 + Math.floor((at + 1) / 4),
      live: 0,
      shown: 1,
    })),
  )
  await journal.events.bulkAdd(
    keys.flatMap((key, at) =>
      sealed(`t${at}`, '0x5208').map((event, seq) => ({ key, seq, at: 0, event })),
    ),
  )
  const ids = Array.from({ length: batches }, (_, at) => `id ${batches - 1 - at}`)

  const csv = await textOf('csv')
  const rows = rowsOf(csv.text)
  expect(csv.count).toBe(batches)
  expect(rows).toHaveLength(10_000)
  expect(rows.map(({ batch, units, asset: symbol }) => [batch, units, symbol])).toEqual(
    ids.flatMap((id) => changes.map((_, at) => [id, String(at + 1), "'=cmd()"])),
  )
  expect(rows.filter(({ fee }) => fee !== '')).toHaveLength(batches)

  const { text, count } = await textOf('json')
  const entries = entriesOf(text)
  expect(count).toBe(batches)
  expect(entries.map(({ id }) => id)).toEqual(ids)
  expect(entries.at(-1)?.transactions[0]?.hash).toBe(hashOf('t0'))
})

test('amounts are exact, by the token’s own log where there is one', async () => {
  const { createdAt } = await store(
    { expected: swapped, id: '=1+1' },
    sealed('0', '0x2386f26fc10000', [
      transfer(alice, bob, 99_000_000n),
      transfer(alice, stranger, 500_000n),
    ]),
  )
  const rows = rowsOf((await textOf('csv')).text)
  const common = {
    time: new Date(createdAt).toISOString(),
    status: 'Confirmed',
    code: '200',
    network: 'Base',
    chain_id: '8453',
    account: alice,
    batch: "'=1+1",
    transactions: hashOf('0'),
  }
  const noFee = { fee: '', fee_units: '', fee_asset: '' }
  expect(rows).toMatchObject([
    {
      ...common,
      direction: 'out',
      asset: 'USDC',
      token: usdc,
      amount: '99.5',
      units: '99500000',
      basis: 'log',
      fee: '0.01',
      fee_units: '10000000000000000',
      fee_asset: 'ETH',
    },
    {
      ...common,
      ...noFee,
      direction: 'in',
      asset: "'=cmd()",
      amount: '123.456789012345678901',
      units: '123456789012345678901',
      basis: 'expected',
    },
    {
      ...common,
      ...noFee,
      direction: 'out',
      asset: 'ETH',
      token: '',
      amount: '0.000000000000000001',
      units: '1',
    },
  ])
  const [entry] = entriesOf((await textOf('json')).text)
  expect(entry).toMatchObject({
    id: '=1+1',
    isChecked: true,
    fee: { units: '10000000000000000', amount: '0.01', symbol: 'ETH' },
    transactions: [{ hash: hashOf('0'), result: 'succeeded', block: 10, nonce: 0 }],
  })
  expect(JSON.stringify(entry)).not.toContain('raw')
})

test('a stranger’s token has no symbol, and no decimals where nobody told them', async () => {
  const changes = [change({ standard: 'ERC20', address: bob }, 5n, 'in')]
  await store({ expected: { ...swapped, changes } }, sealed('0', '0x1'))
  const [row] = rowsOf((await textOf('csv')).text)
  expect(row).toMatchObject({ asset: '', token: bob, amount: '', units: '5' })
})

test.each<[string, Event[], string, string]>([
  ['one that failed', [did.signed('0'), did.sealed('0', { status: '0x0' })], '500', ''],
  ['one that was stopped', [did.stopped()], '400', ''],
])('%s moved nothing', async (_, events, code, direction) => {
  await store({ expected: swapped }, events)
  const rows = rowsOf((await textOf('csv')).text)
  expect(rows).toMatchObject([{ code, direction, amount: '', basis: '' }])
})

test('where nobody saw at approval what moves, the file does not guess', async () => {
  await store({}, sealed('0', '0x1', [transfer(alice, bob, 5n)]))
  expect(rowsOf((await textOf('csv')).text)).toMatchObject([{ direction: '', basis: 'unknown' }])
  expect(entriesOf((await textOf('json')).text)).toMatchObject([
    { isChecked: false, movements: [] },
  ])
})

test('the filter of the screen is that of the file, and what was cleared is not in it', async () => {
  await store({ id: 'a' }, sealed('a', '0x1'))
  await store({ id: 'b', origin: other }, sealed('b', '0x1'))
  await store({ id: 'c' }, [did.stopped()])
  const { key } = await store({ id: 'd' }, sealed('d', '0x1'))
  await journal.batches.update(key, { shown: 0 })
  const ids = async (filter: ActivityFilter) =>
    entriesOf((await textOf('json', filter)).text).map(({ id }) => id)
  expect(await ids({})).toEqual(['c', 'b', 'a'])
  expect(await ids({ origin: other })).toEqual(['b'])
  expect(await ids({ became: 'failed' })).toEqual(['c'])
  expect(await ids({ text: hashOf('a') })).toEqual(['a'])
  expect(await ids({ text: 'nothing of the kind' })).toEqual([])
})

test('what arrived stands among the batches by its time, with its sender where a log names it', async () => {
  await store({ id: 'older', createdAt: 1_000 }, sealed('a', '0x1'))
  await store({ id: 'newer', createdAt: 3_000 }, sealed('b', '0x1'))
  const place = { block: 5, index: 0, seenAt: 9_000 }
  const value: Incoming = {
    start: 0,
    walk: { parts: [{ from: 0, to: 9 }], span: 1, refused: Infinity, calm: 0 },
    receipts: [
      { ...place, token: usdc, from: bob, amount: '0xf4241', hash: hashOf('r'), time: 2_000 },
    ],
    unknown: [{ ...place, token: bob, from: bob, amount: '0x5', hash: hashOf('u') }],
    rises: [
      { amount: '0x16345785d8a0000', since: 1, block: 8, seenAt: 4_000 },
      { token: hostile, amount: '0x1', since: 1, block: 8, seenAt: 500 },
    ],
    state: 'all',
  }
  await journal.accounts.put({ address: alice, index: 0, name: 'A' })
  await cache.facts.add({ key: incomingKey(chainId, alice), value, at: 1 })
  const { text, count } = await textOf('csv')
  expect(count).toBe(5)
  expect(rowsOf(text)).toMatchObject([
    { status: 'seen', asset: 'ETH', amount: '0.1', basis: 'balance', sender: '', direction: 'in' },
    { batch: 'newer', sender: '' },
    {
      status: 'received',
      time: '1970-01-01T00:00:02.000Z',
      asset: 'USDC',
      amount: '1.000001',
      units: '1000001',
      basis: 'log',
      sender: bob,
      transactions: hashOf('r'),
    },
    { batch: 'older' },
    { asset: "'=cmd()", units: '1', basis: 'balance' },
  ])
  const json = JSON.parse((await textOf('json', { account: alice })).text) as {
    received: { units: string }[]
  }
  expect(json.received.map(({ units }) => units)).toEqual(['100000000000000000', '1000001', '1'])
  expect((await textOf('csv', { chainId: 1 })).count).toBe(0)
})
