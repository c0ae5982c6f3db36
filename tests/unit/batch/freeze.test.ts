import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { assertFrozen, freeze, hashOf, type FrozenTerms } from '@/lib/batch/freeze'
import type { Batch } from '@/lib/db'

type Leaf = (string | number)[]

const hex = (length: number) =>
  fc.stringMatching(new RegExp(`^0x[0-9a-f]{${length}}$`)) as fc.Arbitrary<`0x${string}`>

const terms: fc.Arbitrary<FrozenTerms> = fc.record(
  {
    key: hex(8),
    origin: fc.webUrl(),
    id: fc.string({ minLength: 1 }),
    method: fc.string(),
    from: hex(40),
    chainId: fc.nat(),
    genesis: fc.option(hex(64)),
    mode: fc.constantFrom('one', 'atomic', 'sequence'),
    calls: fc.array(
      fc.record(
        { to: fc.option(hex(40)), value: hex(2), data: hex(8), gas: hex(4) },
        { requiredKeys: ['to', 'value', 'data'] },
      ),
      { minLength: 1, maxLength: 3 },
    ),
    delegate: fc.option(hex(40)),
    upgrade: fc.boolean(),
    gas: fc.array(hex(4), { minLength: 1, maxLength: 3 }),
    fees: fc.oneof(
      fc.record({ maxFeePerGas: hex(4), maxPriorityFeePerGas: hex(4) }),
      fc.record({ gasPrice: hex(4) }),
    ),
    replaces: hex(40),
    revokes: hex(40),
    nonce: fc.nat(),
    locks: fc.array(fc.record({ to: hex(40), value: hex(2), data: hex(8) }), {
      minLength: 1,
      maxLength: 2,
    }),
    checkers: fc.array(fc.record({ address: hex(40), code: hex(64) }), {
      minLength: 1,
      maxLength: 2,
    }),
    sponsor: fc.record(
      {
        url: fc.webUrl(),
        bundler: fc.webUrl(),
        context: fc.json(),
        paymaster: hex(40),
        data: hex(8),
        isFinal: fc.boolean(),
        callGasLimit: hex(4),
        verificationGasLimit: hex(4),
        preVerificationGas: hex(4),
        paymasterVerificationGasLimit: hex(4),
        paymasterPostOpGasLimit: hex(4),
        charges: fc.array(fc.record({ token: hex(40), amount: hex(4) }), {
          minLength: 1,
          maxLength: 2,
        }),
      },
      {
        noNullPrototype: true,
        requiredKeys: [
          'url',
          'bundler',
          'paymaster',
          'data',
          'isFinal',
          'callGasLimit',
          'verificationGasLimit',
          'preVerificationGas',
          'paymasterVerificationGasLimit',
          'paymasterPostOpGasLimit',
        ],
      },
    ),
  },
  {
    noNullPrototype: true,
    requiredKeys: [
      'key',
      'origin',
      'id',
      'method',
      'from',
      'chainId',
      'genesis',
      'mode',
      'calls',
      'delegate',
      'upgrade',
      'gas',
      'fees',
    ],
  },
)

const leaves = (value: unknown, path: Leaf = []): Leaf[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, inner]) => leaves(inner, [...path, key]))
    : [path]

const changed = (value: unknown): unknown => {
  if (typeof value === 'string') return `${value}0`
  if (typeof value === 'number') return value + 1
  if (typeof value === 'boolean') return !value
  return '0x'
}

const changeAt = (value: unknown, [key, ...rest]: Leaf): unknown =>
  key === undefined
    ? changed(value)
    : Object.assign(Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) }, {
        [key]: changeAt((value as Record<string, unknown>)[key], rest),
      })

/** Fields that tell when a batch was approved and if it still runs: the hash leaves them out. */
const isFree = ([key]: Leaf) => ['live', 'shown', 'createdAt'].includes(String(key))

test('a batch whose every leaf is as it was approved passes', () => {
  fc.assert(fc.property(terms, (approved) => assertFrozen(freeze(approved, 1))))
})

test('a change of any leaf at all is found', () => {
  fc.assert(
    fc.property(terms, fc.nat(), (approved, which) => {
      const batch = freeze(approved, 1)
      const all = leaves(batch).filter((leaf) => !isFree(leaf))
      const leaf = all[which % all.length] ?? []
      expect(() => assertFrozen(changeAt(batch, leaf) as Batch)).toThrow('not the approved one')
    }),
    { numRuns: 500 },
  )
})

test('a call or a limit that is added, taken away or moved is found', () => {
  fc.assert(
    fc.property(terms, (approved) => {
      const batch = freeze(approved, 1)
      const [call] = batch.calls
      const others: Batch[] = [
        { ...batch, calls: batch.calls.slice(1) },
        { ...batch, calls: [...batch.calls, ...(call ? [call] : [])] },
        { ...batch, gas: [...batch.gas, '0x5208'] },
        { ...batch, gas: batch.gas.slice(1) },
      ]
      for (const other of others) expect(() => assertFrozen(other)).toThrow()
    }),
  )
})

test('what an upgrade replaces cannot be added or taken away', () => {
  fc.assert(
    fc.property(terms, hex(40), (approved, replaces) => {
      const { replaces: _, ...without } = approved
      expect(hashOf(without)).not.toBe(hashOf({ ...without, replaces }))
    }),
  )
})

test('what is revoked is not what is replaced, and a nonce of 0 is one', () => {
  fc.assert(
    fc.property(terms, hex(40), (approved, address) => {
      const { replaces: _, revokes: __, nonce: ___, ...without } = approved
      expect(hashOf({ ...without, revokes: address })).not.toBe(
        hashOf({ ...without, replaces: address }),
      )
      expect(hashOf({ ...without, nonce: 0 })).not.toBe(hashOf(without))
    }),
  )
})

test('the hash does not hang on the order of keys, which no database promises', () => {
  fc.assert(
    fc.property(terms, (approved) => {
      const backwards = Object.fromEntries(Object.entries(approved).reverse()) as FrozenTerms
      expect(hashOf(backwards)).toBe(hashOf(approved))
    }),
  )
})

test('ids that differ only in what UTF-8 cannot hold have different hashes', () => {
  const [one] = fc.sample(terms, 1)
  if (!one) throw new Error('no sample')
  expect(hashOf({ ...one, id: '\ud800' })).not.toBe(hashOf({ ...one, id: '\ud801' }))
})

test('a batch of before there were locks keeps its hash', () => {
  const old: FrozenTerms = {
    key: 'k',
    origin: 'https://dapp.example',
    id: '0x1',
    method: 'wallet_sendCalls',
    from: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    chainId: 8453,
    genesis: null,
    mode: 'atomic',
    calls: [{ to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', value: '0x1', data: '0x' }],
    delegate: '0xe6Cae83BdE06E4c305530e199D7217f42808555B',
    upgrade: true,
    gas: ['0x5208'],
    fees: { gasPrice: '0x1' },
  }
  expect(hashOf(old)).toBe('0x2bd661f7b038f494192cf5744776bbf348d4ccbf783a5f1dd3120f99fa06d2e7')
  expect(hashOf({ ...old, locks: [] })).not.toBe(hashOf(old))
  const locked = { ...old, locks: [] }
  expect(hashOf({ ...locked, checkers: [] })).not.toBe(hashOf(locked))
})
