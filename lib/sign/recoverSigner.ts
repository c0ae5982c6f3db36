import { recoverMessageAddress, type Address, type Hex } from 'viem'

/** Returns the account that signed a message (EIP-191); undefined if no key can have made the signature. */
export const recoverSigner = async (message: Hex, signature: Hex): Promise<Address | undefined> => {
  try {
    return await recoverMessageAddress({ message: { raw: message }, signature })
  } catch {
    return undefined
  }
}
