import { numberToHex, parseAbi } from 'viem'
import { contractName } from '../contracts'
import { standard } from '../standard'

/**
 * WETH9's `deposit` and `withdraw` (github.com/gnosis/canonical-weth). Staking contracts have the same
 * functions: only at a known WETH address they wrap and unwrap.
 */
export const weth = standard(
  'WETH',
  parseAbi(['function deposit()', 'function withdraw(uint256 amount)']),
  ({ functionName, args }, { from, to, value, chainId }) => {
    const isWeth = contractName(to, chainId) === 'WETH'
    const of = 'native' as const
    if (functionName === 'deposit')
      return isWeth
        ? { kind: 'wrap', token: to, amount: value, to: from }
        : { kind: 'deposit', vault: to, amount: value, of, to: from }
    const amount = numberToHex(args[0])
    return isWeth
      ? { kind: 'unwrap', token: to, amount, isLeast: false, to: from }
      : { kind: 'withdraw', vault: to, amount, of: 'assets', from, to: from }
  },
)

/** ERC-4626 (eips.ethereum.org/EIPS/eip-4626). */
export const erc4626 = standard(
  'ERC-4626',
  parseAbi([
    'function deposit(uint256 assets, address receiver)',
    'function mint(uint256 shares, address receiver)',
    'function withdraw(uint256 assets, address receiver, address owner)',
    'function redeem(uint256 shares, address receiver, address owner)',
  ]),
  ({ functionName, args }, { to: vault }) => {
    const amount = numberToHex(args[0])
    const of = functionName === 'mint' || functionName === 'redeem' ? 'shares' : 'assets'
    return args.length === 2
      ? { kind: 'deposit', vault, amount, of, to: args[1] }
      : { kind: 'withdraw', vault, amount, of, from: args[2], to: args[1] }
  },
)
