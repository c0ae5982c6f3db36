import type { Address } from 'viem'
import { journal } from './'
import { createRowCache } from './rowCache'

/** Refusals of a node that the user can do something about; any other passes, or nobody knows what helps. */
export const helpedRefusals = ['fee', 'funds', 'unfit'] as const

/** One of the refusals that the user can do something about. */
export type HelpedRefusal = (typeof helpedRefusals)[number]

/** The wallet's settings and flags. Theme and language are the page's, which needs them before any read. */
export type Settings = {
  /** Idle minutes after which the wallet locks; null: when the browser closes. */
  autoLock: number | null
  /** True if the last requests of sites are logged, and sites on this machine may ask again right after rejections. */
  isDeveloper: boolean
  /** The account that the wallet's own pages show, offered first to a new site. */
  activeAccount: Address
  /** True if the phrase was generated here and the user has not confirmed that they wrote it down. */
  isPhraseUnchecked: boolean
  /** The copy of the vault that was damaged or not written, until the user has read the message. */
  vaultTrouble: 'database' | 'storage' | 'storage not written'
  /** Number of consecutive wrong passwords, and the time of the last in ms since 1970. */
  wrongPasswords: { count: number; at: number }
  /**
   * Texts of notifications in the user's language, `$1` for the site, `$2` for a failed call's number, `$3` for
   * its contract's words. Absent: no notifications are shown. All but the first two are absent in older rows.
   */
  notices: {
    done: string
    failed: string
    failedAt?: string
    failedSaying?: string
    stopped?: string
    refused?: Record<HelpedRefusal, string>
  }
  /**
   * Time in ms since 1970 of the last clearing of what arrived; `upTo`: up to where the activity shows nothing of it, which
   * is later where the clock was set back; `before`: that place until this clearing, which can be taken back. Absent:
   * nothing was cleared.
   */
  receivedCleared: { at: number; upTo?: number; before: number }
  /** Batches that ended since the user last looked; `isTold`: a notification was handled. */
  ended: { key: string; isTold?: true }[]
  /** Hosts, without ports, that the user let the wallet read for the services of requests; given back after these. */
  lentHosts: string[]
  /** Batches that a node newly refuses, until a notification was handled. */
  refusals: { key: string; reason: HelpedRefusal }[]
}

/** The choices of idle minutes before auto-lock; null: only when the browser closes. */
export const autoLockChoices: readonly Settings['autoLock'][] = [1, 5, 15, 60, 240, null]

const defaults = {
  autoLock: 15,
  isDeveloper: false,
  isPhraseUnchecked: false,
  ended: [] as Settings['ended'],
  lentHosts: [] as Settings['lentHosts'],
  refusals: [] as Settings['refusals'],
} as const

type Defaults = typeof defaults

type Given<Name extends keyof Settings> =
  | Settings[Name]
  | (Name extends keyof Defaults ? never : undefined)

const valueOf = <Name extends keyof Settings>(
  name: Name,
  row: { value: unknown } | undefined,
): Given<Name> => (row ? row.value : defaults[name as keyof Defaults]) as Given<Name>

/** Reads a setting; its default, else undefined, if it was never stored. */
export const setting = async <Name extends keyof Settings>(name: Name): Promise<Given<Name>> =>
  valueOf(name, await journal.settings.get(name))

const rows = createRowCache(journal.settings, 100)

/** Reads a setting through a row cache, for the background, which needs it on every request of a site. */
export const knownSetting = async <Name extends keyof Settings>(name: Name): Promise<Given<Name>> =>
  valueOf(name, await rows.get(name))

/** Stores a setting; undefined deletes it. */
export const keepSetting = async <Name extends keyof Settings>(
  name: Name,
  value: Settings[Name] | undefined,
): Promise<void> => {
  if (value === undefined) await journal.settings.delete(name)
  else await journal.settings.put({ key: name, value })
}
