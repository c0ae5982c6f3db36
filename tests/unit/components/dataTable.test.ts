import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { DataTable } from '@/components/signing/DataTable'

const linesOf = (values: number): { lines: number; text: string } => {
  const rows = Array.from({ length: values }, (_, at) => ({
    depth: 0,
    name: `[${at}]`,
    type: 'uint256',
    value: String(at),
  }))
  const markup = renderToStaticMarkup(createElement(DataTable, { rows }))
  return { lines: markup.split('<dt').length - 1, text: markup.replace(/<[^>]*>/g, ' ') }
}

test('of the 10,000 values that data may have, the screen opens 200 and offers the rest', () => {
  const { lines, text } = linesOf(10_000)
  expect(lines).toBe(200)
  expect(text).toContain('9,800')
  const all = linesOf(200)
  expect(all.lines).toBe(200)
  expect(all.text).not.toContain('more')
})
