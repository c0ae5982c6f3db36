import type { Address, Hex, TransactionSerializable } from 'viem'
import { journal, type Account, type VaultRow } from '../db'
import type { TypedData } from '../sign/typedData'
import { signal } from '../signal'
import type * as Signers from './sign'
import * as vault from './vault'

/** Where the data key lives while the wallet is unlocked: in memory only, gone with the browser. */
export type Session = {
  get: () => Promise<string | undefined>
  set: (key: string | undefined) => Promise<void>
}

/** What a transaction is signed with besides itself: an authorization to this delegate, nonce + 1. */
export type Signing = { transaction: TransactionSerializable; authorize?: Address }

const accountCount = 2

/** Unlocked or locked. */
export const changed = signal()

/** The only place where keys exist; nothing it gives out is one. */
export const createKeyring = (session: Session) => {
  const unlock = async (password: string): Promise<boolean> => {
    const row = await journal.vault.get('vault')
    // Argon2id takes no empty password, and there is no vault under one.
    if (!row || password === '') return false
    const wrapping = await vault.passwordKey(password, row.kdf)
    try {
      const key = await vault.open(wrapping, vault.keyLabel(row.kdf), row.key)
      await session.set(vault.toBase64(key))
    } catch {
      return false
    }
    changed.emit()
    return true
  }

  const lock = async (): Promise<void> => {
    await session.set(undefined)
    changed.emit()
  }

  const isUnlocked = async (): Promise<boolean> => (await session.get()) !== undefined

  /** Imports a BIP-39 phrase under a new password. Throws if there is a vault already. */
  const create = async (phrase: string, password: string): Promise<void> => {
    const { derive } = await import('./derive')
    const keys = derive(phrase, accountCount)
    const bytes = vault.random(32)
    const key = await vault.importKey(bytes)
    const kdf = { ...vault.kdf, salt: vault.toBase64(vault.random(16)) }
    const sealed: [Address, VaultRow['keys'][Address]][] = []
    for (const { address, key: privateKey } of keys)
      sealed.push([address, await vault.seal(key, `volley:account:${address}`, privateKey)])
    const row: VaultRow = {
      id: 'vault',
      version: 1,
      kdf,
      key: await vault.seal(await vault.passwordKey(password, kdf), vault.keyLabel(kdf), bytes),
      phrase: await vault.seal(key, 'volley:phrase', new TextEncoder().encode(phrase)),
      keys: Object.fromEntries(sealed),
    }
    const accounts: Account[] = keys.map(({ address }, index) => ({
      ...{ address, index },
      name: `Account ${index + 1}`,
    }))
    await journal.transaction('rw', journal.vault, journal.accounts, async () => {
      await journal.vault.add(row)
      await journal.accounts.bulkAdd(accounts)
    })
    await session.set(vault.toBase64(bytes))
    changed.emit()
  }

  /** Runs with an account's key, which exists only as long; undefined while locked. */
  const withKey = async (
    from: Address,
    run: (signers: typeof Signers, key: vault.Bytes) => Promise<Hex>,
  ): Promise<Hex | undefined> => {
    const stored = await session.get()
    const row = await journal.vault.get('vault')
    const sealed = row?.keys[from]
    if (stored === undefined || !sealed) return undefined
    const key = await vault.importKey(vault.fromBase64(stored))
    const privateKey = await vault.open(key, `volley:account:${from}`, sealed)
    const signers = await import('./sign')
    try {
      return await run(signers, privateKey)
    } finally {
      privateKey.fill(0)
    }
  }

  const sign = (from: Address, signing: Signing) =>
    withKey(from, ({ signTransaction }, key) => signTransaction(key, signing))

  /** EIP-191: the prefix is put before the message here, so that no bytes become a bare digest. */
  const signMessage = (from: Address, message: Hex) =>
    withKey(from, (signers, key) => signers.signMessage(key, message))

  /** EIP-712. */
  const signTypedData = (from: Address, typedData: TypedData) =>
    withKey(from, (signers, key) => signers.signTypedData(key, typedData))

  return { unlock, lock, isUnlocked, create, sign, signMessage, signTypedData }
}

/** The keyring as the rest of the background holds it. */
export type Keyring = ReturnType<typeof createKeyring>
