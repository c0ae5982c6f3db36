import { maxUint256, numberToHex, parseAbi } from 'viem'
import { ofToken } from '../allowance'
import { standard } from '../standard'

/**
 * ERC-20 (eips.ethereum.org/EIPS/eip-20), with OpenZeppelin's `increaseAllowance` and `decreaseAllowance`.
 * ERC-721's `approve` and `transferFrom` have the same selectors: the data do not tell which one is meant.
 */
export const erc20 = standard(
  'ERC-20',
  parseAbi([
    'function transfer(address to, uint256 amount)',
    'function approve(address spender, uint256 amount)',
    'function transferFrom(address from, address to, uint256 amount)',
    'function increaseAllowance(address spender, uint256 addedValue)',
    'function decreaseAllowance(address spender, uint256 subtractedValue)',
  ]),
  ({ functionName, args }, { from, to: token }) => {
    switch (functionName) {
      case 'transfer':
        // ERC-721 has no `transfer`: the number is an amount.
        return {
          kind: 'transfer',
          token,
          from,
          to: args[0],
          amount: numberToHex(args[1]),
          unit: 'amount',
        }
      case 'approve':
        return {
          kind: 'approve',
          change: 'set',
          ...ofToken(from, token, args[0], args[1], 'either'),
        }
      case 'transferFrom':
        return {
          kind: 'transfer',
          token,
          from: args[0],
          to: args[1],
          unit: 'either',
          amount: numberToHex(args[2]),
        }
      case 'increaseAllowance':
        return {
          kind: 'approve',
          change: 'add',
          ...ofToken(from, token, args[0], args[1], 'amount'),
        }
      case 'decreaseAllowance':
        return {
          kind: 'approve',
          change: 'subtract',
          ...ofToken(from, token, args[0], args[1], 'amount'),
        }
    }
  },
)

/** ERC-2612 (eips.ethereum.org/EIPS/eip-2612), and DAI's permit before it, which allows all or nothing. */
export const erc2612 = standard(
  'ERC-2612',
  parseAbi([
    'function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
    'function permit(address holder, address spender, uint256 nonce, uint256 expiry, bool allowed, uint8 v, bytes32 r, bytes32 s)',
  ]),
  ({ args }, { to: token }) => {
    const amount = args.length === 7 ? args[2] : args[4] ? maxUint256 : 0n
    return { kind: 'permit', ...ofToken(args[0], token, args[1], amount, 'amount') }
  },
)

/** ERC-3009 (eips.ethereum.org/EIPS/eip-3009), as USDC has it: a transfer by the sender's signature. */
export const erc3009 = standard(
  'ERC-3009',
  parseAbi([
    'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)',
    'function receiveWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)',
    'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature)',
    'function receiveWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature)',
  ]),
  ({ args }, { to: token }) => ({
    kind: 'transfer',
    token,
    from: args[0],
    to: args[1],
    amount: numberToHex(args[2]),
    unit: 'amount',
  }),
)
