import type { Row, Step } from './measure.ts'
import { figure, scaled } from './stats.ts'

/** The figure of the wallet that counts in a row. */
const countedOf = ({ wallet, by }: Row): number => (by ? wallet[by] : wallet.median)

/** The figure that counts with its unit, and what it is if it is no median. */
export const textOf = (row: Row): string =>
  `${row.by ?? ''} ${scaled(countedOf(row), row.unit)}`.trim()

/** How often the counted figure is the floor's. */
export const ratioOf = (row: Row): string =>
  row.floor && row.floor.median > 0 ? `${figure(countedOf(row) / row.floor.median)}x` : ''

const cells = (row: Row): string[] => {
  const { name, unit, floor, wallet, budget } = row
  return [
    name,
    floor ? scaled(floor.median, unit) : '',
    scaled(wallet.median, unit),
    unit === 'ms' ? scaled(wallet.p95, unit) : '',
    ratioOf(row),
    budget ? `${budget.text} ${budget.isKept ? 'kept' : 'BROKEN'}` : '',
    String(wallet.n),
  ]
}

const head = ['', 'floor', 'wallet', 'p95', 'ratio', 'budget', 'n']

/** Renders rows of cells as a Markdown table; the first row is its head. */
export const tableFrom = (all: readonly string[][]): string => {
  const [first = [], ...rest] = all
  const widths = first.map((_, column) =>
    Math.max(3, ...all.map((line) => (line[column] ?? '').length)),
  )
  const line = (texts: string[]) =>
    `| ${texts.map((text, column) => text.padEnd(widths[column] ?? 0)).join(' | ')} |`
  return [line(first), line(widths.map((width) => '-'.repeat(width))), ...rest.map(line)].join('\n')
}

/** Renders all rows of a run as a table. */
export const tableOf = (rows: readonly Row[]): string => tableFrom([head, ...rows.map(cells)])

/** Renders the way to a figure, step by step. */
export const stepTableOf = (steps: readonly Step[]): string =>
  tableFrom([
    ['Step', 'From, ms', 'For, ms'],
    ...steps.map(({ name, at, took }) => [name, figure(at), figure(took)]),
  ])
