import type { Address } from 'viem'
import { alice, stranger } from '../../unit/accounts.ts'

/** A permit of a token on the local chain (ERC-2612), by the first account. */
export const permitOf = (token: Address, spender: Address = stranger) => ({
  types: {
    EIP712Domain: [
      { name: 'name', type: 'string' },
      { name: 'version', type: 'string' },
      { name: 'chainId', type: 'uint256' },
      { name: 'verifyingContract', type: 'address' },
    ],
    Permit: [
      { name: 'owner', type: 'address' },
      { name: 'spender', type: 'address' },
      { name: 'value', type: 'uint256' },
      { name: 'nonce', type: 'uint256' },
      { name: 'deadline', type: 'uint256' },
    ],
  },
  primaryType: 'Permit',
  domain: { name: 'A token', version: '1', chainId: 31337, verifyingContract: token },
  message: {
    owner: alice,
    spender,
    value: '5000000',
    nonce: 0,
    deadline: Math.floor(Date.now() / 1000) + 3600,
  },
})
