import type { Address, Hex } from 'viem'
import type { VaultRow } from '../db'
import type { Signing } from '../sign/transaction'
import type { TypedData } from '../sign/typedData'
import type { Session } from './session'
import * as signers from './sign'
import { fromBase64, type Bytes } from './base64'
import * as vault from './vault'

/**
 * Creates the keyring's signers, which use the keys of the vault that `current` returns. Each returns
 * undefined while the wallet is locked.
 */
export const createSigning = (session: Session, current: () => Promise<VaultRow | undefined>) => {
  /**
   * Decrypts an account's key, runs, and overwrites the key's bytes; undefined while locked or without a key.
   */
  const withKey = async <T>(
    from: Address,
    run: (key: Bytes) => Promise<T>,
    isLate = false,
  ): Promise<T | undefined> => {
    const stored = await session.get(isLate)
    const sealed = stored === undefined ? undefined : (await current())?.keys[from]
    if (stored === undefined || !sealed) return undefined
    const key = await vault.importKey(fromBase64(stored))
    const privateKey = await vault.open(key, vault.accountLabel(from), sealed)
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

  return { sign, signOperation, signMessage, signTypedData }
}
