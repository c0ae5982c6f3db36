import { parseAbi, type Address } from 'viem'
import { ofPermit2, permitsOf, transferOf } from '../allowance'
import type { CallAction } from '../reading'
import { standard } from '../standard'
import { parts } from '../steps'

const structs = [
  'struct PermitDetails { address token; uint160 amount; uint48 expiration; uint48 nonce; }',
  'struct PermitSingle { PermitDetails details; address spender; uint256 sigDeadline; }',
  'struct PermitBatch { PermitDetails[] details; address spender; uint256 sigDeadline; }',
  'struct AllowanceTransferDetails { address from; address to; uint160 amount; address token; }',
  'struct TokenSpenderPair { address token; address spender; }',
  'struct TokenPermissions { address token; uint256 amount; }',
  'struct PermitTransferFrom { TokenPermissions permitted; uint256 nonce; uint256 deadline; }',
  'struct PermitBatchTransferFrom { TokenPermissions[] permitted; uint256 nonce; uint256 deadline; }',
  'struct SignatureTransferDetails { address to; uint256 requestedAmount; }',
] as const

const abi = parseAbi([
  ...structs,
  'function approve(address token, address spender, uint160 amount, uint48 expiration)',
  'function permit(address owner, PermitSingle permitSingle, bytes signature)',
  'function permit(address owner, PermitBatch permitBatch, bytes signature)',
  'function transferFrom(address from, address to, uint160 amount, address token)',
  'function transferFrom(AllowanceTransferDetails[] transferDetails)',
  'function lockdown(TokenSpenderPair[] approvals)',
  'function invalidateNonces(address token, address spender, uint48 newNonce)',
  'function invalidateUnorderedNonces(uint256 wordPos, uint256 mask)',
  'function permitTransferFrom(PermitTransferFrom permit, SignatureTransferDetails transferDetails, address owner, bytes signature)',
  'function permitTransferFrom(PermitBatchTransferFrom permit, SignatureTransferDetails[] transferDetails, address owner, bytes signature)',
  'function permitWitnessTransferFrom(PermitTransferFrom permit, SignatureTransferDetails transferDetails, address owner, bytes32 witness, string witnessTypeString, bytes signature)',
  'function permitWitnessTransferFrom(PermitBatchTransferFrom permit, SignatureTransferDetails[] transferDetails, address owner, bytes32 witness, string witnessTypeString, bytes signature)',
])

type Permitted = { token: Address }
type Requested = { to: Address; requestedAmount: bigint }

const signed = ({ token }: Permitted, { to, requestedAmount: amount }: Requested, from: Address) =>
  transferOf({ token, from, to, amount })

/** Permit2's IAllowanceTransfer and ISignatureTransfer (github.com/Uniswap/permit2). */
export const permit2Standard = standard('Permit2', abi, (decoded, context) => {
  const { functionName, args } = decoded
  const { from } = context
  switch (functionName) {
    case 'approve': {
      const [token, spender, amount, expiration] = args
      return {
        kind: 'approve',
        change: 'set',
        ...ofPermit2(from, token, spender, amount, expiration),
      }
    }
    case 'permit': {
      const [owner, { details, spender }] = args
      return permitsOf(owner, spender, details, context)
    }
    case 'transferFrom': {
      if (args.length === 1) return parts(args[0].map(transferOf), context)
      const [owner, to, amount, token] = args
      return transferOf({ from: owner, to, amount, token })
    }
    case 'lockdown': {
      const none = ({ token, spender }: (typeof args)[0][number]): CallAction => ({
        kind: 'approve',
        change: 'set',
        ...ofPermit2(from, token, spender, 0n, null),
      })
      return parts(args[0].map(none), context)
    }
    case 'permitTransferFrom':
    case 'permitWitnessTransferFrom': {
      const [{ permitted }, requested, owner] = args
      if ('token' in permitted)
        return 'to' in requested ? signed(permitted, requested, owner) : undefined
      if ('to' in requested || requested.length !== permitted.length) return undefined
      const pairs = requested.flatMap((one, index) => {
        const token = permitted[index]
        return token ? [signed(token, one, owner)] : []
      })
      return parts(pairs, context)
    }
    default:
      return { kind: 'call', name: functionName }
  }
})
