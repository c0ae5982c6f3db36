import { createRequire } from 'node:module'
import type { Hex } from 'viem'
import { expect, test } from 'vitest'
import { isEntryPoint } from '@/lib/sponsor/entryPoint'

const { deployedBytecode: template } = createRequire(import.meta.url)(
  '@account-abstraction/contracts/artifacts/EntryPoint.json',
) as { deployedBytecode: Hex }

/** Code with a word for each immutable, as a constructor leaves it. */
const deployed = (word: string): Hex =>
  template.replaceAll(`7f${'0'.repeat(64)}`, `7f${word}`) as Hex

const change = (code: Hex, at: number): Hex =>
  `${code.slice(0, at)}${code[at] === '0' ? '1' : '0'}${code.slice(at + 1)}` as Hex

test('the EntryPoint is known by its code, on whatever chain it was deployed', () => {
  expect(isEntryPoint(deployed('0'.repeat(63) + '1'))).toBe(true)
  expect(isEntryPoint(deployed('f'.repeat(64)))).toBe(true)
  // A place that is not masked would differ between these two.
  expect(deployed('f'.repeat(64))).not.toBe(template)
})

test.each<[string, Hex]>([
  ['no code', '0x'],
  ['the account’s own code', '0xef0100e6cae83bde06e4c305530e199d7217f42808555b'],
  ['code one byte shorter', template.slice(0, -2) as Hex],
  ['code one byte longer', `${template}00`],
  ['code that begins otherwise', change(template, 2)],
  ['code that ends otherwise', change(template, template.length - 1)],
  ['another instruction before the chain ID', change(template, 2 + 2 * 13774 - 1)],
  ['another instruction after it', change(template, 2 + 2 * (13774 + 32))],
])('%s is not the EntryPoint', (_, code) => {
  expect(isEntryPoint(code)).toBe(false)
})
