import { numberToHex, parseAbi, type Address } from 'viem'
import { ofToken } from '../allowance'
import { standard, type Context } from '../standard'
import { endsOf, swapExactIn, swapExactOut } from '../swap'

/**
 * Returns the real recipient. SwapRouter02 writes address 1 for the sender and address 2 for itself; earlier
 * routers write 0 for themselves.
 */
const recipientOf = (recipient: Address, { from, to }: Context): Address =>
  BigInt(recipient) === 1n
    ? from
    : BigInt(recipient) === 2n || BigInt(recipient) === 0n
      ? to
      : recipient

const single = 'address tokenIn; address tokenOut;'
const limit = 'uint160 sqrtPriceLimitX96;'
const exactIn = 'uint256 amountIn; uint256 amountOutMinimum;'
const exactOut = 'uint256 amountOut; uint256 amountInMaximum;'

/**
 * Uniswap's V3 SwapRouter (github.com/Uniswap/v3-periphery), SwapRouter02 without deadlines
 * (github.com/Uniswap/swap-router-contracts), and Slipstream's router with tick spacings
 * (github.com/aerodrome-finance/slipstream).
 */
export const routersV3 = standard(
  'Uniswap V3 router',
  parseAbi([
    `struct InSingle { ${single} uint24 fee; address recipient; uint256 deadline; ${exactIn} ${limit} }`,
    `struct OutSingle { ${single} uint24 fee; address recipient; uint256 deadline; ${exactOut} ${limit} }`,
    `struct InSingle02 { ${single} uint24 fee; address recipient; ${exactIn} ${limit} }`,
    `struct OutSingle02 { ${single} uint24 fee; address recipient; ${exactOut} ${limit} }`,
    `struct InSingleTick { ${single} int24 tickSpacing; address recipient; uint256 deadline; ${exactIn} ${limit} }`,
    `struct OutSingleTick { ${single} int24 tickSpacing; address recipient; uint256 deadline; ${exactOut} ${limit} }`,
    `struct In { bytes path; address recipient; uint256 deadline; ${exactIn} }`,
    `struct Out { bytes path; address recipient; uint256 deadline; ${exactOut} }`,
    `struct In02 { bytes path; address recipient; ${exactIn} }`,
    `struct Out02 { bytes path; address recipient; ${exactOut} }`,
    'function exactInputSingle(InSingle params)',
    'function exactInputSingle(InSingle02 params)',
    'function exactInputSingle(InSingleTick params)',
    'function exactOutputSingle(OutSingle params)',
    'function exactOutputSingle(OutSingle02 params)',
    'function exactOutputSingle(OutSingleTick params)',
    'function exactInput(In params)',
    'function exactInput(In02 params)',
    'function exactOutput(Out params)',
    'function exactOutput(Out02 params)',
  ]),
  ({ args: [params] }, context) => {
    const to = recipientOf(params.recipient, context)
    const [first, last] = 'path' in params ? endsOf(params.path) : [params.tokenIn, params.tokenOut]
    if ('amountIn' in params) {
      // SwapRouter02 takes an amount of 0 for its whole balance.
      const giveAmount = params.amountIn === 0n ? null : params.amountIn
      return swapExactIn({
        give: first,
        giveAmount,
        get: last,
        getAmount: params.amountOutMinimum,
        to,
      })
    }
    // The path of an exact output swap runs from the last token to the first.
    const [give, get] = 'path' in params ? [last, first] : [first, last]
    const { amountInMaximum: giveAmount, amountOut: getAmount } = params
    return swapExactOut({ give, giveAmount, get, getAmount, to })
  },
)

/** SwapRouter02's V2 functions, payments and permits (github.com/Uniswap/swap-router-contracts). */
export const periphery = standard(
  'Uniswap V3 periphery',
  parseAbi([
    'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to)',
    'function swapTokensForExactTokens(uint256 amountOut, uint256 amountInMax, address[] path, address to)',
    'function unwrapWETH9(uint256 amountMinimum, address recipient)',
    'function unwrapWETH9(uint256 amountMinimum)',
    'function sweepToken(address token, uint256 amountMinimum, address recipient)',
    'function sweepToken(address token, uint256 amountMinimum)',
    'function wrapETH(uint256 value)',
    'function refundETH()',
    'function selfPermit(address token, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
    'function selfPermitIfNecessary(address token, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
  ]),
  (decoded, context) => {
    const { from } = context
    switch (decoded.functionName) {
      case 'swapExactTokensForTokens': {
        const [amountIn, getAmount, path, to] = decoded.args
        const giveAmount = amountIn === 0n ? null : amountIn
        const ends = { give: path[0], get: path.at(-1), to: recipientOf(to, context) }
        return swapExactIn({ ...ends, giveAmount, getAmount })
      }
      case 'swapTokensForExactTokens': {
        const [getAmount, giveAmount, path, to] = decoded.args
        const ends = { give: path[0], get: path.at(-1), to: recipientOf(to, context) }
        return swapExactOut({ ...ends, giveAmount, getAmount })
      }
      case 'unwrapWETH9': {
        const amount = numberToHex(decoded.args[0])
        const to = decoded.args[1] ?? from
        return { kind: 'unwrap', token: null, amount, isLeast: true, to }
      }
      case 'sweepToken': {
        const [token, least, to = from] = decoded.args
        return { kind: 'sweep', token, amount: numberToHex(least), to }
      }
      case 'wrapETH': {
        const amount = numberToHex(decoded.args[0])
        return { kind: 'wrap', token: null, amount, to: context.to }
      }
      case 'refundETH':
        return { kind: 'sweep', token: 'native', amount: '0x0', to: from }
      case 'selfPermit':
      case 'selfPermitIfNecessary': {
        const [token, amount] = decoded.args
        return { kind: 'permit', ...ofToken(from, token, context.to, amount, 'amount') }
      }
    }
  },
)
