import { parseGwei, toHex } from 'viem'
import type { Address, Hex, TransactionSerializable } from 'viem'
import { mnemonicToAccount, privateKeyToAccount } from 'viem/accounts'
import type { SignAuthorizationReturnType } from 'viem/accounts'
import { development } from './development.ts'

type Fields = {
  nonce: number
  /** Null: deploys a contract. */
  to?: Address | null
  value?: bigint
  data?: Hex
  gas?: bigint
  maxFeePerGas?: bigint
  maxPriorityFeePerGas?: bigint
  authorizationList?: SignAuthorizationReturnType[]
}

const keyAt = (addressIndex: number) =>
  toHex(
    mnemonicToAccount(development.phrase, { addressIndex }).getHdKey().privateKey ??
      new Uint8Array(),
  )

/**
 * Creates an account of the local phrase that signs without the wallet, as another wallet with its key would.
 */
export const senderAt = (addressIndex: number, chainId = 31337) => {
  const account = privateKeyToAccount(keyAt(addressIndex))
  return {
    address: account.address,
    /** Signs a transaction to itself that any block accepts, with the given fields replaced. */
    sign: (fields: Fields): Promise<Hex> =>
      account.signTransaction({
        to: account.address,
        gas: 300_000n,
        maxFeePerGas: parseGwei('10'),
        maxPriorityFeePerGas: parseGwei('1'),
        ...fields,
        type: fields.authorizationList ? 'eip7702' : 'eip1559',
        chainId,
      } as TransactionSerializable),
    authorize: (contractAddress: Address, nonce: number) =>
      account.signAuthorization({ contractAddress, nonce, chainId }),
  }
}

export type Sender = ReturnType<typeof senderAt>
