import type { Address } from 'viem'
import { journal } from './'
import { createRowCache } from './rowCache'

/** The user's choices, and what the user was told, by name. Theme and language are the page's: it needs them before it can read. */
export type Settings = {
  /** Minutes without the user after which the wallet locks; null: when the browser closes. */
  autoLock: number | null
  /** The last requests of sites are noted down. */
  isDeveloper: boolean
  /** The account that the wallet's own pages are about, and that a new site is offered first. */
  activeAccount: Address
  /** The phrase was made here and nobody has shown yet that it was written down. */
  isPhraseUnchecked: boolean
  /** The copies of the vault that were found damaged or could not be written, until the user has read it. */
  vaultTrouble: 'database' | 'storage' | 'storage not written'
  /** How many wrong passwords came in a row, and when the last did, in ms since 1970. */
  wrongPasswords: { count: number; at: number }
  /** The words of a notice, in the user's language, the site in place of `$1`; none are shown without it. */
  notices: { done: string; failed: string }
  /** The batches that ended since the user last looked, and whether they were told of it. */
  ended: { key: string; isTold?: true }[]
}

/** After how many minutes the wallet can lock by itself. */
export const autoLockChoices: readonly Settings['autoLock'][] = [1, 5, 15, 60, 240, null]

const defaults = {
  autoLock: 15,
  isDeveloper: false,
  isPhraseUnchecked: false,
  ended: [] as Settings['ended'],
} as const

type Defaults = typeof defaults

type Given<Name extends keyof Settings> =
  Settings[Name] | (Name extends keyof Defaults ? never : undefined)

const valueOf = <Name extends keyof Settings>(
  name: Name,
  row: { value: unknown } | undefined,
): Given<Name> => (row ? row.value : defaults[name as keyof Defaults]) as Given<Name>

/** A setting as it is; undefined where nothing was ever said and there is no default. */
export const setting = async <Name extends keyof Settings>(name: Name): Promise<Given<Name>> =>
  valueOf(name, await journal.settings.get(name))

const rows = createRowCache(journal.settings, 100)

/** A setting from memory, for the background: each request of a site reads it. */
export const knownSetting = async <Name extends keyof Settings>(name: Name): Promise<Given<Name>> =>
  valueOf(name, await rows.get(name))

/** Keeps a setting; undefined forgets it. */
export const keepSetting = async <Name extends keyof Settings>(
  name: Name,
  value: Settings[Name] | undefined,
): Promise<void> => {
  if (value === undefined) await journal.settings.delete(name)
  else await journal.settings.put({ key: name, value })
}
