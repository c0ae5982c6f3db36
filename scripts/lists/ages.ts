import { nameOf, type Lock } from './sbom.ts'

/** When packages were published (`name@version` to day), by the day on which the lock file took them. */
export type Published = { source: string; taken: Record<string, Record<string, string>> }

const day = 24 * 60 * 60_000

/** Days for which a package has to be public before it is taken. */
const leastDays = 14

/**
 * Returns the packages of lock files whose days have to be on record, as `name@version`. Left out is what another one
 * names by its own version for a platform, such as `@rolldown/binding-darwin-arm64`: the two are published
 * together.
 */
export const dated = (...locks: Lock[]): string[] => {
  const entries = locks.flatMap(({ packages }) => Object.entries(packages))
  const parts = new Set(
    entries.flatMap(([, { version, optionalDependencies = {} }]) =>
      Object.entries(optionalDependencies)
        .filter(([, wanted]) => wanted === version)
        .map(([name, wanted]) => `${name}@${wanted}`),
    ),
  )
  const all = entries
    .filter(([folder]) => folder !== '')
    .map(([folder, { name = nameOf(folder), version = '' }]) => `${name}@${version}`)
  return [...new Set(all)].filter((one) => !parts.has(one)).toSorted()
}

/** Returns the packages that were public for less than 14 days when they were taken, `since` a day. */
export const youngOf = ({ taken }: Published, since = ''): string[] =>
  Object.entries(taken)
    .filter(([taking]) => taking >= since)
    .flatMap(([taking, packages]) =>
      Object.entries(packages)
        .filter(([, published]) => !(Date.parse(taking) - Date.parse(published) >= leastDays * day))
        .map(([one]) => one),
    )
