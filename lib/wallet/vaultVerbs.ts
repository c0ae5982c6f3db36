import { getAddress, isAddress } from 'viem'
import * as v from 'valibot'
import { object } from '../rpc/object'
import * as approvals from '../approvals/approvals'
import { cache, journal } from '../db'
import type { Origin } from '../keyring/change'
import { isPhrase, judgePhrase, newPhrase, randomWords, readKey } from '../keyring/derive'
import { loadNetworks } from '../network/urls'
import * as permissions from '../sites/permissions'
import { address, int } from '../rpc/schema'
import { keepSetting } from '../db/settings'
import { withPasswordBackoff } from '../keyring/passwordBackoff'
import type { WalletServices } from './services'
import { verb } from './verb'

/** Source of a new wallet's first account; `new` generates a phrase. */
const start = () =>
  v.union([
    v.literal('new'),
    object({ phrase: v.string() }),
    object({ key: v.string() }),
    object({ address: v.string() }),
  ])

/** Reads the phrase, key or address of a `start`, or returns why it is invalid. */
const originOf = async (
  from: v.InferOutput<ReturnType<typeof start>>,
  wordList: WalletServices['wordList'],
): Promise<Origin | 'bad phrase' | 'bad key' | 'bad address'> => {
  if (from === 'new') return { phrase: newPhrase(await wordList()), count: 1 }
  if ('phrase' in from) {
    const isOne = isPhrase(from.phrase, await wordList())
    return isOne ? { phrase: from.phrase, count: 2 } : 'bad phrase'
  }
  if ('address' in from)
    return isAddress(from.address) ? { address: getAddress(from.address) } : 'bad address'
  const key = readKey(from.key)
  return key ? { key } : 'bad key'
}

/** Deletes all rows; one transaction for the journal, so that a half-erased one is never read. */
const clearAll = async (): Promise<void> => {
  await journal.transaction('rw', journal.tables, () =>
    Promise.all(journal.tables.map((table) => table.clear())),
  )
  await Promise.all(cache.tables.map((table) => table.clear()))
}

/** Answers `eth_requestAccounts` of connected sites that waited only for the wallet to open, and signs what waits. */
const goOn = async (watch: WalletServices['watch']): Promise<void> => {
  for (const { id, origin, method } of await approvals.pending()) {
    const granted = method === 'eth_requestAccounts' && (await permissions.permission(origin))
    if (granted) await approvals.approve(id, granted, () => Promise.resolve())
  }
  void watch.wake()
}

/** Verbs about the vault as a whole: creating, unlocking, locking, revealing and erasing it. */
export const vaultVerbs = {
  /**
   * Creates the vault under a new password and unlocks it. A request repeated after a worker stop finds the
   * vault and unlocks it; `exists` if the password is another.
   */
  setUp: verb(
    () => object({ password: v.string(), from: start() }),
    async ({ password, from }, services) => {
      const { keyring, wordList } = services
      const origin = await originOf(from, wordList)
      if (typeof origin === 'string') return origin
      if (await keyring.hasVault())
        return (await keyring.unlock(password)) === 'open' ? 'done' : 'exists'
      // Stored before the vault is: a needless reminder is better than a missing one.
      await keepSetting('isPhraseUnchecked', from === 'new' || undefined)
      await keyring.create(origin, password)
      return 'done'
    },
  ),

  /**
   * Checks a phrase that is being typed: positions of words outside the word list, and if the phrase is
   * valid. The page asks because the word list is read only by the background.
   */
  judgePhrase: verb(
    () => object({ phrase: v.string() }),
    async ({ phrase }, { wordList }) => judgePhrase(phrase, await wordList()),
  ),

  /** Generates a password of six words (66 bits) from the phrase word list. */
  suggestPassphrase: verb(
    () => v.null(),
    async (_params, { wordList }) => randomWords(6, await wordList()),
  ),

  /** Unlocks the wallet, and answers `eth_requestAccounts` of connected sites that waited only for that. */
  unlock: verb(
    () => object({ password: v.string() }),
    async ({ password }, { keyring, watch }) => {
      const outcome = await keyring.unlock(password)
      if (outcome === 'open') await goOn(watch)
      return outcome
    },
  ),

  /** Unlocks the wallet by the secret of its passkey. */
  unlockByPasskey: verb(
    () => object({ secret: v.string() }),
    async ({ secret }, { keyring, watch }) => {
      const outcome = await keyring.unlockByPasskey(secret)
      if (outcome === 'open') await goOn(watch)
      return outcome
    },
  ),

  /** Lets a passkey unlock the wallet, in place of any other. */
  addPasskey: verb(
    () =>
      object({
        password: v.string(),
        passkey: object({ id: v.string(), salt: v.string(), secret: v.string() }),
      }),
    ({ password, passkey }, { keyring }) => keyring.addPasskey(password, passkey),
  ),

  /** Takes the passkey out of the vault. */
  removePasskey: verb(
    () => v.null(),
    async (_params, { keyring }) => ((await keyring.removePasskey()) ? 'done' : 'locked'),
  ),

  /** Locks the wallet. Batches with unsigned transactions wait until it is unlocked. */
  lock: verb(
    () => v.null(),
    async (_params, { keyring }) => {
      await keyring.lock()
      return null
    },
  ),

  /** Restarts the auto-lock timer, because the user is present. A locked wallet stays locked. */
  touch: verb(
    () => v.null(),
    async (_params, { autoLock }) => {
      await autoLock.touch()
      return null
    },
  ),

  /**
   * Adds a phrase and its first accounts to a wallet without one; `null` generates a phrase. The user is
   * then reminded until they confirm that they wrote it down.
   */
  addPhrase: verb(
    () => object({ phrase: v.nullable(v.string()) }),
    async ({ phrase }, { keyring, wordList }) => {
      const list = await wordList()
      if (phrase !== null && !isPhrase(phrase, list)) return 'bad phrase'
      // Stored before the vault is: a needless reminder is better than a missing one.
      if (phrase === null) await keepSetting('isPhraseUnchecked', true)
      const isAdded = await keyring.addPhrase(phrase ?? newPhrase(list), phrase === null ? 1 : 2)
      return isAdded ? 'done' : 'locked'
    },
  ),

  /**
   * Returns the phrase or an account's private key, for the wallet's own page and only with the password.
   * No other verb's answer holds a secret of the vault.
   */
  reveal: verb(
    () => object({ password: v.string(), of: v.union([v.literal('phrase'), address]) }),
    ({ password, of }, { keyring }) => keyring.reveal(password, of),
  ),

  /**
   * Compares words that the user copied from paper with the phrase at those positions, from 0. If they
   * match, the reminder to write the phrase down ends.
   */
  confirmPhrase: verb(
    () => object({ words: v.array(object({ at: int, word: v.string() })) }),
    async ({ words }, { keyring }) => {
      const isRight = await keyring.hasWords(words)
      if (isRight === undefined) return 'locked'
      if (!isRight) return 'wrong words'
      await keepSetting('isPhraseUnchecked', undefined)
      return 'done'
    },
  ),

  /**
   * Changes the vault's password and locks; the passkey goes, unless its secret is given. A repeat after a worker
   * stop finds the new one in place.
   */
  changePassword: verb(
    () =>
      object({
        old: v.string(),
        next: v.pipe(v.string(), v.minLength(1)),
        secret: v.exactOptional(v.string()),
      }),
    async ({ old, next, secret }, { keyring }) => {
      const outcome = await keyring.changePassword(old, next, secret)
      if (outcome !== 'wrong password' || !(await keyring.verify(next))) return outcome
      await keyring.lock()
      return 'done'
    },
  ),

  /**
   * Erases all data. Takes the password unless the user says that they forgot it, since anyone could remove
   * the extension instead.
   */
  erase: verb(
    () => v.union([object({ isForgotten: v.literal(true) }), object({ password: v.string() })]),
    async (how, { keyring, requestLog }) => {
      const check = async (password: string) =>
        (await keyring.verify(password)) ? undefined : ('wrong password' as const)
      const refusal =
        'isForgotten' in how ? undefined : await withPasswordBackoff(() => check(how.password))
      // An earlier run of this request erased the vault, and its password with it.
      if (refusal && (await keyring.hasVault())) return refusal
      await keyring.erase(clearAll)
      await requestLog.clear()
      await loadNetworks()
      permissions.permissionsChanged.emit()
      return 'done'
    },
  ),
}
