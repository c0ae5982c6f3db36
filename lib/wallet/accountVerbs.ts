import { getAddress, isAddress } from 'viem'
import * as v from 'valibot'
import { object } from '../rpc/object'
import { journal } from '../db'
import { readAccountCode } from '../delegate/account'
import { forgetIncoming } from '../incoming/incoming'
import { addAccounts, dropAccount, removing } from '../keyring/accounts'
import { addressOf, readKey } from '../keyring/derive'
import { permissionsChanged } from '../sites/permissions'
import { address, int } from '../rpc/schema'
import { keepSetting, setting } from '../db/settings'
import { verb } from './verb'

/** Maximum length of an account's name, in UTF-16 code units. */
const longestName = 32

/** Verbs about accounts: adding, naming, hiding and removing one, and reading its delegate. */
export const accountVerbs = {
  /**
   * Adds the phrase's account at `path`, the last number of its BIP-44 path. The page counts paths, so that
   * a repeated request finds the account and gives `done` too.
   */
  addAccount: verb(
    () => object({ path: v.pipe(int, v.minValue(0), v.maxValue(2 ** 31 - 1)) }),
    async ({ path }, { keyring }) => {
      const accounts = await journal.accounts.toArray()
      const isThere = accounts.some(
        ({ source, path: own, index }) => !source && (own ?? index) === path,
      )
      return isThere || (await keyring.addPath(path)) ? 'done' : 'locked'
    },
  ),

  /** Adds the account of a private key. An account that was only watched becomes able to sign. */
  importKey: verb(
    () => object({ key: v.string() }),
    async ({ key }, { keyring }) => {
      const read = readKey(key)
      if (!read) return 'bad key'
      const known = await journal.accounts.get(addressOf(read))
      if (known && known.source !== 'watch') return 'known'
      return (await keyring.addKey(read)) ? 'done' : 'locked'
    },
  ),

  /**
   * Adds a watch-only account: no site gets it, and nothing is signed for it. A mixed-case address must
   * have a valid checksum (EIP-55).
   */
  watchAddress: verb(
    () => object({ address: v.string() }),
    async ({ address: text }) => {
      const trimmed = text.trim()
      if (!isAddress(trimmed)) return 'bad address'
      const watched = getAddress(trimmed)
      return journal.transaction('rw', journal.accounts, async () => {
        if (await journal.accounts.get(watched)) return 'known'
        await addAccounts([{ address: watched, source: 'watch' }])
        return 'done'
      })
    },
  ),

  /** Names an account. Control, format and line separator characters are removed from the name. */
  renameAccount: verb(
    () => object({ address, name: v.string() }),
    async (account) => {
      const name = account.name.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '').trim()
      if (name === '' || name.length > longestName) return 'bad name'
      await journal.accounts.update(account.address, { name })
      return 'done'
    },
  ),

  /**
   * Hides an account from lists, or shows it again; `last` if it is the only one shown. A hidden account
   * keeps its key and its sites, and the home screen turns to one that is shown.
   */
  hideAccount: verb(
    () => object({ address, isHidden: v.boolean() }),
    ({ address: hidden, isHidden }) =>
      journal.transaction('rw', journal.accounts, journal.settings, async () => {
        const accounts = await journal.accounts.toArray()
        const isLast = !accounts.some((other) => other.address !== hidden && !other.isHidden)
        if (isHidden && isLast) return 'last'
        await journal.accounts.where({ address: hidden }).modify((account) => {
          if (isHidden) account.isHidden = true
          else delete account.isHidden
        })
        if (isHidden && (await setting('activeAccount')) === hidden)
          await keepSetting('activeAccount', undefined)
        return 'done'
      }),
  ),

  /**
   * Removes a watch-only account, or an imported key, which takes the password. Throws for an account of
   * the phrase, which can only be hidden because the phrase yields it again.
   */
  removeAccount: verb(
    () => object({ address, password: v.nullable(v.string()) }),
    async ({ address: removed, password }, { keyring }) => {
      const account = await journal.accounts.get(removed)
      if (!account) {
        // A run before may have been stopped after it had removed the account.
        permissionsChanged.emit()
        await forgetIncoming(removed)
        return 'done'
      }
      if (!account.source) throw new Error('the account is of the phrase')
      const answer =
        account.source === 'key'
          ? await keyring.removeKey(password ?? '', removed)
          : ((await journal.transaction('rw', removing, () => dropAccount(removed))) ?? 'done')
      if (answer !== 'done') return answer
      // Sites first: the disk may refuse the rest.
      permissionsChanged.emit()
      await forgetIncoming(removed)
      return answer
    },
  ),

  /**
   * Reads an account's code from a network's node and caches the delegate that it names, where pages read
   * it. False if the read failed.
   */
  readDelegate: verb(
    () => object({ chainId: int, account: address }),
    async (asked) => {
      try {
        await readAccountCode(asked.chainId, asked.account)
        return true
      } catch {
        return false
      }
    },
  ),
}
