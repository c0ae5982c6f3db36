import { alice, bob, stranger } from '../../unit/accounts.ts'
import { countWindows } from '../support/walletPages.ts'
import { type Answer, batch, payments, request, sendCalls } from '../support/site.ts'
import { expect, test } from '../support/test.ts'
import { countRows, openJournal } from '../support/journal.ts'

const unparsed = 'The wallet cannot parse the request: '
const tooLarge = 'The batch is too large for the wallet to process: '
const unsupported = 'The wallet does not support a capability that was not marked as optional: '

const zero = `0x${'0'.repeat(40)}`
const bytes = (count: number) => `0x${'01'.repeat(count)}`
const nested = (depth: number): unknown => (depth === 0 ? {} : [nested(depth - 1)])
const one = (call: object) => ({ calls: [{ to: stranger, ...call }] })

type Refusal = [what: object, code: number, message: string]

/** Invalid batches with their errors, in the order of the wallet's checks. */
const refusals: Refusal[] = [
  [{ version: undefined, from: 'nobody' }, -32602, `${unparsed}version must be`],
  [{ version: null }, -32602, `${unparsed}version must be`],
  [{ version: '1.0', from: 'nobody' }, -32000, 'Version not supported: got "1.0", expected 2.0.0'],
  [{ version: 2 }, -32000, 'Version not supported: got 2, expected 2.0.0'],
  [{ version: '2.0' }, -32000, 'Version not supported: '],
  [{ id: '' }, -32602, `${unparsed}id must be`],
  [{ id: 'x'.repeat(4097) }, -32602, `${unparsed}id must be`],
  [{ id: 7 }, -32602, `${unparsed}id `],
  [{ from: undefined }, -32602, `${unparsed}from `],
  [{ from: alice.slice(0, -1) }, -32602, `${unparsed}from must be`],
  [{ chainId: undefined }, -32602, `${unparsed}chainId `],
  [{ chainId: 31337 }, -32602, `${unparsed}chainId `],
  [{ chainId: '0x7A69' }, -32602, `${unparsed}chainId must be`],
  [{ chainId: '0x07a69' }, -32602, `${unparsed}chainId must be`],
  [{ atomicRequired: undefined }, -32602, `${unparsed}atomicRequired `],
  [{ atomicRequired: 'true' }, -32602, `${unparsed}atomicRequired `],
  [{ calls: undefined }, -32602, `${unparsed}calls `],
  [{ calls: [] }, -32602, `${unparsed}calls must`],
  [
    { calls: [...payments, {}] },
    -32602,
    `${unparsed}calls[2].to must be an address: to deploy, use eth_sendTransaction`,
  ],
  [one({ to: zero }), -32602, `${unparsed}calls[0].to must not be the zero address: to deploy`],
  [one({ value: 1 }), -32602, `${unparsed}calls[0].value `],
  [one({ value: '1' }), -32602, `${unparsed}calls[0].value must be`],
  [one({ data: '0x123' }), -32602, `${unparsed}calls[0].data must be`],
  [
    one({ capabilities: { gasLimitOverride: { value: '0x0' } } }),
    -32602,
    `${unparsed}calls[0].capabilities.gasLimitOverride.value must be more than zero`,
  ],
  [
    one({ capabilities: { gasLimitOverride: { value: '0x1000001' } } }),
    -32602,
    `${unparsed}calls[0].capabilities.gasLimitOverride.value must be at most`,
  ],
  [{ deep: nested(32) }, -32602, `${unparsed}params nest deeper than 32 levels`],
  [
    { from: bob, chainId: '0x2' },
    4100,
    'The requested account and/or method has not been authorized by the user',
  ],
  [{ chainId: '0x2', capabilities: { x: {} } }, 5710, ''],
  [
    { chainId: '0x2105', capabilities: { x: {} } },
    -32602,
    `${unparsed}chainId must be the network selected for this site: got 0x2105, expected 0x7a69`,
  ],
  [
    { capabilities: { ahead: {}, flow: { optional: true }, none: undefined } },
    5700,
    `${unsupported}ahead`,
  ],
  [
    { capabilities: { paymasterService: {} } },
    -32602,
    `${unparsed}capabilities.paymasterService.url must be a URL`,
  ],
  [
    { capabilities: { a: {} }, calls: [{ to: stranger, capabilities: { b: {} } }] },
    5700,
    `${unsupported}a, b`,
  ],
  [{ calls: Array(1001).fill({ to: stranger }) }, 5740, `${tooLarge}1001 calls, at most 1000`],
  [{ calls: [{ to: stranger, data: bytes(600_000) }] }, 5740, `${tooLarge}params take 12`],
  [
    one({ data: bytes(131_072) }),
    5740,
    `${tooLarge}calls[0] takes 131392 bytes signed, at most 131072`,
  ],
  [
    { calls: Array(2).fill({ to: stranger, data: bytes(70_000) }) },
    5740,
    `${tooLarge}all calls take 140740 bytes signed, at most 131072`,
  ],
  [
    { calls: [...payments, { to: alice.toLowerCase(), data: '0x34fcd5be' }] },
    -32602,
    `${unparsed}calls[2] must not send data to one of your own accounts`,
  ],
]

const transaction = (over: object) => [{ from: alice, to: stranger, ...over }]

/** Other invalid requests with their errors. */
const others: [method: string, params: unknown, code: number, message: string][] = [
  ['wallet_sendCalls', undefined, -32602, unparsed],
  ['wallet_sendCalls', {}, -32602, unparsed],
  ['wallet_sendCalls', [batch(), batch()], -32602, unparsed],
  ['wallet_sendCalls', ['2.0.0'], -32602, unparsed],
  ['wallet_getCallsStatus', ['0x1234'], 5730, ''],
  ['wallet_getCallsStatus', [1], -32602, unparsed],
  ['wallet_getCallsStatus', [], -32602, unparsed],
  ['wallet_getCapabilities', ['nobody'], -32602, unparsed],
  ['eth_sendTransaction', transaction({ type: '0x4' }), -32602, `${unparsed}type `],
  [
    'eth_sendTransaction',
    transaction({ authorizationList: [] }),
    -32602,
    `${unparsed}authorizationList `,
  ],
  ['eth_sendTransaction', transaction({ to: zero }), -32602, `${unparsed}to `],
  ['eth_sendTransaction', transaction({ value: 5 }), -32602, `${unparsed}value `],
  ['eth_sendTransaction', transaction({ chainId: '0x2' }), 5710, ''],
  ['eth_getBalance', ['0x'.padEnd(1024 * 1024, '0')], -32602, `${unparsed}params take 1048`],
  ...[
    'eth_sign',
    'eth_signTransaction',
    'anvil_setBalance',
    'evm_mine',
    'wallet_unknown',
    '',
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
  ].map((method): [string, unknown, number, string] => [
    method,
    [],
    4200,
    'The wallet does not support the method',
  ]),
]

test('what is wrong is told by its code and one sentence, and nothing opens', async ({
  wallet,
  connected,
}) => {
  const journal = await openJournal(wallet)
  const before = await countRows(journal)
  const windows = countWindows(wallet.context)
  const refused = ({ error }: Answer, code: number, message: string, about: string) => {
    expect.soft(error?.code, about).toBe(code)
    expect.soft(error?.message.slice(0, message.length), about).toBe(message)
    expect.soft(error?.message, about).not.toMatch(/\n|https?:|\.js|Error/)
  }

  for (const [what, code, message] of refusals) {
    const about = JSON.stringify(what).slice(0, 200)
    refused(await sendCalls(connected, what), code, message, about)
  }
  for (const [method, params, code, message] of others)
    refused(await request(connected, method, params), code, message, `${method} ${code}`)

  expect(await countRows(journal)).toEqual(before)
  expect(windows()).toBe(0)
})
