import { numberToHex, type Address, type Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'

/** An authorization as nodes take it in a call. */
export type WireAuthorization = {
  chainId: Hex
  address: Address
  nonce: Hex
  yParity: Hex
  r: Hex
  s: Hex
}

/** An authorization by a key made for it and forgotten: it binds nobody, so a node may see it. */
export const throwawayAuthorization = async (
  chainId: number,
  delegate: Address,
): Promise<{ address: Address; authorization: WireAuthorization }> => {
  const account = privateKeyToAccount(generatePrivateKey())
  const { r, s, yParity } = await account.signAuthorization({
    chainId,
    address: delegate,
    nonce: 0,
  })
  return {
    address: account.address,
    authorization: {
      chainId: numberToHex(chainId),
      address: delegate,
      nonce: '0x0',
      yParity: numberToHex(yParity ?? 0),
      r,
      s,
    },
  }
}
