import { parseSignature, type Address, type Hex } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { development } from '../chain/development.ts'
import { people } from './scenario.ts'

/** A time that no trial reaches, in seconds since 1970. */
export const far = 2_000_000_000

/** Returns the arguments of a permit for `PermitToken`, signed by the account. */
export const permit = async (token: Address, spender: Address, value: bigint) => {
  const types = ['owner', 'spender', 'value', 'nonce', 'deadline'].map((name) => ({
    name,
    type: name === 'owner' || name === 'spender' ? 'address' : 'uint256',
  }))
  const signature: Hex = await mnemonicToAccount(development.phrase).signTypedData({
    domain: { name: 'Odd coin', chainId: 31337, verifyingContract: token },
    types: { Permit: types },
    primaryType: 'Permit',
    message: { owner: people.alice, spender, value, nonce: 0n, deadline: BigInt(far) },
  })
  const { r, s, v } = parseSignature(signature)
  return [people.alice, spender, value, BigInt(far), Number(v), r, s]
}
