import { parseAbi, type Address, type Hex } from 'viem'
import type { CallAction } from '../reading'
import { standard, type Context, type Inner } from '../standard'

/** Returns calls as steps of a multicall; undefined at the deepest level that is read. */
export const opened = ({ open }: Context, calls: readonly Inner[]): CallAction | undefined =>
  open && { kind: 'multicall', steps: open(calls) }

/**
 * `multicall` of Uniswap's V3 periphery and SwapRouter02 (github.com/Uniswap/swap-router-contracts): calls of
 * the contract to itself.
 */
export const selfMulticall = standard(
  'Uniswap, OpenZeppelin',
  parseAbi([
    'function multicall(bytes[] data)',
    'function multicall(uint256 deadline, bytes[] data)',
    'function multicall(bytes32 previousBlockhash, bytes[] data)',
  ]),
  ({ args }, context) => {
    const list: readonly Hex[] = args.length === 1 ? args[0] : args[1]
    // The contract delegatecalls itself: each call keeps the outer sender.
    return opened(
      context,
      list.map((data) => ({ from: context.from, to: context.to, data })),
    )
  },
)

type Multicalled = { target: Address; callData: Hex; allowFailure?: boolean; value?: bigint }

/** Multicall3 (github.com/mds1/multicall3), which is itself the sender of the calls. */
export const multicall3Standard = standard(
  'Multicall3',
  parseAbi([
    'struct Call { address target; bytes callData; }',
    'struct Call3 { address target; bool allowFailure; bytes callData; }',
    'struct Call3Value { address target; bool allowFailure; uint256 value; bytes callData; }',
    'function aggregate(Call[] calls)',
    'function tryAggregate(bool requireSuccess, Call[] calls)',
    'function blockAndAggregate(Call[] calls)',
    'function tryBlockAndAggregate(bool requireSuccess, Call[] calls)',
    'function aggregate3(Call3[] calls)',
    'function aggregate3Value(Call3Value[] calls)',
  ]),
  ({ args }, context) => {
    const [first, second] = args
    const mayAllFail = first === false
    const calls: readonly Multicalled[] = typeof first === 'boolean' ? second : first
    return opened(
      context,
      calls.map((call) => ({
        from: context.to,
        to: call.target,
        data: call.callData,
        value: call.value ?? 0n,
        mayFail: call.allowFailure ?? mayAllFail,
      })),
    )
  },
)
