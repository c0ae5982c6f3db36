import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import fc from 'fast-check'
import ts from 'typescript'
import { hashTypedData, stringToHex, type TypedDataDefinition } from 'viem'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { libraries } from '../../dapp/code/libraries'
import { literal } from '../../dapp/code/literal'
import { presets } from '../../dapp/presets'
import type { WalletRequest } from '../../dapp/walletRequest'
import { alice, bob, stranger } from '../accounts'

const local = {
  chainId: 31_337,
  rpcUrl: 'http://127.0.0.1:1/',
  usdc: bob,
  dai: stranger,
  swap: alice,
  paymaster: 'http://127.0.0.1:1/',
} as const

const batches = presets.flatMap(({ name, params }) =>
  [local, null].flatMap((chain) => {
    const batch = params({ from: alice, chainId: 8453, local: chain, lastId: 'page-1' })
    const where = chain ? 'local' : 'Base'
    return batch
      ? [{ name: `${name}, ${where}`, request: { method: 'wallet_sendCalls', params: [batch] } }]
      : []
  }),
)

const typedData = {
  domain: { name: "It's a token", version: '1', chainId: 8453, verifyingContract: bob },
  primaryType: 'Permit',
  types: {
    EIP712Domain: [
      { name: 'name', type: 'string' },
      { name: 'version', type: 'string' },
      { name: 'chainId', type: 'uint256' },
      { name: 'verifyingContract', type: 'address' },
    ],
    Permit: [
      { name: 'owner', type: 'address' },
      { name: 'value', type: 'uint256' },
      { name: 'expiration', type: 'uint48' },
      { name: 'legs', type: 'Leg[]' },
    ],
    Leg: [{ name: 'amount', type: 'int128' }],
  },
  message: {
    owner: alice,
    value: String(2n ** 256n - 1n),
    expiration: '281474976710655',
    legs: [{ amount: '-5' }, { amount: '7' }],
  },
}

const others: { name: string; request: WalletRequest }[] = [
  {
    name: 'a message in several lines',
    request: {
      method: 'personal_sign',
      params: [stringToHex('It\'s\n\\n \u2028 "quoted" `${1}`'), alice],
    },
  },
  {
    name: 'a message of bytes that are no text',
    request: { method: 'personal_sign', params: ['0xff00', alice] },
  },
  {
    name: 'typed data',
    request: { method: 'eth_signTypedData_v4', params: [alice, JSON.stringify(typedData)] },
  },
  {
    name: 'typed data that no library can hash',
    request: { method: 'eth_signTypedData_v4', params: [alice, '{"types":{}}'] },
  },
  {
    name: 'a switch of networks',
    request: { method: 'wallet_switchEthereumChain', params: [{ chainId: '0x14a34' }] },
  },
  {
    name: 'a switch to a network that viem lacks',
    request: { method: 'wallet_switchEthereumChain', params: [{ chainId: '0xffffff' }] },
  },
  {
    name: 'a batch with a field that nobody knows, and a prototype',
    request: {
      method: 'wallet_sendCalls',
      params: [JSON.parse('{"version":"2.0.0","odd-field":1,"__proto__":{"calls":[]}}')],
    },
  },
  {
    name: 'a batch whose chain has a leading zero',
    request: {
      method: 'wallet_sendCalls',
      params: [
        {
          version: '2.0.0',
          from: alice,
          chainId: '0x01',
          atomicRequired: false,
          calls: [{ to: bob }],
        },
      ],
    },
  },
  {
    name: 'a call with a capability of its own',
    request: {
      method: 'wallet_sendCalls',
      params: [
        {
          version: '2.0.0',
          from: alice,
          chainId: '0x1',
          atomicRequired: true,
          calls: [{ to: bob, capabilities: { gasLimitOverride: { value: '0x5208' } } }],
        },
      ],
    },
  },
]

const cases = [...batches, ...others].flatMap(({ name, request }, index) =>
  Object.entries(libraries).map(([library, write]) => ({
    name: `${name}, ${library}`,
    request,
    library,
    file: `${library}-${index}.ts`,
    code: write(request),
  })),
)

let folder = ''

// Below the repository, so that the libraries are found.
beforeAll(() => {
  mkdirSync('.output', { recursive: true })
  folder = mkdtempSync(join(process.cwd(), '.output/code-'))
  for (const { file, code } of cases) writeFileSync(join(folder, file), `${code}\nexport {}\n`)
})
afterAll(() => rmSync(folder, { recursive: true }))

const answers: Record<string, unknown> = {
  eth_accounts: [alice],
  eth_requestAccounts: [alice],
  wallet_requestPermissions: [{ caveats: [{ type: 'restrictReturnedAccounts', value: [alice] }] }],
  wallet_sendCalls: { id: 'an-id' },
  wallet_getCallsStatus: {
    version: '2.0.0',
    id: 'an-id',
    chainId: '0x1',
    status: 200,
    atomic: true,
    receipts: [],
  },
}

/** A wallet that writes down what it is asked. */
const fakeWallet = () => {
  const asked: WalletRequest[] = []
  let chainId = '0x1'
  const request = ({ method, params = [] }: { method: string; params?: unknown[] }) => {
    asked.push({ method, params })
    if (method === 'wallet_switchEthereumChain') ({ chainId } = params[0] as { chainId: string })
    if (method === 'eth_chainId') return Promise.resolve(chainId)
    return Promise.resolve(answers[method] ?? null)
  }
  return { asked, ethereum: { request, on: vi.fn(), removeListener: vi.fn() } }
}

/** Reduces a request to its meaning: no case in addresses, no coin where zero is sent, and typed data by its hash. */
const meaning = ({ method, params }: WalletRequest): unknown => {
  const read: unknown = JSON.parse(JSON.stringify(params).toLowerCase(), (key, value: unknown) =>
    key === 'value' && value === '0x0' ? undefined : value,
  )
  const data = typeof params[1] === 'string' && method === 'eth_signTypedData_v4' ? params[1] : ''
  if (!data.includes('Permit')) return { method, read }
  return { method, hash: hashTypedData(JSON.parse(data) as TypedDataDefinition) }
}

test.each(cases)('the code sends what was sent: $name', async ({ request, file }) => {
  const { asked, ethereum } = fakeWallet()
  vi.stubGlobal('window', { ethereum, addEventListener: vi.fn(), dispatchEvent: vi.fn() })
  await import(/* @vite-ignore */ pathToFileURL(join(folder, file)).href)
  const sent = asked.filter(({ method }) => method === request.method)
  expect(sent.map(meaning)).toEqual([meaning(request)])
})

test('the code has the types that the libraries ask for', () => {
  const ambient = join(folder, 'window.d.ts')
  writeFileSync(
    ambient,
    `interface Window {
  ethereum: { request(asked: { method: string; params?: unknown[] }): Promise<any> }
}
`,
  )
  const files = cases.map(({ file }) => join(folder, file))
  const program = ts.createProgram([ambient, ...files], {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts'],
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
  })
  const problems = ts
    .getPreEmitDiagnostics(program)
    .map(({ file, messageText }) => [
      file?.fileName,
      ts.flattenDiagnosticMessageText(messageText, '\n'),
    ])
  expect(problems).toEqual([])
})

test('only what no library can say falls back to a plain request', () => {
  const plain = cases.filter(({ code }) => code.includes('window.ethereum.request'))
  expect([...new Set(plain.map(({ name }) => name.replace(/, \w+$/, '')))]).toEqual([
    'typed data that no library can hash',
    'a batch with a field that nobody knows, and a prototype',
    'a batch whose chain has a leading zero',
    'a call with a capability of its own',
  ])
})

test('any value is written as code that gives it back', () => {
  fc.assert(
    fc.property(fc.jsonValue({ depthSize: 'medium' }), (value) => {
      const code = literal(value)
      expect(JSON.stringify((0, eval)(`(${code})`))).toBe(JSON.stringify(value))
    }),
  )
})
