import { parseAbi, zeroAddress, type Address, type Hex } from 'viem'
import { permit2 } from '../decode/contracts'
import type { Grant } from './grant'
import { encodeCall } from '../values/encodeCall'

/** ERC-20 and ERC-721 share the first, ERC-721 and ERC-1155 the second; the third is Permit2's. */
const abi = parseAbi([
  'function approve(address spender, uint256 value)',
  'function setApprovalForAll(address operator, bool approved)',
  'struct TokenSpenderPair { address token; address spender; }',
  'function lockdown(TokenSpenderPair[] approvals)',
])

/** Right to be taken back: a spender's allowance, or an operator's right to a collection. */
type TakenBack = Omit<Grant, 'standard'> & {
  standard: 'ERC20' | 'Permit2' | 'ERC721' | 'ERC1155'
}

type CallTo = { to: Address; data: Hex }

const callTo = (to: Address, data: Hex): CallTo => ({ to, data })

/** Returns the calls that take grants back: one for each, and one for all that Permit2 keeps. */
export const callsTakingBack = (grants: readonly TakenBack[]): CallTo[] => {
  const pairs = grants.filter(({ standard }) => standard === 'Permit2')
  const calls = grants.flatMap(({ standard, token, spender, tokenId }): CallTo[] => {
    if (standard === 'Permit2') return []
    if (standard === 'ERC20' || tokenId !== undefined) {
      const args =
        standard === 'ERC20'
          ? ([spender, 0n] as const)
          : ([zeroAddress, BigInt(tokenId ?? 0)] as const)
      return [callTo(token, encodeCall({ abi, functionName: 'approve', args }))]
    }
    const args = [spender, false] as const
    return [callTo(token, encodeCall({ abi, functionName: 'setApprovalForAll', args }))]
  })
  if (pairs.length === 0) return calls
  const args = [pairs.map(({ token, spender }) => ({ token, spender }))] as const
  return [...calls, callTo(permit2, encodeCall({ abi, functionName: 'lockdown', args }))]
}
