import * as fc from 'fast-check'
import {
  concat,
  encodeAbiParameters,
  encodeFunctionData,
  numberToHex,
  pad,
  type Abi,
  type AbiParameter,
  type Hex,
} from 'viem'
import { describe, expect, test } from 'vitest'
import type { DecodedCall } from '@/lib/decode/reading'
import { alice } from '../accounts'
import { contract, encode } from './encode'
import { known, read, samples, typed, written } from './samples'

const bytes = (constraints: fc.IntArrayConstraints) =>
  fc.uint8Array(constraints).map((array): Hex => `0x${Buffer.from(array).toString('hex')}`)

/** Encodes a reading again from its own words; undefined if it reads nothing. */
const again = (data: Hex, reading: DecodedCall): Hex | undefined => {
  const { args, isGuess, signature } = reading
  if (!isGuess) return signature === null ? undefined : written(reading)
  const types = args.map(({ type }) => ({ type }))
  return concat([data.slice(0, 10) as Hex, encodeAbiParameters(types, args.map(typed))])
}

/** Expects of any data that a reading says nothing that is not in them. */
const isTrue = (data: Hex): DecodedCall => {
  const reading = read(data)
  expect(again(data, reading) ?? data).toBe(data)
  if (reading.signature === null) expect(reading.kind).toMatch(/^(none|unknown)$/)
  return reading
}

const valueOf = (parameter: AbiParameter): fc.Arbitrary<unknown> => {
  const [, element] = /^(.*)\[\]$/.exec(parameter.type) ?? []
  if (element !== undefined)
    return fc.array(valueOf({ ...parameter, type: element }), { maxLength: 3 })
  if ('components' in parameter)
    return fc
      .tuple(...parameter.components.map(valueOf))
      .map((values) =>
        Object.fromEntries(
          parameter.components.map(({ name }, at): [string, unknown] => [name ?? '', values[at]]),
        ),
      )
  const [, width] = /^uint(\d+)$/.exec(parameter.type) ?? []
  if (width) {
    const number = fc.bigInt({ min: 0n, max: 2n ** BigInt(width) - 1n })
    return Number(width) <= 48 ? number.map(Number) : number
  }
  switch (parameter.type) {
    case 'int24':
      return fc.integer({ min: -(2 ** 23), max: 2 ** 23 - 1 })
    case 'address':
      return bytes({ minLength: 20, maxLength: 20 })
    case 'bytes19':
      return bytes({ minLength: 19, maxLength: 19 })
    case 'bytes32':
      return bytes({ minLength: 32, maxLength: 32 })
    case 'bytes':
      return fc.oneof(bytes({ maxLength: 70 }), fc.constantFrom(...samples.map(dataOf)))
    case 'bool':
      return fc.boolean()
    case 'string':
      return fc.string({ unit: 'grapheme' })
    default:
      throw new Error(`no values of ${parameter.type}`)
  }
}

const dataOf = ([signature, args]: (typeof samples)[number]): Hex => encode(signature, args)

/** Canonical data of any function that is known, with any arguments. */
const canonical = fc
  .constantFrom(...known)
  .chain((item) =>
    fc
      .tuple(...item.inputs.map(valueOf))
      .map((args) => encodeFunctionData({ abi: [item] as Abi, functionName: item.name, args })),
  )

/** Time limit of a property, in ms; generous, because a busy machine is no failure. */
const patience = 60_000

describe('whatever the data are', () => {
  test('random bytes are never read as more than they are', () => {
    fc.assert(fc.property(bytes({ maxLength: 700 }), (data) => void isTrue(data)))
  })

  test(
    'canonical data of known functions are read whole',
    () => {
      fc.assert(
        fc.property(canonical, (data) => {
          expect(isTrue(data).signature).not.toBeNull()
        }),
        { numRuns: 150 },
      )
    },
    patience,
  )

  test(
    'known functions with bytes changed, cut or added are read as what they are, or not at all',
    () => {
      const change = fc.tuple(fc.nat(), bytes({ minLength: 1, maxLength: 33 }))
      fc.assert(
        fc.property(canonical, change, fc.nat(), (data, [place, put], cut) => {
          const at = 10 + 2 * (place % Math.max(1, (data.length - 10) / 2))
          const changed = data.slice(0, at) + put.slice(2) + data.slice(at + put.length - 2)
          isTrue(changed as Hex)
          isTrue(`${data}${put.slice(2)}`)
          isTrue(data.slice(0, data.length - 2 * (cut % (data.length / 2))) as Hex)
        }),
        { numRuns: 150 },
      )
    },
    patience,
  )

  test(
    'words that point into the data are never taken for what no encoder writes',
    () => {
      const selector = fc.constantFrom<Hex>(
        ...samples.map((one) => dataOf(one).slice(0, 10) as Hex),
      )
      const word = fc
        .oneof(
          fc.nat({ max: 12 }).map((n) => n * 32),
          fc.nat({ max: 5 }),
          fc.constantFrom(2n ** 256n - 1n, 2n ** 255n, 2n ** 64n, BigInt(alice)),
        )
        .map((number) => pad(numberToHex(number)))
      fc.assert(
        fc.property(
          fc.oneof(selector, fc.constant<Hex>('0xdeadbeef')),
          fc.array(word, { maxLength: 24 }),
          (head, words) => void isTrue(concat([head, ...words])),
        ),
        { numRuns: 2000 },
      )
    },
    patience,
  )
})

describe('the most that a transaction holds', () => {
  // Counts calls, not time; a reader that does not end fails by the test's time limit.
  const stepsOf = (reading: DecodedCall): number =>
    reading.kind === 'multicall'
      ? reading.steps.reduce((sum, step) => sum + 1 + stepsOf(step.reading), 0)
      : 0

  test('is read where it is thousands of calls', () => {
    const data = encode('multicall(bytes[])', [Array.from({ length: 2000 }, () => '0xdeadbeef')])
    expect(stepsOf(isTrue(data))).toBe(2000)
  })

  test('is read where it is one call in another', () => {
    let data: Hex = `0xdeadbeef${'00'.repeat(100_000)}`
    for (let depth = 0; depth < 60; depth++) data = encode('multicall(bytes[])', [[data]])
    expect(stepsOf(isTrue(data))).toBe(3)
  })

  test.each([
    ['zeros', '00'],
    ['words of 32', `${'00'.repeat(31)}20`],
    ['ones', 'ff'],
  ])('is looked at where it is %s', (_, unit) => {
    for (const [signature] of samples) {
      const head = encode(signature, samples.find(([one]) => one === signature)?.[1] ?? [])
      const body = unit.repeat(131_072 / (unit.length / 2))
      expect(read(`${head.slice(0, 10) as Hex}${body}`).kind).toBe('unknown')
    }
    expect(read(`0xdeadbeef${unit.repeat(131_072 / (unit.length / 2))}`).kind).toBe('unknown')
  })
})

describe('what an unknown function may take', () => {
  const guess = (types: string, args: unknown[]) => {
    const data = encode(`nobody(${types})`, args)
    const reading = isTrue(data)
    expect(reading).toMatchObject({ kind: 'unknown', isGuess: true, signature: null })
    return reading.args.map(({ type }) => type).join()
  }
  test.each<[string, unknown[], string?]>([
    ['address,uint256', [alice, 5n]],
    ['address,string,uint256[],bytes', [alice, 'hello', [1n, 2n], '0x1234']],
    ['address[],uint256', [[alice, contract], 5n]],
    ['bytes,bytes', ['0x', '0x1234']],
    ['uint256', [2n ** 256n - 1n]],
    ['bytes32', [`0x12${'ab'.repeat(31)}`]],
    ['int256', [-5n]],
    ['bool', [true], 'uint256'],
  ])('%s', (types, args, expected = types) => {
    expect(guess(types, args)).toBe(expected)
  })

  test.each<[string, Hex]>([
    ['no arguments', '0xdeadbeef'],
    ['no words', `0xdeadbeef${'11'.repeat(33)}`],
    ['more words than a function takes', `0xdeadbeef${'11'.repeat(32 * 13)}`],
    [
      'more than anyone reads',
      encode('nobody(uint256[])', [Array.from({ length: 200 }, () => 1n)]),
    ],
  ])('is not guessed at where there are %s', (_, data) => {
    expect(read(data)).toMatchObject({ kind: 'unknown', isGuess: false, args: [] })
  })
})
