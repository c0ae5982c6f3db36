import {
  recoverAddress,
  serializeTransaction,
  slice,
  type Address,
  type Hash,
  type Hex,
} from 'viem'
import type { World } from '../batch/world'
import { journal, type DeviceSigning } from '../db'
import { assertPriced, type Signing } from '../sign/transaction'
import { isOnDevice } from './isOnDevice'
import { hashOfPart, rawOf } from './signingBytes'

/** Half the order of the curve: a signature with more in s is none to a chain (EIP-2). */
const halfOrder = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n

/** True if an account made a signature of a hash: 65 bytes, of the form that chains take. */
export const isSignedBy = async (
  account: Address,
  hash: Hash,
  signature: Hex,
): Promise<boolean> => {
  try {
    return (
      /^0x[0-9a-f]{128}(1b|1c)$/i.test(signature) &&
      BigInt(slice(signature, 32, 64)) <= halfOrder &&
      (await recoverAddress({ hash, signature })) === account
    )
  } catch {
    return false
  }
}

/** Returns the row for a transaction. Throws if nobody would know what it is for. */
const rowOf = (from: Address, { transaction, authorize, about }: Signing): DeviceSigning => {
  assertPriced(transaction)
  const { chainId, nonce } = transaction
  if (!about || !chainId || nonce === undefined)
    throw new Error('a device signs for a batch, on a chain, at a nonce')
  const { key, kind, deadline } = about
  return {
    id: `${key} ${nonce}`,
    key,
    from,
    chainId,
    nonce,
    kind,
    unsigned: serializeTransaction(transaction),
    createdAt: Date.now(),
    ...(authorize ? { authorize } : {}),
    ...(deadline === undefined ? {} : { deadline }),
  }
}

/**
 * Asks a device for a transaction by a row, which a page answers; undefined until it is signed. The next transaction of
 * a batch takes the place of all that the batch asked for before, replacements stand beside each other.
 */
const askDevice = (from: Address, signing: Signing): Promise<Hex | undefined> => {
  const row = rowOf(from, signing)
  return journal.transaction('rw', journal.signings, async () => {
    const known = await journal.signings.get(row.id)
    const isKnown = known?.unsigned === row.unsigned && known.authorize === row.authorize
    if (isKnown) return rawOf(known)
    if (row.kind === 'next') await journal.signings.where({ key: row.key }).delete()
    await journal.signings.put(row)
    return undefined
  })
}

/** Returns a signer of transactions: by a device if the account's key is in one, else by the vault's. */
export const withDevices =
  (byKey: World['sign']): World['sign'] =>
  async (from, signing) =>
    (await isOnDevice(from)) ? askDevice(from, signing) : byKey(from, signing)

/** Returns the row by which a batch's next transaction was asked for, if it was. */
export const askedFor = async (key: string): Promise<DeviceSigning | undefined> =>
  (await journal.signings.where({ key }).toArray()).find(({ kind }) => kind === 'next')

/**
 * Keeps a device's signature in the row that asks for it. `late`: no row asks for it any more, or not yet; `wrong`: it
 * is not the account's, or of other bytes. The same signature may come again.
 */
export const answerSigning = async (
  id: string,
  part: 'authorization' | 'transaction',
  signature: Hex,
): Promise<'done' | 'late' | 'wrong'> => {
  const row = await journal.signings.get(id)
  const hash = row && hashOfPart(row, part)
  if (!hash) return 'late'
  if (!(await isSignedBy(row.from, hash, signature))) return 'wrong'
  const field = part === 'authorization' ? 'authorization' : 'signature'
  return journal.transaction('rw', journal.signings, async () => {
    const now = await journal.signings.get(id)
    // Other bytes may have taken its place meanwhile, also by another authorization.
    if (!now || hashOfPart(now, part) !== hash) return 'late'
    if (!now[field]) await journal.signings.put({ ...now, [field]: signature })
    return 'done'
  })
}
