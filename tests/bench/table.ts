import type { Row } from './measure.ts'
import { figure } from './stats.ts'

const scaled = (value: number, unit: Row['unit']): string => {
  if (unit === 'ms') return `${figure(value)} ms`
  if (unit !== 'bytes') return Math.round(value).toLocaleString('en')
  return value >= 1024 * 1024 ? `${figure(value / 1024 / 1024)} MB` : `${figure(value / 1024)} kB`
}

const cells = ({ name, unit, floor, wallet, budget }: Row): string[] => [
  name,
  floor ? scaled(floor.median, unit) : '',
  scaled(wallet.median, unit),
  unit === 'ms' ? scaled(wallet.p95, unit) : '',
  floor && floor.median > 0 ? `${figure(wallet.median / floor.median)}x` : '',
  budget ? `${budget.text} ${budget.isKept ? 'kept' : 'BROKEN'}` : '',
  String(wallet.n),
]

const head = ['', 'floor', 'wallet', 'p95', 'ratio', 'budget', 'n']

/** The figures as a table that is one in Markdown too. */
export const tableOf = (rows: readonly Row[]): string => {
  const all = [head, ...rows.map(cells)]
  const widths = head.map((_, column) =>
    Math.max(3, ...all.map((line) => (line[column] ?? '').length)),
  )
  const line = (texts: string[]) =>
    `| ${texts.map((text, column) => text.padEnd(widths[column] ?? 0)).join(' | ')} |`
  const [first = [], ...rest] = all
  return [line(first), line(widths.map((width) => '-'.repeat(width))), ...rest.map(line)].join('\n')
}
