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
