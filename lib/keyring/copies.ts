import { journal, type VaultRow } from '../db'
import { inspect } from './blob'

/** Store of a vault copy: the journal database or extension storage. */
export type CopyPlace = 'database' | 'storage'

/** The vault's second copy, in extension storage. */
export type Copy = {
  read: () => Promise<unknown>
  write: (row: VaultRow) => Promise<void>
  remove: () => Promise<void>
}

/**
 * Result of reading both copies: `sound` ones, newest revision first, and the places with a damaged copy or
 * none.
 */
export type FoundCopies = {
  sound: { place: CopyPlace; row: VaultRow }[]
  damaged: CopyPlace[]
  missing: CopyPlace[]
}

/** Result of a failed read, which counts as a damaged copy. */
const unreadable = Symbol('unreadable')

const readCopies = ({ read }: Copy): Record<CopyPlace, () => Promise<unknown>> => ({
  database: () => journal.vault.get('vault'),
  storage: read,
})

const places = ['database', 'storage'] as const

/** Reads both copies of the vault and checks each. Never throws, never writes. */
export const readVault = async (second: Copy): Promise<FoundCopies> => {
  const found: FoundCopies = { sound: [], damaged: [], missing: [] }
  const looked = await Promise.all(
    places.map(async (place) => {
      const { [place]: read } = readCopies(second)
      const copy = await read().catch((): unknown => unreadable)
      return { place, copy, row: copy === undefined ? undefined : await inspect(copy) }
    }),
  )
  for (const { place, copy, row } of looked) {
    if (row) found.sound.push({ place, row })
    else found[copy === undefined ? 'missing' : 'damaged'].push(place)
  }
  found.sound.sort((a, b) => b.row.revision - a.row.revision)
  return found
}

/** True if either place holds a copy, sound or damaged: a new vault must not overwrite it. */
export const isThere = ({ missing }: FoundCopies): boolean => missing.length < places.length

/** True if there is a vault, sound or damaged; `second` is its copy outside of the database. */
export const isVaultThere = async (second: Copy): Promise<boolean> =>
  isThere(await readVault(second))

/** Writes the second copy; false if that fails. Does not throw: the database's write has already counted. */
export const writeSecond = async (second: Copy, row: VaultRow): Promise<boolean> =>
  second.write(row).then(
    () => true,
    () => false,
  )

/** Writes `row` to each place whose copy differs from it, is damaged or is missing. */
export const heal = async (second: Copy, found: FoundCopies, row: VaultRow): Promise<void> => {
  const isSame = (place: CopyPlace) =>
    found.sound.some((copy) => copy.place === place && copy.row.check === row.check)
  if (!isSame('database')) await journal.vault.put(row)
  if (!isSame('storage')) await writeSecond(second, row)
}
