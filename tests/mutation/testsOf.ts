import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, posix } from 'node:path'

/** Where each round of test files ends. */
const ends = [8, 16, 24]

type Files = { file: string; text: string; imports: string[] }

const isFile = (path: string) => existsSync(path) && statSync(path).isFile()

/** Returns the file of the repository that an import names; nothing for a package. */
const resolved = (name: string, from: string): string[] => {
  const path = name.startsWith('@/') ? name.slice(2) : posix.join(dirname(from), name)
  if (!/^(@\/|\.)/.test(name)) return []
  return ['', '.ts', '.tsx', '/index.ts'].map((end) => `${path}${end}`).filter(isFile)
}

/** Imports of types, which are gone when the code runs. */
const typeImport = /^(import|export) type [^']*from '[^']+'/gm

/** Imports of values, also those that wait for their use, and fakes. */
const valueImport = /(?:from|import\(|mock\()\s*'([^']+)'/g

const read = (file: string): Files => {
  const text = readFileSync(file, 'utf8')
  const imports = [...text.replace(typeImport, '').matchAll(valueImport)].flatMap(([, name = '']) =>
    resolved(name, file),
  )
  return { file, text, imports }
}

const isTest = (file: string) => /^tests\/unit\/.*\.test\.ts$/.test(file)

const startsNode = ({ file }: Files) => /^tests\/chain\/(hardhat|listen)/.test(file)

/** A test that measures CPU time runs long, and a change that only slows it down takes a minute in it. */
const comparesTimes = ({ text }: Files) => text.includes('process.cpuUsage(')

/**
 * Reads imports of the library and of its unit tests, and returns who tests a file, in rounds: tests named after it,
 * then those with the fewest imports in between, of its own folder, short ones. Tests on a node, and those that
 * measure CPU time, take seconds for each change: they are used only where the file's own folder has no quick one.
 */
export const readTests = (): ((file: string) => string[][]) => {
  const files = globSync(['lib/**/*.ts', 'tests/**/*.ts'], { exclude: ['**/node_modules/**'] }).map(
    (file) => read(file.replaceAll('\\', '/')),
  )
  const importers = new Map<string, Files[]>()
  for (const file of files)
    for (const imported of file.imports)
      importers.set(imported, [...(importers.get(imported) ?? []), file])

  /** All files that reach one of the given by imports, with the number of imports in between. */
  const reaching = (starts: string[]) => {
    const found = new Map<string, number>(starts.map((start) => [start, 0]))
    for (const [file, distance] of found)
      for (const importer of importers.get(file) ?? [])
        if (!found.has(importer.file)) found.set(importer.file, distance + 1)
    return found
  }

  const slow = files.filter((file) => startsNode(file) || comparesTimes(file))
  const onSlow = reaching(slow.map(({ file }) => file))
  const lengths = new Map(files.map(({ file, text }) => [file, text.length]))
  return (changed) => {
    const name = basename(changed, '.ts')
    const folder = `tests/unit/${posix.relative('lib', dirname(changed))}/`
    const reached = reaching([changed])
    const cost = (test: string) =>
      (basename(test).startsWith(`${name}.`) ? 0 : 1e9) +
      (reached.get(test) ?? 0) * 1e7 +
      (test.startsWith(folder) ? 0 : 1e6) +
      (lengths.get(test) ?? 0)
    const tests = [...reached.keys()]
      .filter(isTest)
      .toSorted((one, other) => cost(one) - cost(other))
    const isQuick = (test: string) => !onSlow.has(test)
    const own = tests.filter((test) => test.startsWith(folder))
    const suited = (own.length > 0 ? own : tests).some(isQuick) ? tests.filter(isQuick) : tests
    return ends
      .map((end, round) => suited.slice(ends[round - 1] ?? 0, end))
      .filter((round) => round.length > 0)
  }
}
