import type { Address, Hex } from 'viem'
import type { VaultRow } from '../db'
import type { Signing } from '../sign/transaction'
import type { TypedData } from '../sign/typedData'
import type { Session } from './session'
import * as signers from './sign'
import { fromBase64, type Bytes } from './base64'
import type { ReadyKey } from './readyKey'
import { sessionChanged } from './sessionChanged'
import * as vault from './vault'

/**
 * Creates the keyring's signers, which use the keys of the vault that `current` returns. Each returns
 * undefined while the wallet is locked.
 */
export const createSigning = (
  session: Session,
  current: () => Promise<VaultRow | undefined>,
  ready: ReadyKey,
) => {
  sessionChanged.on(ready.drop)

  const openWith = async (dataKey: string, from: Address): Promise<Bytes | undefined> => {
    const sealed = (await current())?.keys[from]
    if (!sealed) return undefined
    const key = await vault.importKey(fromBase64(dataKey))
    return vault.open(key, vault.accountLabel(from), sealed)
  }

  /**
   * Opens the key of an account for its request on the screen, so that Approve need not wait for the vault. Nothing is
   * opened while the wallet is locked, or where the account has no key here.
   */
  const prepareKey = (id: string, account: () => Promise<Address | undefined>): void =>
    ready.prepare(id, async () => {
      const [from, dataKey] = await Promise.all([account(), session.get()])
      if (from === undefined || dataKey === undefined) return undefined
      const privateKey = await openWith(dataKey, from)
      return privateKey && { from, privateKey }
    })

  /**
   * Decrypts an account's key unless it is ready, runs, and overwrites the key's bytes; undefined while locked or
   * without a key.
   */
  const withKey = async <T>(
    from: Address,
    run: (key: Bytes) => Promise<T>,
    isLate = false,
  ): Promise<T | undefined> => {
    const dataKey = await session.get(isLate)
    if (dataKey === undefined) return undefined
    const privateKey = (await ready.take(from)) ?? (await openWith(dataKey, from))
    if (!privateKey) return undefined
    try {
      return await run(privateKey)
    } finally {
      privateKey.fill(0)
    }
  }

  /**
   * Signs a transaction of an approved batch: `isLate`, so that a batch can finish shortly after auto-lock.
   */
  const sign = (from: Address, signing: Signing) =>
    withKey(from, (key) => signers.signTransaction(key, signing), true)

  /** Signs the user operation of an approved batch, and the authorization of its upgrade, likewise. */
  const signOperation = (from: Address, signing: signers.OperationSigning) =>
    withKey(from, (key) => signers.signUserOperation(key, signing), true)

  /** Signs a message with the EIP-191 prefix added here: no caller can have a bare digest signed. */
  const signMessage = (from: Address, message: Hex) =>
    withKey(from, (key) => signers.signMessage(key, message))

  /** Signs typed data (EIP-712). */
  const signTypedData = (from: Address, typedData: TypedData) =>
    withKey(from, (key) => signers.signTypedData(key, typedData))

  /** The key that is ready, for others: only signers take it. */
  const readyKey: Omit<ReadyKey, 'prepare' | 'take'> = ready

  return { readyKey, prepareKey, sign, signOperation, signMessage, signTypedData }
}
