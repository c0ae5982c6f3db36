import { format } from 'oxfmt'
import style from '../../.oxfmtrc.json' with { type: 'json' }
import type { Results, Row } from './measure.ts'
import { reasons } from './reasons.ts'
import { figure, scaled } from './stats.ts'
import { tableFrom } from './table.ts'

const ratioOf = ({ floor, wallet }: Row): string =>
  floor && floor.median > 0 ? `${figure(wallet.median / floor.median)}x` : ''

const budgetTable = (rows: readonly Row[]): string =>
  tableFrom([
    ['Measure', 'Floor', 'Volley', 'Ratio', 'Budget'],
    ...rows.map((row) => {
      const { name, unit, floor, wallet, budget } = row
      const kept = budget?.isKept ? 'kept' : '**broken**'
      const below = floor ? scaled(floor.median, unit) : ''
      return [name, below, scaled(wallet.median, unit), ratioOf(row), `${budget?.text} ${kept}`]
    }),
  ])

const reasonTable = (broken: readonly Row[]): string =>
  tableFrom([['Broken', 'Why'], ...broken.map(({ name }) => [name, reasons[name] ?? ''])])

const points = [1, 10, 100, 1000, 100_000]

/** Renders the curves, a line each: the figure and its ratio to the floor's. */
const growthTable = (rows: readonly Row[]): string => {
  const curves = new Set(rows.flatMap(({ growth }) => growth?.of ?? []))
  const cell = (of: string, at: number): string => {
    const row = rows.find(({ growth }) => growth?.of === of && growth.at === at)
    const times = row && ratioOf(row)
    return row ? `${scaled(row.wallet.median, row.unit)}${times ? ` (${times})` : ''}` : ''
  }
  return tableFrom([
    ['', ...points.map((at) => at.toLocaleString('en'))],
    ...[...curves].map((of) => [of, ...points.map((at) => cell(of, at))]),
  ])
}

/** Renders the gas table. Two rows share each floor: one with the upgrade, one after it. */
const gasTable = (rows: readonly Row[]): string =>
  tableFrom([
    ['Calls', 'N transactions', 'one atomic, first time', 'one atomic, after'],
    ...rows.flatMap((first, index) => {
      const [after] = rows.slice(index + 1)
      if (index % 2 === 1 || !after) return []
      const gas = [first.floor?.median ?? 0, first.wallet.median, after.wallet.median]
      return [[first.name.split(',')[0] ?? '', ...gas.map((value) => scaled(value, 'gas'))]]
    }),
  ])

/** Returns the budgets that a run broke and for which `reasons` has no entry. */
export const unexplained = ({ rows }: Results): string[] =>
  rows
    .filter(({ name, budget }) => budget?.isKept === false && !reasons[name])
    .map(({ name }) => name)

/** Returns the reasons for budgets that a run kept, or did not measure: they would explain nothing. */
export const idle = ({ rows }: Results): string[] =>
  Object.keys(reasons).filter(
    (name) => !rows.some((row) => row.name === name && row.budget?.isKept === false),
  )

/** Renders the section on a run; `sources` is the hash of the extension's sources as they are now. */
const measured = (results: Results, sources: string): string => {
  const { date, machine, load, versions, rows, commit = 'a commit that was not recorded' } = results
  const promised = rows.filter(({ budget }) => budget)
  const broken = promised.filter(({ budget }) => !budget?.isKept)
  const gas = rows.filter(({ unit }) => unit === 'gas')
  const growing = rows.filter(({ unit, growth }) => growth && unit !== 'gas')
  const place = `${date.slice(0, 10)}, ${machine}, Chromium ${versions.chromium}${load === undefined ? '' : `, load ${figure(load)} before it began`}`
  return [
    `Medians, ${place}. ${promised.length - broken.length} budgets kept, ${broken.length} broken.`,
    `Measured at ${commit}. Code changed since: ${results.sources === sources ? 'no' : 'yes'}.`,
    budgetTable(promised),
    ...(broken.length > 0 ? [reasonTable(broken)] : []),
    'What grows, and in brackets how often it is the floor’s, or that of 100 stored batches; a page with 1,000 frames takes minutes to load in any browser, so that frames end at 100:',
    growthTable(growing),
    'Gas of one atomic transaction beside one transaction for each call:',
    gasTable(gas),
  ].join('\n\n')
}

/**
 * Replaces the measured section of docs/measured.md and formats it. Throws if its markers are missing.
 */
export const withMeasured = async (
  page: string,
  results: Results,
  sources: string,
): Promise<string> => {
  const [start, end] = ['<!-- measured -->', '<!-- /measured -->']
  const [before, after] = [page.indexOf(start), page.indexOf(end)]
  if (before < 0 || after < before)
    throw new Error('docs/measured.md has no place for what is measured.')
  const text = `${page.slice(0, before + start.length)}\n\n${measured(results, sources)}\n\n`
  const { ignorePatterns: _, ...options } = style
  const { code } = await format('measured.md', text + page.slice(after), options)
  return code
}
