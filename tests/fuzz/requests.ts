import fc from 'fast-check'
import { alice, bob, stranger } from '../unit/accounts'
import { typedParams } from './typedParams'
import { fields, mostly, mostlyOf, names, wrong, zero } from './wrong'

/** A request as the relay hands it on: the method and the text of the params. */
export type FuzzRequest = { method: string; wire: string }

const absent = undefined
const accounts = mostly(alice, alice, alice, alice.toLowerCase(), bob, stranger)
const recipients = mostly(stranger, stranger, alice, bob, zero)
const chains = mostly('0x2105', '0x2105', '0x2105', '0x14a34', '0x2', '0x02105', '0X2105')
const movedTo = mostly(
  '0x2105',
  '0x14a34',
  '0x14A34',
  '0x2',
  '0xAB',
  '0X2',
  '0x0',
  `0x2${'0'.repeat(13)}`,
)
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

/** A batch that may open a window: of those above hardly one has nothing wrong. */
const soundBatch = fc.record({
  version: fc.constant('2.0.0'),
  id: fc.constantFrom(absent, absent, 'id', '0x1234'),
  from: fc.constantFrom(alice, alice.toLowerCase()),
  chainId: fc.constant('0x2105'),
  atomicRequired: fc.boolean(),
  calls: fc.array(
    fc.record({
      to: fc.constantFrom(stranger, stranger.toLowerCase()),
      value: fc.constantFrom('0x0', '0x1', absent),
      data: fc.constantFrom('0x', '0xdeadbeef', absent),
    }),
    { minLength: 1, maxLength: 3 },
  ),
})

const transaction = fc.record({
  from: accounts,
  to: mostly(stranger, alice, zero, absent),
  value: values,
  data: bytes,
  input: mostly(absent, absent, '0x', '0xdeadbeef'),
  chainId: mostly(absent, '0x2105', '0x1'),
  type: mostly(absent, absent, '0x2', '0x4', '0x04', '4', 4),
  authorizationList: mostly(absent, absent, absent, [], null),
  gas: values,
})

const network = fc.record({
  chainId: movedTo,
  chainName: mostly(
    'Own Net',
    'Base',
    'Base One',
    'Net',
    '',
    ' Net',
    'N  t',
    'Nét',
    '\u202eteN',
    'N'.repeat(51),
  ),
  nativeCurrency: mostlyOf(
    fc.record({
      name: mostly('Coin', 'Coin', '\u0000', absent),
      symbol: mostly('COIN', 'COIN', 'A B', '', 'C'.repeat(12)),
      decimals: mostly(18, 18, 18, 6, '18', absent),
    }),
  ),
  rpcUrls: mostlyOf(
    fc.array(
      mostly(
        'https://node.example/key',
        'http://127.0.0.1:8545',
        'http://localhost',
        'http://node.example',
        'file:///etc/passwd',
        'https://a:b@node.example',
        'https://',
        '',
      ),
      { maxLength: 2 },
    ),
  ),
  blockExplorerUrls: mostly(absent, absent, null, [], ['https://a.example'], ['http://a.example']),
  iconUrls: mostly(absent, ['https://a.example/icon.svg'], 5),
})

const asset = fc.record({
  type: mostly('ERC20', 'ERC20', 'ERC721', 'ERC1155', 'ERC777', 'constructor'),
  options: mostlyOf(
    fc.record({
      address: mostly(stranger, stranger.toLowerCase(), stranger.replace('c', 'C'), 'x', absent),
      symbol: mostly(absent, 'USDC', 'A B', '', 'A'.repeat(12), '\u202eA', null),
      decimals: mostly(absent, 18, '6', 37, -1, 1.5, null),
      image: mostly(absent, 'https://a.example/a.svg', 5),
      tokenId: mostly('7', 7, '0x7', '-7', '1e3', absent, `1${'0'.repeat(78)}`),
    }),
  ),
})

const criteria = fc.record({
  address: mostly(absent, [], `0x${'1'.repeat(40)}`),
  topics: mostly(absent, [], [null], [`0x${'1'.repeat(64)}`, []]),
  fromBlock: mostly(absent, '0x1', 'latest'),
})

const textOf = (params: unknown): string => JSON.stringify(params)

/** Params with mostly valid parts, by method. */
const shapes: Record<string, fc.Arbitrary<unknown>> = {
  wallet_sendCalls: fc.oneof(
    { arbitrary: fc.array(mostlyOf(batch), { minLength: 1, maxLength: 1 }), weight: 1 },
    { arbitrary: fc.tuple(soundBatch), weight: 1 },
  ),
  eth_sendTransaction: fc.array(mostlyOf(transaction), { minLength: 1, maxLength: 2 }),
  wallet_switchEthereumChain: fc.tuple(fc.record({ chainId: movedTo })),
  wallet_addEthereumChain: fc.tuple(mostlyOf(network)),
  wallet_watchAsset: fc.oneof(mostlyOf(asset), fc.tuple(asset)),
  wallet_requestPermissions: fc.tuple(fc.record({ eth_accounts: mostly({}) })),
  wallet_getCapabilities: fc.tuple(accounts, mostlyOf(fc.array(chains, { maxLength: 3 }))),
  wallet_getCallsStatus: fc.tuple(mostly('id', '0x1234')),
  wallet_showCallsStatus: fc.tuple(mostly('id', '0x1234')),
  personal_sign: fc.tuple(mostly('0x1234', 'text', alice, stranger), accounts),
  personal_ecRecover: fc.tuple(mostly('0x1234', 'text'), mostly(`0x${'11'.repeat(65)}`, '0x12')),
  eth_signTypedData_v4: typedParams,
  eth_signTypedData_v3: typedParams,
  web3_sha3: fc.tuple(bytes),
  eth_subscribe: fc.tuple(mostly('newHeads', 'logs', 'syncing'), mostlyOf(criteria)),
  eth_newFilter: fc.tuple(mostlyOf(criteria)),
  eth_getFilterChanges: fc.tuple(mostly(`0x${'0'.repeat(32)}`, '')),
}

/** Texts that are no JSON, nested too deeply, or have unusual values. */
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

/** Draws malformed and half-valid requests for these methods and for unknown ones. */
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
