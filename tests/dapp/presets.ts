import {
  encodeFunctionData,
  erc20Abi,
  numberToHex,
  parseAbi,
  parseEther,
  parseUnits,
  type Address,
  type Hex,
} from 'viem'
import type { LocalChain } from './localChain'

/** Context in which a preset builds its params. */
export type Context = {
  from: Address
  chainId: number
  local: LocalChain | null
  lastId: string | undefined
}

type Call = { to: Address; value?: Hex; data?: Hex }

type Preset = {
  name: string
  hint: (context: Context) => string
  // Returns the params; null if they need the local chain's contracts and there are none.
  params: (context: Context) => object | null
}

const swapAbi = parseAbi([
  'function swap(address tokenIn, address tokenOut, uint256 amountIn, uint256 minOut) returns (uint256 out)',
])

/** The last 20 bytes of keccak256('volley playground'): nobody has the key of this account. */
export const recipient: Address = '0xD52d453495b250648B431D6078eA37E7a6cbAd18'

const sold = parseUnits('100', 6)
const bought = parseUnits('200', 18)

const request = ({ from, chainId, local }: Context, atomicRequired: boolean, calls: Call[]) => ({
  version: '2.0.0',
  from,
  chainId: numberToHex(local?.chainId ?? chainId),
  atomicRequired,
  calls,
})

// On any other chain value is real: the call goes to the user's own account and moves nothing.
const oneCall = (context: Context) =>
  request(context, false, [
    context.local
      ? { to: recipient, value: numberToHex(parseEther('0.01')) }
      : { to: context.from, value: '0x0' },
  ])

const approve = ({ usdc, swap }: LocalChain): Call => ({
  to: usdc,
  data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [swap, sold] }),
})

const swapFor = ({ usdc, dai, swap }: LocalChain, minOut: bigint): Call => ({
  to: swap,
  data: encodeFunctionData({
    abi: swapAbi,
    functionName: 'swap',
    args: [usdc, dai, sold, minOut],
  }),
})

const transfer = ({ dai }: LocalChain): Call => ({
  to: dai,
  data: encodeFunctionData({
    abi: erc20Abi,
    functionName: 'transfer',
    args: [recipient, parseUnits('50', 18)],
  }),
})

/** Presets in the order in which the page shows them. */
export const presets: Preset[] = [
  {
    name: 'One call',
    hint: ({ local }) =>
      local ? 'Sends 0.01 ETH in one transaction.' : 'Sends 0 ETH to yourself: only gas is spent.',
    params: oneCall,
  },
  {
    name: 'Approve + swap + transfer',
    hint: () => 'Swaps 100 lUSDC for 200 lDAI and sends 50 of them on.',
    params: (context) =>
      context.local &&
      request(context, true, [
        approve(context.local),
        swapFor(context.local, bought),
        transfer(context.local),
      ]),
  },
  {
    name: 'Paid by somebody else',
    hint: () => 'Allows the swap 100 lUSDC. An account with nothing can send it: it pays no gas.',
    params: (context) =>
      context.local?.paymaster
        ? {
            ...request(context, false, [approve(context.local)]),
            capabilities: { paymasterService: { url: context.local.paymaster } },
          }
        : null,
  },
  {
    name: 'One that reverts',
    hint: () => 'The swap asks for more than it can get: status 500 if atomic, 600 in order.',
    params: (context) =>
      context.local &&
      request(context, true, [approve(context.local), swapFor(context.local, bought * 2n)]),
  },
  {
    name: 'Wrong chain',
    hint: () => 'A chain that no wallet has: error 5710.',
    params: (context) => ({ ...oneCall(context), chainId: '0xffffff' }),
  },
  {
    name: 'Wrong version',
    hint: () => 'Version 1.0 of an older draft: error -32000.',
    params: (context) => ({ ...oneCall(context), version: '1.0' }),
  },
  {
    name: 'Unknown capability',
    hint: () => 'A capability that is not optional: error 5700.',
    params: (context) => ({
      ...oneCall(context),
      capabilities: { unknownCapability: { optional: false } },
    }),
  },
  {
    name: 'Duplicate id',
    hint: ({ lastId }) =>
      lastId
        ? 'The id of the last accepted batch: error 5720.'
        : 'An id of the page’s own: send it twice, the second time is error 5720.',
    params: (context) => ({ ...oneCall(context), id: context.lastId ?? 'playground-duplicate' }),
  },
]
