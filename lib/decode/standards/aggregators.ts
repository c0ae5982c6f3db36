import { parseAbi } from 'viem'
import { standard } from '../standard'
import { assetOf, swapExactIn } from '../swap'

const description =
  'struct Description { address srcToken; address dstToken; address srcReceiver; address dstReceiver; uint256 amount; uint256 minReturnAmount; uint256 flags; }'

/** 1inch's Aggregation Router, versions 5 and 6 (github.com/1inch). */
export const oneInch = standard(
  '1inch router',
  parseAbi([
    description,
    'function swap(address executor, Description desc, bytes permit, bytes data)',
    'function swap(address executor, Description desc, bytes data)',
  ]),
  ({ args: [, { srcToken, dstToken, dstReceiver, amount, minReturnAmount }] }, { from }) =>
    swapExactIn({
      give: assetOf(srcToken),
      giveAmount: amount,
      get: assetOf(dstToken),
      getAmount: minReturnAmount,
      // The zero address means the sender.
      to: BigInt(dstReceiver) === 0n ? from : dstReceiver,
    }),
)

/** 0x's Exchange Proxy (github.com/0xProject/protocol). */
export const zeroEx = standard(
  '0x Exchange Proxy',
  parseAbi([
    'struct Transformation { uint32 deploymentNonce; bytes data; }',
    'function transformERC20(address inputToken, address outputToken, uint256 inputTokenAmount, uint256 minOutputTokenAmount, Transformation[] transformations)',
  ]),
  ({ args: [give, get, giveAmount, getAmount] }, { from }) =>
    swapExactIn({ give: assetOf(give), giveAmount, get: assetOf(get), getAmount, to: from }),
)
