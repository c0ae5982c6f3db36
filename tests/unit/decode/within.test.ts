import { concat, encodePacked, size, slice, type Address, type Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import type { DecodedCall } from '@/lib/decode/reading'
import { alice, bob } from '../accounts'
import { contract, encode, usdc, weth } from './encode'
import { read } from './samples'

describe('calls within calls', () => {
  const transfer = encode('transfer(address,uint256)', [bob, 5n])
  const nest = (depth: number): Hex =>
    depth === 0 ? transfer : encode('multicall(bytes[])', [[nest(depth - 1)]])
  const innermost = (reading: DecodedCall): DecodedCall =>
    reading.kind === 'multicall' && reading.steps[0] ? innermost(reading.steps[0].reading) : reading

  test('are read to depth 3', () => {
    expect(innermost(read(nest(3))).kind).toBe('transfer')
    expect(innermost(read(nest(4)))).toMatchObject({
      kind: 'unknown',
      name: 'multicall',
      signature: 'multicall(bytes[])',
    })
  })

  test('are made by who runs them', () => {
    const batch = encode('aggregate3((address,bool,bytes)[])', [[[usdc, false, transfer]]])
    const data = encode('multicall(bytes[])', [[batch]])
    expect(innermost(read(data))).toMatchObject({ from: contract, token: usdc })
  })

  const mode = (text: string): Hex => `0x${text.padEnd(64, '0')}`
  const execute = (word: Hex, data: Hex) => read(encode('execute(bytes32,bytes)', [word, data]))
  const body = (signature: string, args: unknown[]): Hex =>
    `0x${encode(`x(${signature})`, args).slice(10)}`
  const one = [[usdc, 3n, transfer]]

  test('of ERC-7821 and ERC-7579 are read in each of their modes', () => {
    const step = { to: usdc, value: '0x3', mayFail: false, reading: { kind: 'transfer' } }
    const calls = body('(address,uint256,bytes)[]', [one])
    const operated = body('(address,uint256,bytes)[],bytes', [one, '0x1234'])
    const single: Hex = `0x${usdc.slice(2)}${(3).toString(16).padStart(64, '0')}${transfer.slice(2)}`
    for (const reading of [
      execute(mode('01000000000078210001'), calls),
      execute(mode('01000000000078210001'), operated),
      execute(mode('00'), single),
    ])
      expect(reading).toMatchObject({ kind: 'multicall', steps: [step] })
    const mayFail = { ...step, mayFail: true }
    expect(execute(mode('0101'), calls)).toMatchObject({ steps: [mayFail] })
  })

  describe('to the zero address', () => {
    const zero: Hex = `0x${'00'.repeat(20)}`
    const toZero = [[zero, 3n, '0x']]
    const calls = body('(address,uint256,bytes)[]', [toZero])

    test.each(['01', '01000000000078210001'])(
      'go to the account itself in the mode %s of ERC-7821',
      (text) => {
        expect(execute(mode(text), calls)).toMatchObject({ steps: [{ to: contract }] })
      },
    )

    test('burn what they send where an executor of ERC-4337 runs them', () => {
      for (const data of [
        encode('execute(address,uint256,bytes)', [zero, 3n, '0x']),
        encode('executeBatch((address,uint256,bytes)[])', [toZero]),
        encode('executeBatch(address[],uint256[],bytes[])', [[zero], [3n], ['0x']]),
      ])
        expect(read(data)).toMatchObject({ steps: [{ to: zero, value: '0x3' }] })
    })

    test('stay unread in the other modes of ERC-7579, whose executors differ', () => {
      const single: Hex = `0x${'00'.repeat(51)}03`
      for (const reading of [execute(mode('00'), single), execute(mode('0101'), calls)])
        expect(reading).toMatchObject({ kind: 'unknown', name: 'execute' })
    })
  })

  test('in a mode or layout that is not known stay unread', () => {
    const calls = body('(address,uint256,bytes)[]', [one])
    for (const reading of [
      execute(mode('ff'), calls),
      execute(mode('01'), `${calls}00`),
      execute(mode('01000000000078210002'), body('bytes[]', [[calls]])),
      execute(mode('00'), '0x1234'),
    ])
      expect(reading).toMatchObject({ kind: 'unknown', name: 'execute' })
    expect(
      read(encode('executeBatch(address[],uint256[],bytes[])', [[usdc], [1n, 2n], ['0x']])).kind,
    ).toBe('unknown')
    expect(read(encode('execute(bytes,bytes[])', ['0x0001', ['0x']])).kind).toBe('unknown')
  })
})

describe('the Universal Router', () => {
  const command = (byte: number, types: string, args: unknown[]): DecodedCall => {
    const input: Hex = `0x${encode(`x(${types})`, args).slice(10)}`
    const hex: Hex = `0x${byte.toString(16).padStart(2, '0')}`
    const reading = read(encode('execute(bytes,bytes[])', [hex, [input]]))
    if (reading.kind !== 'multicall' || !reading.steps[0]) throw new Error('no step')
    return reading.steps[0].reading
  }
  const self: Address = `0x${'00'.repeat(19)}01`
  const router: Address = `0x${'00'.repeat(19)}02`
  const held = 2n ** 255n
  const path: Hex = `0x${usdc.slice(2)}0001f4${weth.slice(2)}`
  const back: Hex = `0x${weth.slice(2)}0001f4${usdc.slice(2)}`
  const details = [usdc, 2n ** 160n - 1n, 5, 0]
  const batch = '((address,uint160,uint48,uint48)[],address,uint256),bytes'
  const permit = { kind: 'permit', owner: alice, token: usdc, spender: bob, isUnlimited: true }

  test.each<[number, string, unknown[], object]>([
    [
      0,
      'address,uint256,uint256,bytes,bool',
      [self, 5n, 7n, path, true],
      { give: usdc, get: weth, giveAmount: '0x5', getAmount: '0x7', to: alice },
    ],
    [
      0,
      'address,uint256,uint256,bytes,bool',
      [router, held, 7n, path, false],
      { giveAmount: null, to: contract },
    ],
    [
      0,
      'address,uint256,uint256,bytes,bool',
      [bob, 5n, 7n, '0x1234', true],
      { give: null, get: null, to: bob },
    ],
    [
      1,
      'address,uint256,uint256,bytes,bool',
      [self, 7n, 5n, back, true],
      { give: usdc, get: weth, giveAmount: '0x5', getAmount: '0x7' },
    ],
    [
      2,
      'address,address,uint160',
      [usdc, router, 5n],
      { kind: 'transfer', from: alice, to: contract },
    ],
    [3, batch, [[[details], bob, 6n], '0x'], { kind: 'multicall', steps: [{ reading: permit }] }],
    [
      4,
      'address,address,uint256',
      [usdc, self, 5n],
      { kind: 'sweep', token: usdc, to: alice, amount: '0x5' },
    ],
    [
      5,
      'address,address,uint256',
      [`0x${'00'.repeat(20)}`, bob, held],
      { kind: 'transfer', token: 'native', from: contract, amount: null },
    ],
    [6, 'address,address,uint256', [usdc, bob, 25n], { kind: 'call', name: 'PAY_PORTION' }],
    [
      8,
      'address,uint256,uint256,address[],bool',
      [self, 0n, 7n, [usdc, weth], true],
      { give: usdc, get: weth, giveAmount: null },
    ],
    [
      9,
      'address,uint256,uint256,address[],bool',
      [self, 7n, 5n, [usdc, weth], true],
      { give: usdc, get: weth, isGiveMost: true },
    ],
    [
      10,
      '((address,uint160,uint48,uint48),address,uint256),bytes',
      [[details, bob, 6n], '0x'],
      permit,
    ],
    [11, 'address,uint256', [router, held], { kind: 'wrap', amount: null, to: contract }],
    [
      12,
      'address,uint256',
      [self, 5n],
      { kind: 'unwrap', amount: '0x5', isLeast: true, to: alice },
    ],
    [
      13,
      '(address,address,uint160,address)[]',
      [[[alice, bob, 5n, usdc]]],
      { kind: 'multicall', steps: [{ reading: { kind: 'transfer', to: bob } }] },
    ],
    [
      14,
      'address,address,uint256',
      [alice, usdc, 5n],
      { kind: 'call', name: 'BALANCE_CHECK_ERC20' },
    ],
    [0, 'address,uint256', [alice, 5n], { kind: 'unknown', name: 'V3_SWAP_EXACT_IN' }],
    [33, 'bytes,bytes[]', ['0x', []], { kind: 'unknown', name: '0x21' }],
  ])('command %i', (byte, types, args, deed) => {
    expect(command(byte, types, args)).toMatchObject(deed)
  })
})

describe('what a Safe runs', () => {
  const transfer = encode('transfer(address,uint256)', [bob, 5n])
  const multiSend: Address = '0x9641d764fc13c8B624c04430C7356C1C7C8102e2'
  const nobody: Address = `0x${'00'.repeat(20)}`

  const exec = (to: Address, data: Hex, operation: number, gasPrice = 0n) =>
    encode(
      'execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)',
      [to, 0n, data, operation, 0n, 0n, gasPrice, nobody, nobody, '0x1234'],
    )
  const pack = (...calls: [operation: number, to: Address, data: Hex][]): Hex =>
    concat(
      calls.map(([operation, to, data]) =>
        encodePacked(
          ['uint8', 'address', 'uint256', 'uint256', 'bytes'],
          [operation, to, 7n, BigInt(size(data)), data],
        ),
      ),
    )
  const several = (packed: Hex) => encode('multiSend(bytes)', [packed])

  test('is what MultiSend runs for it, each as a call of the Safe', () => {
    const packed = pack([0, usdc, transfer], [0, bob, '0x'], [0, nobody, transfer])
    const made = { from: contract, value: '0x7', mayFail: false }
    expect(read(exec(multiSend, several(packed), 1))).toMatchObject({
      kind: 'multicall',
      steps: [
        { ...made, to: usdc, reading: { kind: 'transfer', from: contract, to: bob } },
        { ...made, to: bob, reading: { kind: 'none' } },
        { ...made, to: nobody, reading: { kind: 'transfer' } },
      ],
    })
    expect(read(several(packed), multiSend)).toMatchObject({
      kind: 'multicall',
      steps: [{ from: multiSend, to: usdc, reading: { kind: 'transfer' } }, {}, {}],
    })
  })

  // All MultiSend and MultiSendCallOnly of @safe-global/safe-deployments 1.37.56 that are read.
  test.each<[version: string, multiSend: Address, isItself: boolean]>([
    ['1.3', '0xa238cbeb142c10ef7ad8442c6d1f9e89e07e7761', false],
    ['1.3', '0x998739bfdaadde7c933b942a68053933098f9eda', false],
    ['1.3', '0x40a2accbd92bca938b02010e17a5b8929b49130d', false],
    ['1.3', '0xa1dabef33b3b82c7814b6d82a79e50f4ac44102b', false],
    ['1.4', '0x38869bf66a61cf6bdb996a6ae40d5853fd43b526', false],
    ['1.4', '0x9641d764fc13c8b624c04430c7356c1c7c8102e2', false],
    ['1.5', '0x218543288004cd07832472d464648173c77d7eb7', true],
    ['1.5', '0xa83c336b20401af773b6219ba5027174338d1836', true],
  ])('burns what version %s at %s sends to zero, unless it means the Safe', (_, by, isItself) => {
    const packed = pack([0, nobody, '0x'])
    const to = isItself ? contract : nobody
    expect(read(exec(by, several(packed), 1))).toMatchObject({ steps: [{ from: contract, to }] })
    expect(read(several(packed), by)).toMatchObject({ steps: [{ to: isItself ? by : nobody }] })
  })

  const packed = pack([0, usdc, transfer])
  test.each<[string, Hex]>([
    ['code that runs as the Safe', exec(usdc, transfer, 1)],
    ['MultiSend’s function in other code', exec(bob, several(packed), 1)],
    [
      'code that runs as the Safe within MultiSend',
      exec(multiSend, several(pack([1, usdc, transfer])), 1),
    ],
    ['another function of MultiSend', exec(multiSend, transfer, 1)],
    ['a call that is cut', exec(multiSend, several(slice(packed, 0, 100)), 1)],
    ['a call whose head is cut', exec(multiSend, several(concat([packed, '0x00'])), 1)],
    ['an operation that there is none of', exec(multiSend, several(pack([2, usdc, transfer])), 1)],
    ['MultiSend that is called and not run', exec(bob, several(packed), 0)],
  ])('stays unread: %s', (_, data) => {
    expect(innermostOf(read(data)).map(({ kind }) => kind)).toEqual(['unknown'])
  })

  test('stays unread where the Safe pays for its gas, or the operation is none', () => {
    expect(read(exec(usdc, transfer, 0, 1n)).kind).toBe('unknown')
    expect(read(exec(usdc, transfer, 2)).kind).toBe('unknown')
  })
})

describe('what Euler’s connector runs', () => {
  const allow = encode('setAccountOperator(address,address,bool)', [alice, bob, true])
  const item = (to: Address, owner: Address, data: Hex) => [to, owner, 0n, data]
  const batch = (...items: unknown[][]) =>
    encode('batch((address,address,uint256,bytes)[])', [items])

  test('is its own call for the sender, and others on behalf of an account', () => {
    const nobody: Address = `0x${'00'.repeat(20)}`
    const approve = encode('approve(address,uint256)', [bob, 5n])
    expect(read(batch(item(contract, nobody, allow), item(usdc, alice, approve)))).toMatchObject({
      kind: 'multicall',
      steps: [
        { from: alice, reading: { kind: 'right', owner: alice, holder: bob, left: 'all' } },
        { from: alice, reading: { kind: 'approve', owner: alice, spender: bob } },
      ],
    })
  })

  test('may be unread in part', () => {
    const reading = read(batch(item(contract, alice, allow), item(usdc, alice, '0xdeadbeef')))
    expect(innermostOf(reading).map(({ kind }) => kind)).toEqual(['right', 'unknown'])
  })
})

const innermostOf = (reading: DecodedCall): DecodedCall[] =>
  reading.kind === 'multicall'
    ? reading.steps.flatMap((step) => innermostOf(step.reading))
    : [reading]
