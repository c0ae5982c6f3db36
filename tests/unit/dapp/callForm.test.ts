import { Interface } from 'ethers'
import { toFunctionSelector, type AbiFunction } from 'viem'
import { describe, expect, test } from 'vitest'
import { readAbi, signatureOf } from '../../dapp/abi'
import { addCall } from '../../dapp/addCall'
import { buildCall } from '../../dapp/buildCall'
import { alice, bob } from '../accounts'

const read = (text: string) => {
  const found = readAbi(text)
  if ('problem' in found) throw new Error(found.problem)
  return found.functions
}

const one = (text: string): AbiFunction => {
  const [item] = read(text)
  if (!item) throw new Error('No function was read.')
  return item
}

const build = (text: string, args: string[], { to, value }: { to?: string; value?: string } = {}) =>
  buildCall(one(text), { to: to ?? bob, value: value ?? '', args })

describe('an ABI', () => {
  test('is read from words, with the marks of Solidity around them', () => {
    const abi = 'function transfer(address to, uint256 amount);\n\n  function deposit() payable,'
    expect(read(abi).map(signatureOf)).toEqual(['transfer(address, uint256)', 'deposit()'])
  })

  test('is read from JSON, and from the file that a compiler wrote', () => {
    const abi = [
      { type: 'event', name: 'Transfer', inputs: [] },
      { type: 'function', name: 'name', inputs: [], outputs: [], stateMutability: 'view' },
      { type: 'function', name: 'ping', inputs: [], outputs: [], stateMutability: 'nonpayable' },
    ]
    expect(read(JSON.stringify(abi)).map(signatureOf)).toEqual(['ping()'])
    expect(read(JSON.stringify({ abi })).map(signatureOf)).toEqual(['ping()'])
  })

  test('is read from JSON whose lines are words, as ethers writes them', () => {
    const lines = [
      'function transfer(address to, uint amount)',
      'event Paid()',
      'function a() view',
    ]
    expect(read(JSON.stringify(lines)).map(signatureOf)).toEqual(['transfer(address, uint256)'])
    expect(read(JSON.stringify({ abi: lines })).map(signatureOf)).toEqual([
      'transfer(address, uint256)',
    ])
  })

  test.each([
    ['words that are no function', 'transfer to bob', /^The ABI cannot be read: write one/],
    ['JSON that breaks off', '[{"type":', /^The ABI cannot be read: write one/],
    ['JSON that is no list', '{"type":"function"}', /^The ABI cannot be read: write one/],
    [
      'JSON whose inputs have no types',
      '[{"type":"function","name":"a","inputs":[1]}]',
      /no function that changes/,
    ],
    ['functions that only read', 'function name() view', /no function that changes anything/],
    ['JSON whose lines are no functions', '["transfer to bob"]', /^The ABI cannot be read: write/],
    ['JSON of nothing', '[]', /no function that changes anything/],
  ])('says what to mend: %s', (_name, text, problem) => {
    expect(readAbi(text)).toEqual({ problem: expect.stringMatching(problem) as string })
  })
})

const order =
  'function fill((address maker, uint96[2] amounts, bytes data) order, bool exact, int8 shift, bytes4 tag, string note, address[] takers)'

test('a call is encoded as ethers encodes it', () => {
  const values = [
    { maker: alice, amounts: ['1', '0x2'], data: '0xabcd' },
    true,
    '-128',
    '0x01020304',
    ' to you ',
    [bob],
  ]
  const texts = values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
  const data = new Interface([order]).encodeFunctionData('fill', values)
  expect(build(order, texts)).toEqual({ call: { to: bob, data } })
})

test('fields without names are read by their place', () => {
  const abi = 'function put((uint256, address), uint256)'
  const data = new Interface([abi]).encodeFunctionData('put', [['7', alice], '8'])
  expect(build(abi, [`["7", "${alice}"]`, '8'])).toEqual({ call: { to: bob, data } })
})

test('coin goes along where a function takes it, and nowhere else', () => {
  const payable = 'function deposit() payable'
  const data = toFunctionSelector('deposit()')
  expect(build(payable, [], { value: '0.01' })).toEqual({
    call: { to: bob, value: '0x2386f26fc10000', data },
  })
  expect(build(payable, [])).toEqual({ call: { to: bob, data } })
  expect(build('function deposit()', [], { value: '0.01' })).toEqual({ call: { to: bob, data } })
})

const json = (inputs: unknown, name = 'put') =>
  JSON.stringify([{ type: 'function', name, inputs, outputs: [], stateMutability: 'nonpayable' }])

test('a number without a width in JSON has 256 bits, as in words', () => {
  const abi = 'function put(uint a, (int[2] b, uint8 c)[] d)'
  const inputs = [
    { type: 'uint', name: 'a' },
    {
      type: 'tuple[]',
      name: 'd',
      components: [
        { type: 'int[2]', name: 'b' },
        { type: 'uint8', name: 'c' },
      ],
    },
  ]
  const values = ['1', '[{"b":["-2","3"],"c":"4"}]']
  const data = new Interface([abi]).encodeFunctionData('put', ['1', [{ b: ['-2', '3'], c: '4' }]])
  expect(build(json(inputs), values)).toEqual({ call: { to: bob, data } })
  expect(build(abi, values)).toEqual({ call: { to: bob, data } })
})

test.each([
  ['uint257', '1', 'uint257'],
  ['int7', '1', 'int7'],
  ['uint08', '1', 'uint08'],
  ['uint257[]', '[]', 'uint257'],
  ['uint8[0]', '[]', 'uint8[0]'],
  ['uint8[02]', '[1,2]', 'uint8[02]'],
  ['bytes33', `0x${'00'.repeat(33)}`, 'bytes33'],
  ['bytes0', '0x', 'bytes0'],
  ['fixed', '1', 'fixed'],
  ['tuple', '[]', 'tuple'],
])('the type %s is refused, which Solidity lacks or nobody encodes', (type, text, named) => {
  expect(build(json([{ type, name: 'amount' }]), [text])).toEqual({
    problem: `amount: the type ${named} cannot be encoded; check the ABI, or write the data yourself.`,
  })
})

test.each([
  ['no list', {}, 'tuple'],
  ['a list of no parameters', [1], 'tuple'],
  ['a list with a type that nobody has', [{ type: 'uint257', name: 'a' }], 'uint257'],
])('components are refused that are %s', (_name, components, named) => {
  expect(build(json([{ type: 'tuple', name: 'order', components }]), ['{"a":1}'])).toEqual({
    problem: `order: the type ${named} cannot be encoded; check the ABI, or write the data yourself.`,
  })
})

test('a function that viem refuses is told, not thrown', () => {
  expect(build(json([], 'put((('), [])).toEqual({
    problem: 'This function cannot be encoded: check its name and types in the ABI.',
  })
})

const wrongChecksum = `0xF${bob.slice(3)}`.replace('c', 'C')

test.each([
  ['uint8', '256', 'amount: write a number from 0 to 255 (uint8).'],
  ['int8', '128', 'amount: write a number from -128 to 127 (int8).'],
  [
    'uint256',
    '1,000',
    'amount: write a whole number without separators, such as 1000000 (uint256).',
  ],
  ['uint256', '', 'amount: write a whole number without separators, such as 1000000 (uint256).'],
  ['address', '0x12', 'amount: write an address, 0x and 40 hex digits.'],
  ['address', wrongChecksum, 'amount: the address has a wrong checksum; copy it again.'],
  ['bool', 'yes', 'amount: write true or false.'],
  ['bytes', '0xabc', 'amount: write 0x and pairs of hex digits (bytes).'],
  ['bytes4', '0xabcd', 'amount: write 0x and 8 hex digits (bytes4).'],
  ['uint8[]', '1, 2', 'amount: write a JSON list of values, such as ["1", "2"] (uint8[]).'],
  ['uint8[2]', '[1]', 'amount: write a JSON list of 2 values, such as ["1", "2"] (uint8[2]).'],
  ['uint8[]', '[1, 256]', 'amount[1]: write a number from 0 to 255 (uint8).'],
  ['(uint8 a, bool b)', '7', 'amount: write a JSON object with the fields a, b.'],
  ['(uint8 a, bool b)', '{"a":1}', 'amount.b: write true or false.'],
  [
    'uint256[]',
    '[9007199254740993]',
    'amount[0]: write a whole number without separators, such as 1000000 (uint256).',
  ],
])('what does not fit %s gets one sentence: %s', (type, text, problem) => {
  expect(build(`function set(${type} amount)`, [text])).toEqual({ problem })
})

test('contract and value are named as they stand in the form', () => {
  expect(build('function a()', [], { to: 'bob' })).toEqual({
    problem: 'Contract: write an address, 0x and 40 hex digits.',
  })
  expect(build('function a(uint8)', ['x'])).toEqual({
    problem: 'Parameter 1: write a whole number without separators, such as 1000000 (uint8).',
  })
  expect(build('function a() payable', [], { value: '1,5' })).toEqual({
    problem: 'Value: write an amount of coin, such as 0.01, with at most 18 decimals.',
  })
})

test('a call joins the batch in the editor, or begins one', () => {
  const call = { to: bob, data: '0x01' } as const
  const context = { from: alice, chainId: 8453, local: null, lastId: undefined }
  const begun = {
    version: '2.0.0',
    from: alice,
    chainId: '0x2105',
    atomicRequired: true,
    calls: [call],
  }
  const added = (text: string, where: typeof context | null) => {
    const found = addCall(text, call, where)
    if ('problem' in found) throw new Error(found.problem)
    return JSON.parse(found.text) as unknown
  }
  expect(added(' \n', context)).toEqual(begun)
  expect(added('{"id":"mine"}', context)).toEqual({ id: 'mine', calls: [call] })
  expect(added(JSON.stringify(begun), null)).toEqual({ ...begun, calls: [call, call] })
})

test.each([
  ['JSON with a typo', '{"version":"2.0.0","calls":[{}]', /^Mend the JSON in the editor first: .+/],
  ['a list', '[{"to":"0x12"}]', /^Mend the JSON in the editor first: it is no object\.$/],
  ['calls that are no list', '{"calls":{}}', /editor first: its calls are no list\.$/],
])('a call takes the place of nothing in the editor: %s', (_name, text, problem) => {
  expect(addCall(text, { to: bob }, null)).toEqual({
    problem: expect.stringMatching(problem) as string,
  })
})
