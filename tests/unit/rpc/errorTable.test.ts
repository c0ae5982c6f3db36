import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { errors } from '@/lib/rpc/errors'

/** The rows of docs/errors.md: code, words, meaning, remedy. */
const rows = readFileSync('docs/errors.md', 'utf8')
  .split('\n')
  .filter((line) => /^\| -?\d/.test(line))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )

test('the table of errors has each code and its words, and no other', () => {
  expect(rows.map(([code, words]) => [Number(code), words])).toEqual(Object.values(errors))
})

test('each says what it means and what helps, in a sentence', () => {
  for (const [code = '', , ...sentences] of rows) {
    expect(sentences, code).toHaveLength(2)
    for (const sentence of sentences) expect(sentence, code).toMatch(/^[A-Z`].{10,}\.$/)
  }
})

test('what answers in the page itself, which can import nothing, has the table’s codes and words', () => {
  const files = [
    'lib/page/provider.ts',
    'lib/page/relay.ts',
    'lib/page/legacy.ts',
    'entrypoints/relay.content.ts',
  ]
  const found = files.flatMap((file) => [
    ...readFileSync(file, 'utf8').matchAll(/code: (-?\d+),\s+message:\s+['"`](.*?)['"`]/g),
  ])
  for (const [, code, message = ''] of found) {
    const words = rows.filter(([known]) => known === code).map(([, begin = '']) => begin)
    expect(
      words.some((begin) => message.startsWith(begin)),
      `${code} ${message}`,
    ).toBe(true)
  }
  expect(found.map(([, code]) => code).sort()).toEqual(['-32600', '-32602', '-32603', '4900'])
})
