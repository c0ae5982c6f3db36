import { maxUint256, zeroAddress, type Address, type Hex } from 'viem'
import { alice, bob, stranger } from '../accounts'
import { contract, signed, usdc, weth, type Sample } from './encode'

const path3 = (...hops: Address[]): Hex =>
  `0x${hops.map((hop) => hop.slice(2).toLowerCase()).join('0001f4')}`
const hop = (from: Address, to: Address) => [from, to, false, contract] as const
const inFor = { give: usdc, giveAmount: '0x5', isGiveMost: false }
const outLeast = { get: weth, getAmount: '0x7', isGetLeast: true }
const inMost = { give: usdc, giveAmount: '0x5', isGiveMost: true }
const outExact = { get: weth, getAmount: '0x7', isGetLeast: false }
const forBob = { to: bob }
const swapIn = { kind: 'swap', ...inFor, ...outLeast, ...forBob }
const swapOut = { kind: 'swap', ...inMost, ...outExact, ...forBob }
const ethIn = { ...swapIn, give: 'native', giveAmount: '0x9' }
const V2 = 'uint256,uint256,address[],address,uint256'
const V2e = 'uint256,address[],address,uint256'
const R = '(address,address,bool,address)[]'
const single = 'address,address'
const desc = '(address,address,address,address,uint256,uint256,uint256)'
const terms = [usdc, weth, contract, zeroAddress, 5n, 7n, 0n] as const

/** Samples of functions that swap. */
export const samplesOfRouters: readonly Sample[] = [
  ...(
    [
      ['swapExactTokensForTokens', swapIn],
      ['swapExactTokensForTokensSupportingFeeOnTransferTokens', swapIn],
      ['swapExactTokensForETH', { ...swapIn, get: 'native' }],
      ['swapExactTokensForETHSupportingFeeOnTransferTokens', { ...swapIn, get: 'native' }],
    ] as const
  ).flatMap(([name, deed]): [string, unknown[], object][] => [
    [`${name}(${V2})`, [5n, 7n, [usdc, contract, weth], bob, 6n], { ...deed, deadline: '0x6' }],
    [
      `${name}(uint256,uint256,${R},address,uint256)`,
      [5n, 7n, [hop(usdc, contract), hop(contract, weth)], bob, 6n],
      { ...deed, deadline: '0x6' },
    ],
  ]),
  ...['swapExactETHForTokens', 'swapExactETHForTokensSupportingFeeOnTransferTokens'].flatMap(
    (name): [string, unknown[], object][] => [
      [`${name}(${V2e})`, [7n, [weth, contract, weth], bob, 6n], ethIn],
      [`${name}(uint256,${R},address,uint256)`, [7n, [hop(usdc, weth)], bob, 6n], ethIn],
    ],
  ),
  [`swapTokensForExactTokens(${V2})`, [7n, 5n, [usdc, weth], bob, 6n], swapOut],
  [`swapTokensForExactETH(${V2})`, [7n, 5n, [usdc, weth], bob, 6n], { ...swapOut, get: 'native' }],
  [
    `swapETHForExactTokens(${V2e})`,
    [7n, [usdc, weth], bob, 6n],
    { ...swapOut, give: 'native', giveAmount: '0x9' },
  ],
  [
    'addLiquidity(address,address,uint256,uint256,uint256,uint256,address,uint256)',
    [usdc, weth, 1n, 2n, 3n, 4n, bob, 6n],
    { kind: 'call', name: 'addLiquidity' },
  ],
  [
    'addLiquidityETH(address,uint256,uint256,uint256,address,uint256)',
    [usdc, 1n, 2n, 3n, bob, 6n],
    { kind: 'call' },
  ],
  [
    'removeLiquidity(address,address,uint256,uint256,uint256,address,uint256)',
    [usdc, weth, 1n, 2n, 3n, bob, 6n],
    { kind: 'call' },
  ],
  [
    'removeLiquidityETH(address,uint256,uint256,uint256,address,uint256)',
    [usdc, 1n, 2n, 3n, bob, 6n],
    { kind: 'call' },
  ],
  ...(['uint24', 'int24'] as const).flatMap((fee): [string, unknown[], object][] => [
    [
      `exactInputSingle((${single},${fee},address,uint256,uint256,uint256,uint160))`,
      [[usdc, weth, 500, bob, 6n, 5n, 7n, 0n]],
      { ...swapIn, deadline: '0x6' },
    ],
    [
      `exactOutputSingle((${single},${fee},address,uint256,uint256,uint256,uint160))`,
      [[usdc, weth, 500, bob, 6n, 7n, 5n, 0n]],
      { ...swapOut, deadline: '0x6' },
    ],
  ]),
  [
    `exactInputSingle((${single},uint24,address,uint256,uint256,uint160))`,
    [[usdc, weth, 500, bob, 5n, 7n, 0n]],
    { ...swapIn, deadline: null },
  ],
  [
    `exactOutputSingle((${single},uint24,address,uint256,uint256,uint160))`,
    [[usdc, weth, 500, bob, 7n, 5n, 0n]],
    swapOut,
  ],
  [
    'exactInput((bytes,address,uint256,uint256,uint256))',
    [[path3(usdc, contract, weth), bob, 6n, 5n, 7n]],
    { ...swapIn, deadline: '0x6' },
  ],
  ['exactInput((bytes,address,uint256,uint256))', [[path3(usdc, weth), bob, 5n, 7n]], swapIn],
  [
    'exactOutput((bytes,address,uint256,uint256,uint256))',
    [[path3(weth, contract, usdc), bob, 6n, 7n, 5n]],
    { ...swapOut, deadline: '0x6' },
  ],
  ['exactOutput((bytes,address,uint256,uint256))', [[path3(weth, usdc), bob, 7n, 5n]], swapOut],
  [
    'swapExactTokensForTokens(uint256,uint256,address[],address)',
    [5n, 7n, [usdc, weth], bob],
    swapIn,
  ],
  [
    'swapTokensForExactTokens(uint256,uint256,address[],address)',
    [7n, 5n, [usdc, weth], bob],
    swapOut,
  ],
  [
    'unwrapWETH9(uint256,address)',
    [5n, bob],
    { kind: 'unwrap', amount: '0x5', isLeast: true, to: bob },
  ],
  ['unwrapWETH9(uint256)', [5n], { kind: 'unwrap', amount: '0x5', isLeast: true, to: alice }],
  ['sweepToken(address,uint256,address)', [usdc, 5n, bob], { kind: 'sweep', token: usdc, to: bob }],
  [
    'sweepToken(address,uint256)',
    [usdc, 5n],
    { kind: 'sweep', token: usdc, amount: '0x5', to: alice },
  ],
  ['wrapETH(uint256)', [5n], { kind: 'wrap', amount: '0x5', to: contract }],
  ['refundETH()', [], { kind: 'sweep', token: 'native', to: alice }],
  ...['selfPermit', 'selfPermitIfNecessary'].map((name): [string, unknown[], object] => [
    `${name}(address,uint256,uint256,uint8,bytes32,bytes32)`,
    [usdc, maxUint256, 6n, ...signed],
    { kind: 'permit', owner: alice, spender: contract, token: usdc, isUnlimited: true },
  ]),
  [`swap(address,${desc},bytes,bytes)`, [stranger, terms, '0x', '0x12'], { ...swapIn, to: alice }],
  [`swap(address,${desc},bytes)`, [stranger, terms, '0x12'], { ...swapIn, to: alice }],
  [
    'transformERC20(address,address,uint256,uint256,(uint32,bytes)[])',
    ['0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE', weth, 5n, 7n, [[1, '0x12']]],
    { ...swapIn, give: 'native', to: alice },
  ],
  ['swap(address,address,uint256,uint256)', [usdc, weth, 5n, 7n], { ...swapIn, to: alice }],
]
