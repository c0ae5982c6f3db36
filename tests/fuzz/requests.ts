import fc from 'fast-check'
import { alice, bob, stranger } from '../unit/people'

/** A request as the relay hands it on: the method and the text of the params. */
export type FuzzRequest = { method: string; wire: string }

const zero = `0x${'0'.repeat(40)}`

const names = fc.constantFrom(
  ...['__proto__', 'constructor', 'toString', 'prototype', 'hasOwnProperty', 'valueOf', 'toJSON'],
  ...[
    'version',
    'from',
    'to',
    'optional',
    'gasLimitOverride',
    'authorizationList',
    'length',
    '0',
    '',
  ],
)

/** An object as JSON may name its fields: `__proto__` is one like any other. */
const fields = (value: fc.Arbitrary<unknown>) =>
  fc
    .array(fc.tuple(names, value), { maxLength: 3 })
    .map(
      (entries) =>
        JSON.parse(
          `{${entries.map(([name, one]) => `${JSON.stringify(name)}:${JSON.stringify(one ?? null)}`).join()}}`,
        ) as unknown,
    )

/** What stands where something else belongs. */
const wrong: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    ...[
      null,
      true,
      false,
      0,
      1,
      -1,
      1.5,
      1e21,
      '',
      '0',
      '0x',
      '0x0',
      '0x00',
      '0xg',
      '0X1',
      '-0x1',
      ' 0x1',
    ],
    ...[
      [],
      {},
      [[]],
      zero,
      alice.slice(0, -1),
      `${alice}0`,
      '0x1',
      '2.0.0',
      '0x4',
      '4',
      '0x04',
      '0x12345',
    ],
    ...[
      '0x' + 'f'.repeat(64),
      '0x' + 'f'.repeat(65),
      '0x1000000',
      '0x1000001',
      '\u0000',
      '\ud800',
      'é',
    ],
  ),
  fc.jsonValue({ maxDepth: 3 }),
  fields(fc.jsonValue({ maxDepth: 1 })),
)

/** Mostly what belongs there. */
const mostly = (...right: unknown[]): fc.Arbitrary<unknown> =>
  fc.oneof({ arbitrary: fc.constantFrom(...right), weight: 8 }, { arbitrary: wrong, weight: 1 })

const mostlyOf = (right: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof({ arbitrary: right, weight: 8 }, { arbitrary: wrong, weight: 1 })

const absent = undefined
const accounts = mostly(alice, alice, alice, alice.toLowerCase(), bob, stranger)
const recipients = mostly(stranger, stranger, alice, bob, zero)
const chains = mostly('0x2105', '0x2105', '0x2105', '0x14a34', '0x1', '0x02105', '0X2105')
const bytes = mostly('0x', '0xdeadbeef', '0x123', absent)
const values = mostly('0x0', '0x1', '0x00', '0x', absent, 1)
const capability = mostly({}, { optional: true }, { optional: 'true' }, null, absent)

const capabilities = fc.oneof(
  fc.constant(absent),
  fc.record({ gasLimitOverride: mostlyOf(fc.record({ value: values })), magic: capability }),
  fields(capability),
)

const call = fc.record({
  to: recipients,
  value: values,
  data: bytes,
  capabilities: mostlyOf(capabilities),
})

const batch = fc.record({
  version: mostly('2.0.0', '2.0.0', '2.0.0', '1.0', '2.0', absent),
  id: mostly(absent, absent, 'id', '', 'x'.repeat(4096), 'x'.repeat(4097)),
  from: accounts,
  chainId: chains,
  atomicRequired: mostly(true, false, false),
  calls: mostlyOf(fc.array(mostlyOf(call), { maxLength: 3 })),
  capabilities: mostlyOf(capabilities),
})

const transaction = fc.record({
  ...{ from: accounts, to: mostly(stranger, alice, zero, absent), value: values },
  ...{ data: bytes, input: mostly(absent, absent, '0x', '0xdeadbeef') },
  chainId: mostly(absent, '0x2105', '0x1'),
  type: mostly(absent, absent, '0x2', '0x4', '0x04', '4', 4),
  authorizationList: mostly(absent, absent, absent, [], null),
  gas: values,
})

const criteria = fc.record({
  address: mostly(absent, [], `0x${'1'.repeat(40)}`),
  topics: mostly(absent, [], [null], [`0x${'1'.repeat(64)}`, []]),
  fromBlock: mostly(absent, '0x1', 'latest'),
})

/** What belongs into the params of the methods that take some. */
const shapes: Record<string, fc.Arbitrary<unknown>> = {
  wallet_sendCalls: fc.array(mostlyOf(batch), { minLength: 1, maxLength: 1 }),
  eth_sendTransaction: fc.array(mostlyOf(transaction), { minLength: 1, maxLength: 2 }),
  wallet_switchEthereumChain: fc.array(fc.record({ chainId: chains }), {
    minLength: 1,
    maxLength: 1,
  }),
  wallet_requestPermissions: fc.array(fc.record({ eth_accounts: mostly({}) }), {
    minLength: 1,
    maxLength: 1,
  }),
  wallet_getCapabilities: fc.tuple(accounts, mostlyOf(fc.array(chains, { maxLength: 3 }))),
  wallet_getCallsStatus: fc.tuple(mostly('id', '0x1234')),
  wallet_showCallsStatus: fc.tuple(mostly('id', '0x1234')),
  web3_sha3: fc.tuple(bytes),
  eth_subscribe: fc.tuple(mostly('newHeads', 'logs', 'syncing'), mostlyOf(criteria)),
  eth_newFilter: fc.tuple(mostlyOf(criteria)),
  eth_getFilterChanges: fc.tuple(mostly(`0x${'0'.repeat(32)}`, '')),
}

/** Text that is hardly JSON, or too much of it. */
const texts = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.integer({ min: 28, max: 40 }).map((depth) => '['.repeat(depth) + ']'.repeat(depth)),
  fc.constantFrom(
    '',
    '[',
    '[{}',
    '{"__proto__":{}}',
    '[{"__proto__":{"from":"x"}}]',
    '[1e999]',
    '[-0]',
  ),
)

const textOf = (params: unknown): string => JSON.stringify(params)

/** Malformed and half-valid requests for these methods, and for some that are none. */
export const requests = (methods: readonly string[]): fc.Arbitrary<FuzzRequest> => {
  const known = methods.map((method) => {
    const shaped = (shapes[method] ?? fc.constant([])).map(textOf)
    const wire = fc.oneof(
      { arbitrary: shaped, weight: 12 },
      { arbitrary: fc.array(wrong, { maxLength: 3 }).map(textOf), weight: 3 },
      { arbitrary: wrong.map(textOf), weight: 1 },
      { arbitrary: texts, weight: 1 },
    )
    return {
      arbitrary: fc.record({ method: fc.constant(method), wire }),
      weight: method in shapes ? 12 : 1,
    }
  })
  const unknown = fc.record({
    method: fc.oneof(
      names,
      fc.string({ maxLength: 12 }),
      fc.constantFrom('eth_sign', 'lock', 'approve'),
    ),
    wire: wrong.map(textOf),
  })
  return fc.oneof(...known, { arbitrary: unknown, weight: 6 })
}
