import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { dated, type Published } from './ages.ts'
import type { Lock } from './sbom.ts'

const file = 'scripts/lists/published.json'
const { source, taken } = JSON.parse(readFileSync(file, 'utf8')) as Published
const locks = ['package-lock.json', 'tests/bundler/package-lock.json'].map(
  (lock) => JSON.parse(readFileSync(lock, 'utf8')) as Lock,
)
const wanted = dated(...locks)

/** Asks the registry on which day a version was published. */
const publishedOn = (one: string): string => {
  const version = one.slice(one.lastIndexOf('@') + 1)
  const text = execFileSync('npm', ['view', one, 'time', '--json'], { encoding: 'utf8' })
  const time = (JSON.parse(text) as Record<string, string>)[version]
  if (!time) throw new Error(`the registry does not say when ${one} was published`)
  return time.slice(0, 10)
}

const today = new Date().toISOString().slice(0, 10)
const record: Published = { source, taken: {} }
for (const one of wanted) {
  const [day, days] = Object.entries(taken).find(([, packages]) => one in packages) ?? [today]
  const packages = (record.taken[day] ??= {})
  packages[one] = days?.[one] ?? publishedOn(one)
}
writeFileSync(file, `${JSON.stringify(record, null, 2)}\n`)
