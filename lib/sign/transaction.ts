import type { Address, SignedAuthorization, TransactionSerializable } from 'viem'

/**
 * A transaction to sign; `authorize` adds the account's own EIP-7702 authorization for this delegate. `about`: what a
 * device is asked for it, if the account's key is in one.
 */
export type Signing = {
  transaction: TransactionSerializable
  authorize?: Address
  about?: { key: string; kind: 'next' | 'replacement'; deadline?: number }
}

/** The fee fields of a transaction of each type, which have to be there. */
const fields: Readonly<Record<string, readonly (keyof TransactionSerializable)[]>> = {
  legacy: ['gasPrice'],
  eip1559: ['maxFeePerGas', 'maxPriorityFeePerGas'],
}

/** Throws if a fee is missing: a library writes it as zero, and the nonce would be held for good. */
export const assertPriced = (transaction: TransactionSerializable): void => {
  if (!fields[transaction.type ?? '']?.every((name) => typeof transaction[name] === 'bigint'))
    throw new Error('a transaction without a price is not signed')
}

/** Returns the fees of a type-4 transaction, which has no gas price: that is the most and the tip. */
const typeFourFees = ({
  gasPrice,
  maxFeePerGas = gasPrice,
  maxPriorityFeePerGas = gasPrice,
}: TransactionSerializable) => ({ maxFeePerGas, maxPriorityFeePerGas })

/**
 * Returns the account's own EIP-7702 authorization for a delegate, to be signed: its chain ID is the transaction's,
 * never 0, which any chain would accept, and its nonce is the transaction's plus one, because the sender's nonce rises
 * before authorizations are processed.
 */
export const authorizationOf = (
  { chainId, nonce }: TransactionSerializable,
  address: Address,
): { chainId: number; address: Address; nonce: number } => {
  if (!chainId || nonce === undefined) throw new Error('an authorization needs a chain and a nonce')
  return { chainId, address, nonce: nonce + 1 }
}

/** Returns a transaction with an authorization in it, which makes it one of type 4. */
export const withAuthorization = (
  transaction: TransactionSerializable,
  authorization: SignedAuthorization,
): TransactionSerializable => {
  const { gasPrice: _, ...unpriced } = transaction
  return {
    ...unpriced,
    ...typeFourFees(transaction),
    type: 'eip7702',
    authorizationList: [authorization],
  } as TransactionSerializable
}
