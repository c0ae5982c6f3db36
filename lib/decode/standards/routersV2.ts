import { numberToHex, parseAbi } from 'viem'
import { standard } from '../standard'
import { swapExactIn, swapExactOut } from '../swap'

/** Uniswap's V2 router and its many forks (github.com/Uniswap/v2-periphery). */
export const routersV2 = standard(
  'Uniswap V2 router',
  parseAbi([
    'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
    'function swapTokensForExactTokens(uint256 amountOut, uint256 amountInMax, address[] path, address to, uint256 deadline)',
    'function swapExactETHForTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline)',
    'function swapTokensForExactETH(uint256 amountOut, uint256 amountInMax, address[] path, address to, uint256 deadline)',
    'function swapExactTokensForETH(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
    'function swapETHForExactTokens(uint256 amountOut, address[] path, address to, uint256 deadline)',
    'function swapExactTokensForTokensSupportingFeeOnTransferTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
    'function swapExactETHForTokensSupportingFeeOnTransferTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline)',
    'function swapExactTokensForETHSupportingFeeOnTransferTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
    'function addLiquidity(address tokenA, address tokenB, uint256 amountADesired, uint256 amountBDesired, uint256 amountAMin, uint256 amountBMin, address to, uint256 deadline)',
    'function addLiquidityETH(address token, uint256 amountTokenDesired, uint256 amountTokenMin, uint256 amountETHMin, address to, uint256 deadline)',
    'function removeLiquidity(address tokenA, address tokenB, uint256 liquidity, uint256 amountAMin, uint256 amountBMin, address to, uint256 deadline)',
    'function removeLiquidityETH(address token, uint256 liquidity, uint256 amountTokenMin, uint256 amountETHMin, address to, uint256 deadline)',
  ]),
  ({ functionName, args }, { value }) => {
    switch (functionName) {
      case 'swapExactTokensForTokens':
      case 'swapExactTokensForTokensSupportingFeeOnTransferTokens':
      case 'swapExactTokensForETH':
      case 'swapExactTokensForETHSupportingFeeOnTransferTokens': {
        const [giveAmount, getAmount, path, to] = args
        const get = functionName.includes('ForETH') ? 'native' : path.at(-1)
        return swapExactIn({ give: path[0], giveAmount, get, getAmount, to })
      }
      case 'swapTokensForExactTokens':
      case 'swapTokensForExactETH': {
        const [getAmount, giveAmount, path, to] = args
        const get = functionName === 'swapTokensForExactETH' ? 'native' : path.at(-1)
        return swapExactOut({ give: path[0], giveAmount, get, getAmount, to })
      }
      case 'swapExactETHForTokens':
      case 'swapExactETHForTokensSupportingFeeOnTransferTokens': {
        const [getAmount, path, to] = args
        return swapExactIn({
          give: 'native',
          giveAmount: BigInt(value),
          get: path.at(-1),
          getAmount,
          to,
        })
      }
      case 'swapETHForExactTokens': {
        const [getAmount, path, to] = args
        return swapExactOut({
          give: 'native',
          giveAmount: BigInt(value),
          get: path.at(-1),
          getAmount,
          to,
        })
      }
      default:
        return { kind: 'call', name: functionName }
    }
  },
)

const routes = 'struct Route { address from; address to; bool stable; address factory; }'

/** Aerodrome's and Velodrome's router (github.com/aerodrome-finance/contracts). */
export const aerodrome = standard(
  'Aerodrome router',
  parseAbi([
    routes,
    'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, Route[] routes, address to, uint256 deadline)',
    'function swapExactETHForTokens(uint256 amountOutMin, Route[] routes, address to, uint256 deadline)',
    'function swapExactTokensForETH(uint256 amountIn, uint256 amountOutMin, Route[] routes, address to, uint256 deadline)',
    'function swapExactTokensForTokensSupportingFeeOnTransferTokens(uint256 amountIn, uint256 amountOutMin, Route[] routes, address to, uint256 deadline)',
    'function swapExactETHForTokensSupportingFeeOnTransferTokens(uint256 amountOutMin, Route[] routes, address to, uint256 deadline)',
    'function swapExactTokensForETHSupportingFeeOnTransferTokens(uint256 amountIn, uint256 amountOutMin, Route[] routes, address to, uint256 deadline)',
  ]),
  ({ functionName, args }, { value }) => {
    if (args.length === 4) {
      const [getAmount, path, to] = args
      const get = path.at(-1)?.to
      return swapExactIn({ give: 'native', giveAmount: BigInt(value), get, getAmount, to })
    }
    const [giveAmount, getAmount, path, to] = args
    const get = functionName.includes('ForETH') ? 'native' : path.at(-1)?.to
    return swapExactIn({ give: path[0]?.from, giveAmount, get, getAmount, to })
  },
)

/**
 * `swap` of a plain exchange of two tokens. It is no standard: the local development chain's exchange has it.
 */
export const plainSwap = standard(
  'Swap',
  parseAbi(['function swap(address tokenIn, address tokenOut, uint256 amountIn, uint256 minOut)']),
  ({ args: [give, get, giveAmount, minOut] }, { from }) => ({
    kind: 'swap',
    give,
    get,
    giveAmount: numberToHex(giveAmount),
    isGiveMost: false,
    getAmount: numberToHex(minOut),
    isGetLeast: true,
    to: from,
  }),
)
