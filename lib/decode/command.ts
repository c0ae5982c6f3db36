import { numberToHex, parseAbi, type Abi, type AbiFunction, type Address } from 'viem'
import { permitsOf, transferOf } from './allowance'
import { readArguments } from './arguments'
import type { CallAction, DecodedCall } from './reading'
import type { Context } from './standard'
import { bare, parts } from './steps'
import { assetOf, endsOf, swapExactIn, swapExactOut } from './swap'

/**
 * Commands with the same number in every version of the Universal Router (its Commands.sol); from 0x10 on,
 * versions differ. Commands have no selector: they are written as functions only for their types.
 */
const abi = parseAbi([
  'struct PermitDetails { address token; uint160 amount; uint48 expiration; uint48 nonce; }',
  'struct PermitSingle { PermitDetails details; address spender; uint256 sigDeadline; }',
  'struct PermitBatch { PermitDetails[] details; address spender; uint256 sigDeadline; }',
  'struct AllowanceTransferDetails { address from; address to; uint160 amount; address token; }',
  'function V3_SWAP_EXACT_IN(address recipient, uint256 amountIn, uint256 amountOutMin, bytes path, bool payerIsUser)',
  'function V3_SWAP_EXACT_OUT(address recipient, uint256 amountOut, uint256 amountInMax, bytes path, bool payerIsUser)',
  'function PERMIT2_TRANSFER_FROM(address token, address recipient, uint160 amount)',
  'function PERMIT2_PERMIT_BATCH(PermitBatch permitBatch, bytes signature)',
  'function SWEEP(address token, address recipient, uint256 amountMin)',
  'function TRANSFER(address token, address recipient, uint256 value)',
  'function PAY_PORTION(address token, address recipient, uint256 bips)',
  'function V2_SWAP_EXACT_IN(address recipient, uint256 amountIn, uint256 amountOutMin, address[] path, bool payerIsUser)',
  'function V2_SWAP_EXACT_OUT(address recipient, uint256 amountOut, uint256 amountInMax, address[] path, bool payerIsUser)',
  'function PERMIT2_PERMIT(PermitSingle permitSingle, bytes signature)',
  'function WRAP_ETH(address recipient, uint256 amountMin)',
  'function UNWRAP_WETH(address recipient, uint256 amountMin)',
  'function PERMIT2_TRANSFER_FROM_BATCH(AllowanceTransferDetails[] batchDetails)',
  'function BALANCE_CHECK_ERC20(address owner, address token, uint256 minBalance)',
])

const numbers = [0, 1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12, 13, 14]

/** Amount by which the router means its whole balance of a token. */
const wholeBalance = 2n ** 255n

/** Returns an amount of a swap, or null for the router's whole balance, which V2 swaps also write as 0. */
const heldBy = (amount: bigint): bigint | null =>
  amount === wholeBalance || amount === 0n ? null : amount

type Permitted = Parameters<typeof permitsOf>[2]

const deedOf = (
  name: string,
  args: readonly unknown[],
  context: Context,
): CallAction | undefined => {
  const { from, to } = context
  // The router writes address 1 for the sender and address 2 for itself.
  const party = (one: unknown): Address =>
    BigInt(one as Address) === 1n ? from : BigInt(one as Address) === 2n ? to : (one as Address)
  const [first, second, third, path] = args as [Address, bigint, bigint, unknown]
  const ends = Array.isArray(path)
    ? [path[0], path.at(-1)]
    : typeof path === 'string'
      ? endsOf(path as Address)
      : []
  const [start, end] = ends as (Address | undefined)[]

  switch (name) {
    case 'V2_SWAP_EXACT_IN':
    case 'V3_SWAP_EXACT_IN':
      return swapExactIn({
        give: start,
        giveAmount: heldBy(second),
        get: end,
        getAmount: third,
        to: party(first),
      })
    case 'V2_SWAP_EXACT_OUT':
      return swapExactOut({
        give: start,
        giveAmount: third,
        get: end,
        getAmount: second,
        to: party(first),
      })
    case 'V3_SWAP_EXACT_OUT':
      return swapExactOut({
        give: end,
        giveAmount: third,
        get: start,
        getAmount: second,
        to: party(first),
      })
    case 'PERMIT2_TRANSFER_FROM':
      return {
        kind: 'transfer',
        token: first,
        from,
        to: party(second),
        unit: 'amount',
        amount: numberToHex(third),
      }
    case 'TRANSFER': {
      const amount = third === wholeBalance ? null : numberToHex(third)
      return {
        kind: 'transfer',
        token: assetOf(first),
        from: to,
        to: party(second),
        amount,
        unit: 'amount',
      }
    }
    case 'SWEEP':
      return { kind: 'sweep', token: assetOf(first), amount: numberToHex(third), to: party(second) }
    case 'WRAP_ETH': {
      const amount = heldBy(second)
      return {
        kind: 'wrap',
        token: null,
        amount: amount === null ? null : numberToHex(amount),
        to: party(first),
      }
    }
    case 'UNWRAP_WETH':
      return {
        kind: 'unwrap',
        token: null,
        amount: numberToHex(second),
        isLeast: true,
        to: party(first),
      }
    case 'PERMIT2_PERMIT':
    case 'PERMIT2_PERMIT_BATCH': {
      const { details, spender } = args[0] as { details: Permitted; spender: Address }
      return permitsOf(from, spender, details, context)
    }
    case 'PERMIT2_TRANSFER_FROM_BATCH':
      return parts((args[0] as Parameters<typeof transferOf>[0][]).map(transferOf), context)
    default:
      return { kind: 'call', name }
  }
}

/** Reads one command of the Universal Router; `unknown` if its number or its encoding is not known. */
export const readCommand = (
  number: number,
  input: `0x${string}`,
  context: Context,
): DecodedCall => {
  const item = (abi as Abi)[numbers.indexOf(number)] as AbiFunction | undefined
  const found = item && readArguments(item.inputs, input)
  const name = item?.name ?? numberToHex(number, { size: 1 })
  const unread: CallAction = { kind: 'unknown', name, bytes: (input.length - 2) / 2 }
  if (!found) return bare(unread)
  const deed = deedOf(name, found.values, context) ?? unread
  return { ...bare(deed), standard: 'Universal Router', args: found.args }
}
