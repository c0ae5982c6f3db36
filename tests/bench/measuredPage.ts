import { format } from 'oxfmt'
import style from '../../.oxfmtrc.json' with { type: 'json' }
import type { Results, Row } from './measure.ts'
import { ends } from './ends.ts'
import { reasons } from './reasons.ts'
import { figure, scaled } from './stats.ts'
import { ratioOf, stepTableOf, tableFrom, textOf } from './table.ts'

const promiseOf = ({ budget }: Row): string => {
  if (!budget) return 'none'
  return `${budget.text} ${budget.isKept ? 'kept' : '**broken**'}`
}

const budgetTable = (rows: readonly Row[]): string =>
  tableFrom([
    ['Measure', 'Floor', 'Volley', 'Ratio', 'Budget', 'n'],
    ...rows.map((row) => {
      const { name, unit, floor, wallet } = row
      const below = floor ? scaled(floor.median, unit) : ''
      return [name, below, textOf(row), ratioOf(row), promiseOf(row), String(wallet.n)]
    }),
  ])

const reasonTable = (broken: readonly Row[]): string =>
  tableFrom([['Broken', 'Why'], ...broken.map(({ name }) => [name, reasons[name] ?? ''])])

const isCurve = ({ unit, growth }: Row): boolean => growth !== undefined && unit !== 'gas'

/** How far a curve has to go, unless `ends` says why it cannot. */
const far = 1000

const curvesOf = (rows: readonly Row[]): string[] => [
  ...new Set(rows.filter(isCurve).flatMap(({ growth }) => growth?.of ?? [])),
]

const reaches = (rows: readonly Row[], of: string): boolean =>
  rows.some(({ growth }) => growth?.of === of && growth.at >= far)

/** Returns the curves that end too early and for which `ends` has no reason. */
export const endless = ({ rows }: Results): string[] =>
  curvesOf(rows).filter((of) => !reaches(rows, of) && !ends[of])

/** Returns the reasons of `ends` for curves that go as far as they have to, or that a run did not measure. */
export const spareEnds = ({ rows }: Results): string[] =>
  Object.keys(ends).filter((of) => !curvesOf(rows).includes(of) || reaches(rows, of))

const endTable = (rows: readonly Row[]): string[] => {
  const early = curvesOf(rows).flatMap((of) =>
    ends[of] && !reaches(rows, of) ? [[of, ends[of]]] : [],
  )
  return early.length > 0 ? [tableFrom([['Ends before 1,000', 'Why'], ...early])] : []
}

/** Renders the way to each figure that has one. */
const stepTables = (rows: readonly Row[]): string[] =>
  rows.flatMap(({ name, way }) =>
    way ? [`${name}, step by step, of ${way.of}:`, stepTableOf(way.steps)] : [],
  )

/** Renders the curves, a line each: the figure and its ratio to the floor's. */
const growthTable = (rows: readonly Row[]): string => {
  const points = [...new Set(rows.flatMap(({ growth }) => growth?.at ?? []))].toSorted(
    (a, b) => a - b,
  )
  const cell = (of: string, at: number): string => {
    const row = rows.find(({ growth }) => growth?.of === of && growth.at === at)
    const times = row && ratioOf(row)
    return row ? `${textOf(row)}${times ? ` (${times})` : ''}` : ''
  }
  return tableFrom([
    ['', ...points.map((at) => at.toLocaleString('en'))],
    ...curvesOf(rows).map((of) => [of, ...points.map((at) => cell(of, at))]),
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

/** Returns the rows of a run that lack a figure: JSON writes null for what is no number. */
export const figureless = ({ rows }: Results): string[] =>
  rows
    .filter(({ wallet, floor }) =>
      [wallet, ...(floor ? [floor] : [])].some(
        ({ median, p95, n }) => n < 1 || !Number.isFinite(median) || !Number.isFinite(p95),
      ),
    )
    .map(({ name }) => name)

/** Returns the reasons for budgets that a run kept, or did not measure: they would explain nothing. */
export const idle = ({ rows }: Results): string[] =>
  Object.keys(reasons).filter(
    (name) => !rows.some((row) => row.name === name && row.budget?.isKept === false),
  )

/** Hashes of the extension's sources and of what measures them, as they are now. */
export type Hashes = Required<Pick<Results, 'sources' | 'ruler'>>

/** Renders the section on a run. */
const measured = (results: Results, now: Hashes): string => {
  const { date, machine, load, versions, rows, commit = 'a commit that was not recorded' } = results
  const promised = rows.filter(({ budget }) => budget)
  const broken = promised.filter(({ budget }) => !budget?.isKept)
  const gas = rows.filter(({ unit }) => unit === 'gas')
  // A curve stands in a table of its own.
  const alone = rows.filter((row) => row.budget ?? (!row.growth && row.unit !== 'gas'))
  const growing = rows.filter(isCurve)
  const place = `${date.slice(0, 10)}, ${machine}, Chromium ${versions.chromium}${load === undefined ? '' : `, load ${figure(load)} before it began`}`
  return [
    `Medians, ${place}. ${promised.length - broken.length} budgets kept, ${broken.length} broken.`,
    `Measured at ${commit}. Code changed since: ${results.sources === now.sources ? 'no' : 'yes'}. Ruler changed since: ${results.ruler === now.ruler ? 'no' : 'yes'}.`,
    budgetTable(alone),
    ...(broken.length > 0 ? [reasonTable(broken)] : []),
    ...stepTables(rows),
    'What grows, and in brackets how often it is the floor’s, or that of 100 stored batches:',
    growthTable(growing),
    ...endTable(rows),
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
  now: Hashes,
): Promise<string> => {
  const [start, end] = ['<!-- measured -->', '<!-- /measured -->']
  const [before, after] = [page.indexOf(start), page.indexOf(end)]
  if (before < 0 || after < before)
    throw new Error('docs/measured.md has no place for what is measured.')
  const text = `${page.slice(0, before + start.length)}\n\n${measured(results, now)}\n\n`
  const { ignorePatterns: _, ...options } = style
  const { code } = await format('measured.md', text + page.slice(after), options)
  return code
}
