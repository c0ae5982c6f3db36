import type { Session } from './session'
import { bytesToHex, type Address, type Hex } from 'viem'
import { mutex } from '../async'
import { journal, type VaultRow } from '../db'
import { keepSetting } from '../db/settings'
import { accountsOf, addAccounts, dropAccount, removing, type RemovalRefusal } from './accounts'
import { fromBase64, toBase64 } from './base64'
import { stamp } from './blob'
import { heal, isVaultThere, readVault, writeSecond, type Copy } from './copies'
import {
  firstVault,
  underPassword,
  withKeyOf,
  withPath,
  withPhrase,
  type Origin,
  type VaultChange,
} from './change'
import { openByPasskey, openVault, phraseOf, type Opened } from './open'
import { dataKeyByPasskey, wrapForPasskey, type PasskeyUse } from './passkey'
import { createReadyKey } from './readyKey'
import { createSigning } from './signing'
import { withPasswordBackoff } from './passwordBackoff'
import { sessionChanged } from './sessionChanged'
import * as vault from './vault'

/** A second copy that stores nothing, for contexts without extension storage. */
const nowhere: Copy = {
  read: () => Promise.resolve(undefined),
  write: () => Promise.resolve(),
  remove: () => Promise.resolve(),
}

/**
 * Reason a vault did not open. `damaged`: neither copy is intact; `too soon`: backoff after wrong passwords.
 */
export type NotOpened = 'wrong password' | 'damaged' | 'too soon'

/**
 * Creates the keyring, the only holder of private keys: only `reveal` returns one, all else returns
 * signatures.
 */
export const createKeyring = (
  session: Session,
  second: Copy = nowhere,
  ready = createReadyKey(),
) => {
  /** Mutex: each change of the vault builds on the row that the change before it wrote. */
  const inTurn = mutex()

  const find = () => readVault(second)

  /** True if a vault was ever made here, sound or damaged. */
  const hasVault = () => isVaultThere(second)

  /** Returns the newest sound copy. */
  const current = async (): Promise<VaultRow | undefined> => (await find()).sound[0]?.row

  const signing = createSigning(session, current, ready)

  /**
   * Writes the vault and its accounts in one transaction, then the second copy: a crash leaves the old vault
   * or the new one. Writes nothing and returns the reason if the account to remove must stay.
   */
  const write = async (
    { vault: content, accounts, without }: VaultChange,
    revision: number,
  ): Promise<RemovalRefusal | undefined> => {
    const row = await stamp(content, revision)
    const kept = await journal
      .transaction('rw', removing, async () => {
        const kept = without && (await dropAccount(without))
        if (kept) return kept
        await (revision === 1 ? journal.vault.add(row) : journal.vault.put(row))
        await addAccounts(accounts)
        return undefined
      })
      // The change may have taken the account away whose key is ready, or was being opened; one that is reported as
      // failed may be on disk.
      .finally(ready.drop)
    if (kept) return kept
    if (!(await writeSecond(second, row))) await keepSetting('vaultTrouble', 'storage not written')
    return undefined
  }

  /** Opens the vault with the password and repairs a copy that is damaged, missing or older. */
  const open = async (password: string): Promise<Opened | NotOpened> => {
    const found = await find()
    const opened = await withPasswordBackoff(() => openVault(found, password))
    if (typeof opened === 'string') return opened
    const whole = opened.row.check === '' ? await stamp(opened.row, 1) : opened.row
    await heal(second, found, whole)
    if (opened.trouble) await keepSetting('vaultTrouble', opened.trouble)
    // The list of accounts may have been lost with the database's copy.
    await journal.transaction('rw', journal.accounts, () => addAccounts(accountsOf(whole)))
    return { ...opened, row: whole }
  }

  const unlockWith = <No extends string>(opening: () => Promise<Opened | No>) =>
    inTurn(async (): Promise<'open' | No> => {
      const opened = await opening()
      if (typeof opened === 'string') return opened
      await session.set(toBase64(opened.dataKey))
      sessionChanged.emit()
      return 'open'
    })

  const unlock = (password: string) => unlockWith(() => open(password))

  /** Unlocks by a passkey's secret. Wrong passwords are neither counted nor forgotten by it. */
  const unlockByPasskey = (secret: string) =>
    unlockWith(async () => openByPasskey(await find(), secret))

  /** Lets a passkey unlock the wallet from now on, in place of any other. Requires the password; unlocks nothing. */
  const addPasskey = (password: string, passkey: PasskeyUse): Promise<'done' | NotOpened> =>
    inTurn(async () => {
      const opened = await open(password)
      if (typeof opened === 'string') return opened
      const { row, dataKey } = opened
      const wrapped = await wrapForPasskey(passkey, row.key, dataKey)
      await write({ vault: { ...row, passkey: wrapped }, accounts: [] }, row.revision + 1)
      return 'done'
    })

  /** Takes the passkey out of the vault; false while locked. */
  const removePasskey = (): Promise<boolean> =>
    extend((row) => Promise.resolve({ vault: { ...row, passkey: undefined }, accounts: [] }))

  const lock = async (): Promise<void> => {
    await session.set(undefined)
    sessionChanged.emit()
  }

  /** Creates the first vault under a new password and unlocks. Throws if a vault exists, sound or damaged. */
  const create = (origin: Origin, password: string): Promise<void> =>
    inTurn(async () => {
      if (await hasVault()) throw new Error('there is a vault already')
      const dataKey = vault.random(32)
      await write(await firstVault(origin, password, dataKey), 1)
      await session.set(toBase64(dataKey))
      sessionChanged.emit()
    })

  /** Returns the vault and its data key; undefined while locked. */
  const unlocked = async () => {
    const stored = await session.get()
    const row = stored === undefined ? undefined : await current()
    return stored === undefined || !row
      ? undefined
      : { row, key: await vault.importKey(fromBase64(stored)) }
  }

  /** Writes the change that `make` builds from the unlocked vault; false while locked. */
  const extend = (
    make: (row: VaultRow, key: CryptoKey) => Promise<VaultChange>,
  ): Promise<boolean> =>
    inTurn(async () => {
      const now = await unlocked()
      if (!now) return false
      await write(await make(now.row, now.key), now.row.revision + 1)
      return true
    })

  /** Adds an imported private key and its account; false while locked. */
  const addKey = (imported: Hex): Promise<boolean> =>
    extend((row, key) => withKeyOf(row, key, imported))

  /** Adds an account of the phrase; false while locked. Throws if the vault has no phrase. */
  const addPath = (path: number): Promise<boolean> =>
    extend(async (row, key) => withPath(row, key, await phraseOf(row, key), path))

  /** Adds a phrase and its first `count` accounts, unless the vault has a phrase; false while locked. */
  const addPhrase = (phrase: string, count: number): Promise<boolean> =>
    extend(async (row, key) =>
      row.phrase ? { vault: row, accounts: [] } : withPhrase(row, key, phrase, count),
    )

  /** Removes an imported key and its account. Requires the password. */
  const removeKey = (
    password: string,
    address: Address,
  ): Promise<'done' | RemovalRefusal | NotOpened> =>
    inTurn(async () => {
      const opened = await open(password)
      if (typeof opened === 'string') return opened
      const { [address]: _, ...keys } = opened.row.keys
      const change = { vault: { ...opened.row, keys }, accounts: [], without: address }
      return (await write(change, opened.row.revision + 1)) ?? 'done'
    })

  /** True if each word is at its index in the phrase (the backup check); undefined while locked. */
  const hasWords = async (words: { at: number; word: string }[]): Promise<boolean | undefined> => {
    const now = await unlocked()
    if (!now) return undefined
    const phrase = (await phraseOf(now.row, now.key)).split(' ')
    return words.length > 0 && words.every(({ at, word }) => phrase[at] === word)
  }

  /** Returns the phrase or an account's private key to show the user. Requires the password. */
  const reveal = (
    password: string,
    of: 'phrase' | Address,
  ): Promise<{ secret: string } | NotOpened> =>
    inTurn(async () => {
      const opened = await open(password)
      if (typeof opened === 'string') return opened
      const key = await vault.importKey(opened.dataKey)
      if (of === 'phrase') return { secret: await phraseOf(opened.row, key) }
      const sealed = opened.row.keys[of]
      if (!sealed) throw new Error('the vault does not have this key')
      return { secret: bytesToHex(await vault.open(key, vault.accountLabel(of), sealed)) }
    })

  /**
   * Seals everything under a new password and a new data key, and locks: to go on, the user must know the new
   * password. Locks first, because the data key in memory opens nothing of the new vault. The passkey goes, unless its
   * secret is given.
   */
  const changePassword = (
    old: string,
    next: string,
    secret?: string,
  ): Promise<'done' | NotOpened | 'wrong passkey'> =>
    inTurn(async () => {
      const opened = await open(old)
      if (typeof opened === 'string') return opened
      const { row } = opened
      if (secret !== undefined && !(await dataKeyByPasskey(row, secret))) return 'wrong passkey'
      const used = secret !== undefined && row.passkey ? { ...row.passkey, secret } : undefined
      const key = await vault.importKey(opened.dataKey)
      const change = await underPassword(row, key, next, used)
      await lock()
      await write(change, row.revision + 1)
      return 'done'
    })

  /** True if the password opens the vault. */
  const verify = async (password: string): Promise<boolean> =>
    typeof (await openVault(await find(), password)) !== 'string'

  /**
   * Deletes the data key, the second copy, then the rest with `clear`: after a crash the database's copy
   * still opens.
   */
  const erase = (clear: () => Promise<void>): Promise<void> =>
    inTurn(async () => {
      await session.set(undefined)
      ready.drop()
      await second.remove()
      await clear()
      sessionChanged.emit()
    })

  return {
    hasVault,
    unlock,
    unlockByPasskey,
    addPasskey,
    removePasskey,
    lock,
    isUnlocked: session.isOpen,
    create,
    addKey,
    addPath,
    hasWords,
    addPhrase,
    removeKey,
    reveal,
    changePassword,
    verify,
    erase,
    ...signing,
  }
}

/** The keyring's methods, signing included. */
export type Keyring = ReturnType<typeof createKeyring>
