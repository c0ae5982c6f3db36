import { join, relative } from 'node:path'
import type { Vitest } from 'vitest/node'
import { changesOf, type Change } from './changes.ts'
import { runIn, startVitest } from './runs.ts'
import type { Covered, Slot } from './worker/shared.ts'

const root = join(import.meta.dirname, '../..')

type Status = 'killed' | 'timeout' | 'survived' | 'unreached' | 'undecided'

/**
 * `survived`: tests ran the change, and none noticed; `unreached`: no test ran it; `undecided`: a test fails without it
 * too. `tried`: test files that have not noticed it, and need not be asked again.
 */
export type Mutant = Change & { status: Status; tried: string[] }

export const isKilled = ({ status }: Mutant) => status === 'killed' || status === 'timeout'

type Coverage = { files: { file: string; tests: Covered[] }[]; atImport: Set<string> }

/** Runs tests without any change. Throws if one of them fails, with its name. */
const cover = async (vitest: Vitest, files: string[]): Promise<Coverage> => {
  const { reports } = await runIn(vitest, files, {
    worker: 'coverage',
    testTimeout: 120_000,
    patience: 300_000,
  })
  const covered = reports.filter((report) => report.kind === 'covered')
  for (const { file, tests } of covered)
    for (const { name, isPassed } of tests)
      if (!isPassed) throw new Error(`${file} fails without any change: ${name}`)
  if (covered.length !== files.length) throw new Error(`not all of these run: ${files.join(' ')}`)
  return {
    files: covered.map(({ file, tests }) => ({ file: relative(root, file), tests })),
    atImport: new Set(covered.flatMap(({ atImport }) => atImport)),
  }
}

/** Time that a test may take with a change, in ms: it may be slow for once, and wait for what never comes. */
const timeFor = (tests: readonly Covered[]) =>
  5000 + 5 * tests.reduce((most, { ms }) => Math.max(most, ms), 0)

const hitsOf = (tests: readonly Covered[], id: string) =>
  tests.reduce((total, { hits }) => total + (hits[id] ?? 0), 0)

/** Who runs a change, one slot for each test file that was not tried on it, the nearest file first. */
const slotsFor = ({ files }: Coverage, mutants: readonly Mutant[]): Slot[] =>
  files.flatMap(({ file, tests }) =>
    mutants.flatMap(({ id: mutant, tried }) => {
      const reaching = tests.filter(({ hits }) => hits[mutant] !== undefined)
      if (reaching.length === 0 || tried.includes(file)) return []
      const names = reaching.map(({ name }) => name)
      const hitLimit = Math.max(1_000_000, 100 * hitsOf(tests, mutant))
      return [{ file, mutant, tests: names, hitLimit, testTimeout: timeFor(reaching) }]
    }),
  )

type Tried = { killed: Set<string>; undecided: Set<string> }

/** Tries changes one after another in one worker, and goes on in another one where a change leaves something behind. */
const tryTogether = async (vitest: Vitest, slots: readonly Slot[]): Promise<Tried> => {
  const tried: Tried = { killed: new Set(), undecided: new Set() }
  let left = [...slots]
  while (left.length > 0) {
    const testTimeout = left.reduce((most, slot) => Math.max(most, slot.testTimeout), 0)
    const { reports } = await runIn(
      vitest,
      left.map(({ file }) => file),
      { worker: 'change', slots: left, testTimeout, patience: 2 * testTimeout + 20_000 },
    )
    // Once a slot is missing or spoilt, so are all after it.
    const done = reports
      .filter((report) => report.kind === 'slot')
      .filter(({ slot, isSpoilt }, index) => slot === index && !isSpoilt)
    for (const { slot, isKilled } of done) {
      const mutant = left[slot]?.mutant
      if (mutant !== undefined && isKilled) tried.killed.add(mutant)
    }
    const stopped = left[done.length]
    if (stopped) tried.undecided.add(stopped.mutant)
    left = left
      .slice(done.length + 1)
      .filter(({ mutant }) => !tried.killed.has(mutant) && !tried.undecided.has(mutant))
  }
  return tried
}

/** Tries one change alone, in a worker of its own: with it, without it, and where that differs with it again. */
const tryAlone = async (
  vitest: Vitest,
  { files, atImport }: Coverage,
  id: string,
): Promise<Status> => {
  const where = files.filter(({ tests }) => atImport.has(id) || hitsOf(tests, id) > 0)
  const testTimeout = timeFor(where.flatMap(({ tests }) => tests))
  const runWith = (fresh?: string) =>
    runIn(
      vitest,
      where.map(({ file }) => file),
      { worker: 'fresh', fresh, testTimeout, patience: 2 * testTimeout + 20_000 },
    )
  const { hasFailed, hasEnded } = await runWith(id)
  if (!hasFailed) return 'survived'
  if ((await runWith()).hasFailed) return 'undecided'
  if (!(await runWith(id)).hasFailed) return 'survived'
  return hasEnded ? 'timeout' : 'killed'
}

/**
 * Makes every change of a file, and runs test files on each until one notices it: the first of three rounds on all
 * changes, the second on what is left, the third on what no test has run. Goes on from what is known of the changes.
 * Throws if a test fails without any change.
 */
export const mutate = async (
  file: string,
  rounds: readonly string[][],
  known: readonly Mutant[] = [],
): Promise<Mutant[]> => {
  const { code, changes } = await changesOf(file)
  const before = new Map(known.map((mutant) => [mutant.id, mutant]))
  const mutants = changes.map((change): Mutant => {
    const { status = 'unreached', tried = [] } = before.get(change.id) ?? {}
    return { ...change, status: status === 'undecided' ? 'survived' : status, tried: [...tried] }
  })
  for (const [round, files] of rounds.entries()) {
    const left = mutants.filter(
      (mutant) =>
        (round === 2 ? mutant.status === 'unreached' : !isKilled(mutant)) &&
        files.some((test) => !mutant.tried.includes(test)),
    )
    const untried = files.filter((test) => left.some(({ tried }) => !tried.includes(test)))
    if (untried.length === 0) continue
    const vitest = await startVitest(file, code)
    try {
      const coverage = await cover(vitest, untried)
      const slots = slotsFor(coverage, left)
      const { killed, undecided } = await tryTogether(vitest, slots)
      const reached = new Set(slots.map(({ mutant }) => mutant))
      const foundFor = (id: string) => {
        if (killed.has(id)) return 'killed'
        // Code that runs while a file is imported has run before a slot begins.
        if (undecided.has(id) || coverage.atImport.has(id)) return tryAlone(vitest, coverage, id)
        return reached.has(id) ? 'survived' : undefined
      }
      for (const mutant of left) {
        const found = await foundFor(mutant.id)
        // Undecided once is undecided still, unless a test notices the change.
        if (found !== 'survived' || mutant.status !== 'undecided')
          mutant.status = found ?? mutant.status
        if (found !== 'undecided') mutant.tried = [...new Set([...mutant.tried, ...untried])]
      }
    } finally {
      await vitest.close()
    }
  }
  return mutants
}
