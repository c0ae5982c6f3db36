import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { concat, numberToHex, size, type Hex } from 'viem'
import { expect, test } from 'vitest'
import { anyReader, decodeReads, encodeReads, readerCode, uint } from '@/lib/simulate/reader'
import { alice, bob } from '../accounts'

type Output = {
  contracts: Record<string, Record<string, { evm: { deployedBytecode: { object: string } } }>>
}

test('the reader is what its source compiles to', async () => {
  const solc = (await import('solc')).default as { compile: (input: string) => string }
  const content = readFileSync(join(import.meta.dirname, 'reader.yul'), 'utf8')
  const input = {
    language: 'Yul',
    sources: { 'reader.yul': { content } },
    settings: {
      // PUSH0 and later instructions may be missing on a chain.
      evmVersion: 'london',
      optimizer: { enabled: true, details: { yul: true } },
      outputSelection: { '*': { '*': ['evm.deployedBytecode.object'] } },
    },
  }
  const output = JSON.parse(solc.compile(JSON.stringify(input))) as Output
  const compiled = output.contracts['reader.yul']?.Reader?.evm.deployedBytecode.object
  expect(`0x${compiled}`).toBe(readerCode)
})

test('no two readers have one code, one length or one gas', () => {
  const codes = Array.from({ length: 64 }, anyReader)
  expect(new Set(codes).size).toBe(64)
  expect(new Set(codes.map(size)).size).toBeGreaterThan(8)
  const gas = codes.map((code) =>
    Number(/62(0[0-9a-f]{5})fa3d/.exec(code)?.[1]?.replace(/^/, '0x')),
  )
  expect(new Set(gas).size).toBeGreaterThan(32)
  for (const one of gas) {
    expect(one).toBeGreaterThanOrEqual(200_000)
    expect(one).toBeLessThan(230_000)
  }
})

test('reads are packed as the reader takes them', () => {
  expect(
    encodeReads([
      { to: alice, data: '0x1234', most: 32 },
      { to: null, data: bob, most: 32 },
    ]).toLowerCase(),
  ).toBe(
    concat([
      alice,
      '0x0020',
      '0x0002',
      '0x1234',
      numberToHex(0, { size: 20 }),
      '0x0020',
      '0x0014',
      bob,
    ]).toLowerCase(),
  )
})

test('answers are taken only whole, and where they answered', () => {
  const answer = (answered: boolean, bytes: number, data: Hex) =>
    concat([numberToHex((answered ? 2n ** 255n : 0n) + BigInt(bytes), { size: 32 }), data])
  const word = numberToHex(7, { size: 32 })
  const empty = numberToHex(0, { size: 32 })
  const read = { to: alice, data: '0x', most: 32 } as const
  const output = concat([
    answer(true, 32, word),
    answer(false, 32, word),
    answer(true, 33, word),
    answer(true, 0, empty),
  ])
  const five = [read, read, read, read, read]
  expect(decodeReads(five, output)).toEqual([word, null, null, '0x', null])
  expect(decodeReads([read], '0x')).toEqual([null])
  expect([uint(word), uint('0x07'), uint('0x'), uint(null)]).toEqual([
    7n,
    undefined,
    undefined,
    undefined,
  ])
})
