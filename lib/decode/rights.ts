import { concat, numberToHex, pad, toFunctionSelector, type Hex } from 'viem'
import type { Argument } from './reading'
import type { Right } from '../db/outcome'

/**
 * One right as a contract keeps it. `proof`: the getter that tells of it, each parameter named by its role;
 * `isWho`: the getter answers with the holder. `event`: its signature, and the places of owner, holder and ID: its
 * topics first, and from 4 on the words of its data.
 */
export type RightKept = {
  right: Right
  proof?: string
  isWho?: true
  event?: readonly [signature: string, owner: number, holder: number, id?: number]
}

/**
 * Rights by their makers' code, each under the name of the contract or standard that keeps it. The functions
 * that give them, and the sources, stand in `standards/rightGivers.ts`.
 */
export const rights = {
  Morpho: {
    right: 'act',
    proof: 'isAuthorized(address owner,address holder)',
    event: ['SetAuthorization(address,address,address,bool)', 2, 3],
  },
  Comet: { right: 'act', proof: 'isAllowed(address owner,address holder)' },
  'Aave debt': {
    right: 'borrow',
    proof: 'borrowAllowance(address owner,address holder)',
    event: ['BorrowAllowanceDelegated(address,address,address,uint256)', 1, 2],
  },
  // A contract that gives this logs the event of the next one, whose getter tells of all sub-accounts.
  'Euler account': {
    right: 'act',
    proof: 'isAccountOperatorAuthorized(address owner,address holder)',
  },
  Euler: {
    right: 'act',
    proof: 'getOperator(bytes19 owner,address holder)',
    event: ['OperatorStatus(bytes19,address,uint256)', 1, 2],
  },
  'ERC-6909': {
    right: 'take',
    proof: 'isOperator(address owner,address holder)',
    event: ['OperatorSet(address,address,bool)', 1, 2],
  },
  'ERC-6909 ID': {
    right: 'take',
    proof: 'allowance(address owner,address holder,uint256 id)',
    event: ['Approval(address,address,uint256,uint256)', 1, 2, 3],
  },
  'ERC-777': {
    right: 'take',
    proof: 'isOperatorFor(address holder,address owner)',
    event: ['AuthorizedOperator(address,address)', 2, 1],
  },
  Balancer: {
    right: 'act',
    proof: 'hasApprovedRelayer(address owner,address holder)',
    event: ['RelayerApprovalChanged(address,address,bool)', 2, 1],
  },
  Maker: { right: 'act', proof: 'can(address owner,address holder)' },
  'Maker vault': { right: 'act', proof: 'cdpCan(address owner,uint256 id,address holder)' },
  'Maker vault owner': { right: 'control', proof: 'owns(uint256 id)', isWho: true },
  GMX: { right: 'act', proof: 'pendingReceivers(address owner)', isWho: true },
  'delegate.xyz 1': {
    right: 'act',
    proof: 'checkDelegateForAll(address holder,address owner)',
  },
  'delegate.xyz': {
    right: 'act',
    proof: 'checkDelegateForAll(address holder,address owner,bytes32 id)',
    event: ['DelegateAll(address,address,bytes32,bool)', 1, 2, 4],
  },
  Votes: {
    right: 'vote',
    proof: 'delegates(address owner)',
    isWho: true,
    event: ['DelegateChanged(address,address,address)', 1, 3],
  },
  ENS: { right: 'control', proof: 'owner(bytes32 id)', isWho: true },
  'ENS resolver': { right: 'control', proof: 'resolver(bytes32 id)', isWho: true },
  'ENS name': { right: 'control' },
  Ownable: {
    right: 'control',
    proof: 'owner()',
    isWho: true,
    event: ['OwnershipTransferred(address,address)', 1, 2],
  },
  DSAuth: { right: 'control', proof: 'authority()', isWho: true },
  Proxy: { right: 'control' },
  AccessControl: {
    right: 'control',
    proof: 'hasRole(bytes32 id,address holder)',
    event: ['RoleGranted(bytes32,address,address)', 3, 2, 1],
  },
  'Safe owner': { right: 'control', proof: 'isOwner(address holder)' },
  'Safe module': { right: 'control', proof: 'isModuleEnabled(address holder)' },
} as const satisfies Record<string, RightKept>

/** Arguments of a call by the role that their names give them, those of its tuples included. */
export type Roles = Partial<Record<string, string>>

/** Returns the arguments of a call by their names. */
export const rolesOf = (args: readonly Argument[]): Roles =>
  Object.fromEntries(
    args.flatMap(({ name, value }) =>
      typeof value === 'string' ? [[name, value]] : Object.entries(rolesOf(value)),
    ),
  )

/** Encodes the call of the getter that tells of a right; null if there is none, or a role is missing. */
export const proofOf = ({ proof }: RightKept, roles: Roles): Hex | null => {
  if (!proof) return null
  const words: Hex[] = [toFunctionSelector(proof)]
  for (const [, type, role = ''] of proof.matchAll(/(\w+) (\w+)/g)) {
    const value = roles[role]
    if (value === undefined) return null
    // An owner of 19 bytes stands for an account and its sub-accounts.
    if (type === 'bytes19') words.push(pad(value.slice(0, 40) as Hex, { dir: 'right', size: 32 }))
    else
      words.push(type === 'uint256' ? numberToHex(BigInt(value), { size: 32 }) : pad(value as Hex))
  }
  return concat(words)
}
