import type { Signing } from './sign'
import type { Address, Hex, TransactionSerializable } from 'viem'
import type { VaultRow } from '../db'
import type { TypedData } from '../sign/typedData'
import type { Session } from './session'
import type * as Signers from './sign'
import * as vault from './vault'

/** Signs with the keys of the vault that `current` gives; what it is asked for while locked is undefined. */
export const createSigning = (session: Session, current: () => Promise<VaultRow | undefined>) => {
  /** Runs with an account's key, which exists only as long; undefined while locked. */
  const withKey = async (
    from: Address,
    run: (signers: typeof Signers, key: vault.Bytes) => Promise<Hex>,
    isLate = false,
  ): Promise<Hex | undefined> => {
    const stored = await session.get(isLate)
    const sealed = stored === undefined ? undefined : (await current())?.keys[from]
    if (stored === undefined || !sealed) return undefined
    const key = await vault.importKey(vault.fromBase64(stored))
    const privateKey = await vault.open(key, vault.accountLabel(from), sealed)
    const signers = await import('./sign')
    try {
      return await run(signers, privateKey)
    } finally {
      privateKey.fill(0)
    }
  }

  /** For approved batches alone: they may end a while after the wallet has locked by itself. */
  const sign = (from: Address, signing: Signing) =>
    withKey(from, ({ signTransaction }, key) => signTransaction(key, signing), true)

  /** EIP-191: the prefix is put before the message here, so that no bytes become a bare digest. */
  const signMessage = (from: Address, message: Hex) =>
    withKey(from, (signers, key) => signers.signMessage(key, message))

  /** EIP-712. */
  const signTypedData = (from: Address, typedData: TypedData) =>
    withKey(from, (signers, key) => signers.signTypedData(key, typedData))

  return { sign, signMessage, signTypedData }
}
