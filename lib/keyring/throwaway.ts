import { numberToHex, type Address, type Hex } from 'viem'
import { generatePrivateKey, privateKeyToAddress, signAuthorization } from 'viem/accounts'

/** An EIP-7702 authorization in the JSON-RPC form of a transaction request's `authorizationList`. */
export type WireAuthorization = {
  chainId: Hex
  address: Address
  nonce: Hex
  yParity: Hex
  r: Hex
  s: Hex
}

/**
 * Signs an EIP-7702 authorization with a new random key that is then dropped: a node may see it, since it
 * binds no account of the user.
 */
export const throwawayAuthorization = async (
  chainId: number,
  delegate: Address,
): Promise<{ address: Address; authorization: WireAuthorization }> => {
  const privateKey = generatePrivateKey()
  const { r, s, yParity } = await signAuthorization({
    privateKey,
    chainId,
    address: delegate,
    nonce: 0,
  })
  return {
    address: privateKeyToAddress(privateKey),
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
