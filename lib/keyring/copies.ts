import { journal, type VaultRow } from '../db'
import { inspect } from './blob'

/** Where a copy of the vault is kept. */
export type CopyPlace = 'database' | 'storage'

/** The copy beside the database's. */
export type Copy = {
  read: () => Promise<unknown>
  write: (row: VaultRow) => Promise<void>
  remove: () => Promise<void>
}

/** What both places hold: `sound` copies, the one that counts first, and the places that have none. */
export type FoundCopies = {
  sound: { place: CopyPlace; row: VaultRow }[]
  damaged: CopyPlace[]
  missing: CopyPlace[]
}

/** A copy that cannot be read is a damaged one. */
const unreadable = Symbol('unreadable')

const readCopies = ({ read }: Copy): Record<CopyPlace, () => Promise<unknown>> => ({
  database: () => journal.vault.get('vault'),
  storage: read,
})

const places = ['database', 'storage'] as const

/** Reads both copies and tells sound from damaged. Never throws, and never writes. */
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

/** Whether a vault was ever made here, whatever has become of it: where it was, none is made anew. */
export const isThere = ({ missing }: FoundCopies): boolean => missing.length < places.length

/** The second copy follows the database's; what stands in its way is told, since the change itself has counted. */
export const writeSecond = async (second: Copy, row: VaultRow): Promise<boolean> =>
  second.write(row).then(
    () => true,
    () => false,
  )

/** Makes both copies the same again. */
export const heal = async (second: Copy, found: FoundCopies, row: VaultRow): Promise<void> => {
  const isSame = (place: CopyPlace) =>
    found.sound.some((copy) => copy.place === place && copy.row.check === row.check)
  if (!isSame('database')) await journal.vault.put(row)
  if (!isSame('storage')) await writeSecond(second, row)
}
