import { numberToHex, parseAbi, type Abi, type Address, type Hex } from 'viem'
import { unlimited } from '../../values/unlimited'
import { proofOf, rights, rolesOf, type RightKept, type Roles } from '../rights'
import type { CallAction } from '../reading'
import { standard, type Standard } from '../standard'

/** Functions that take a right back by their name alone. */
const takesBack = /^(revoke|remove|disable|nope)/

/**
 * Returns the functions that give or take back a right. The names of their parameters are roles: `owner`
 * (without one, the sender), `holder`, `given`, `amount`, `id`, `keeper` (without one, the callee).
 */
const of = (name: keyof typeof rights, abi: Abi): Standard => {
  const kept: RightKept = rights[name]
  return standard(name, abi, ({ functionName }, { from, to, named }): CallAction => {
    const roles: Roles = { owner: from, ...rolesOf(named) }
    const { given, amount, id } = roles
    const isGiven = !takesBack.test(functionName) && given !== 'false' && amount !== '0'
    const isAll = !/take|borrow/.test(kept.right) || !amount || BigInt(amount) >= unlimited.token
    return {
      kind: 'right',
      right: kept.right,
      owner: roles.owner as Address,
      holder: (roles.holder ?? from) as Address,
      keeper: (roles.keeper ?? to) as Address,
      id: id === undefined ? null : id.startsWith('0x') ? (id as Hex) : numberToHex(BigInt(id)),
      left: !isGiven ? '0x0' : isAll ? 'all' : numberToHex(BigInt(amount)),
      proof: proofOf(kept, roles),
      isWho: kept.isWho ?? false,
    }
  })
}

const signature = 'uint8 v, bytes32 r, bytes32 s'

/** Calls that give somebody else a right that is no allowance of a token, or take one back. */
export const rightGivers: readonly Standard[] = [
  // IMorpho.sol (github.com/morpho-org/morpho-blue)
  of(
    'Morpho',
    parseAbi([
      'function setAuthorization(address holder, bool given)',
      `function setAuthorizationWithSig((address owner, address holder, bool given, uint256 nonce, uint256 deadline) authorization, (${signature}) signature)`,
    ]),
  ),
  // CometExtInterface.sol (github.com/compound-finance/comet)
  of(
    'Comet',
    parseAbi([
      'function allow(address holder, bool given)',
      `function allowBySig(address owner, address holder, bool given, uint256 nonce, uint256 expiry, ${signature})`,
    ]),
  ),
  // ICreditDelegationToken.sol (github.com/aave/aave-v3-core)
  of(
    'Aave debt',
    parseAbi([
      'function approveDelegation(address holder, uint256 amount)',
      `function delegationWithSig(address owner, address holder, uint256 amount, uint256 deadline, ${signature})`,
    ]),
  ),
  // IEthereumVaultConnector.sol (github.com/euler-xyz/ethereum-vault-connector)
  of(
    'Euler account',
    parseAbi(['function setAccountOperator(address owner, address holder, bool given)']),
  ),
  of('Euler', parseAbi(['function setOperator(bytes19 owner, address holder, uint256 amount)'])),
  // eips.ethereum.org/EIPS/eip-6909
  of('ERC-6909', parseAbi(['function setOperator(address holder, bool given)'])),
  of('ERC-6909 ID', parseAbi(['function approve(address holder, uint256 id, uint256 amount)'])),
  // eips.ethereum.org/EIPS/eip-777
  of(
    'ERC-777',
    parseAbi([
      'function authorizeOperator(address holder)',
      'function revokeOperator(address holder)',
    ]),
  ),
  // IVault.sol (github.com/balancer/balancer-v2-monorepo)
  of(
    'Balancer',
    parseAbi(['function setRelayerApproval(address owner, address holder, bool given)']),
  ),
  // vat.sol (github.com/makerdao/dss), DssCdpManager.sol (github.com/makerdao/dss-cdp-manager)
  of('Maker', parseAbi(['function hope(address holder)', 'function nope(address holder)'])),
  of('Maker vault', parseAbi(['function cdpAllow(uint256 id, address holder, uint256 amount)'])),
  of('Maker vault owner', parseAbi(['function give(uint256 id, address holder)'])),
  // RewardRouterV2.sol (github.com/gmx-io/gmx-contracts)
  of('GMX', parseAbi(['function signalTransfer(address holder)'])),
  // github.com/delegatexyz/delegate-registry, versions 1 and 2
  of('delegate.xyz 1', parseAbi(['function delegateForAll(address holder, bool given)'])),
  of('delegate.xyz', parseAbi(['function delegateAll(address holder, bytes32 id, bool given)'])),
  // IVotes.sol (github.com/OpenZeppelin/openzeppelin-contracts)
  of('Votes', parseAbi(['function delegate(address holder)'])),
  // ENS.sol, BaseRegistrarImplementation.sol (github.com/ensdomains/ens-contracts)
  of(
    'ENS',
    parseAbi([
      'function setOwner(bytes32 id, address holder)',
      'function setRecord(bytes32 id, address holder, address resolver, uint64 ttl)',
    ]),
  ),
  of('ENS resolver', parseAbi(['function setResolver(bytes32 id, address holder)'])),
  of(
    'ENS name',
    parseAbi([
      'function setSubnodeOwner(bytes32 id, bytes32 label, address holder)',
      'function setSubnodeRecord(bytes32 id, bytes32 label, address holder, address resolver, uint64 ttl)',
      'function reclaim(uint256 id, address holder)',
    ]),
  ),
  // Ownable.sol (github.com/OpenZeppelin/openzeppelin-contracts), auth.sol (github.com/dapphub/ds-auth)
  of(
    'Ownable',
    parseAbi(['function transferOwnership(address holder)', 'function setOwner(address holder)']),
  ),
  of('DSAuth', parseAbi(['function setAuthority(address holder)'])),
  // Proxies and ProxyAdmin.sol (github.com/OpenZeppelin/openzeppelin-contracts), GuardManager.sol and
  // FallbackManager.sol (github.com/safe-global/safe-smart-account): no getter that everybody may call
  of(
    'Proxy',
    parseAbi([
      'function changeAdmin(address holder)',
      'function upgradeTo(address holder)',
      'function upgradeToAndCall(address holder, bytes data)',
      'function upgrade(address keeper, address holder)',
      'function upgradeAndCall(address keeper, address holder, bytes data)',
      'function changeProxyAdmin(address keeper, address holder)',
      'function setGuard(address holder)',
      'function setFallbackHandler(address holder)',
    ]),
  ),
  // AccessControl.sol (github.com/OpenZeppelin/openzeppelin-contracts)
  of(
    'AccessControl',
    parseAbi([
      'function grantRole(bytes32 id, address holder)',
      'function revokeRole(bytes32 id, address holder)',
    ]),
  ),
  // OwnerManager.sol, ModuleManager.sol (github.com/safe-global/safe-smart-account)
  of(
    'Safe owner',
    parseAbi([
      'function addOwnerWithThreshold(address holder, uint256 threshold)',
      'function swapOwner(address prevOwner, address oldOwner, address holder)',
      'function removeOwner(address prevOwner, address holder, uint256 threshold)',
    ]),
  ),
  of(
    'Safe module',
    parseAbi([
      'function enableModule(address holder)',
      'function disableModule(address prevModule, address holder)',
    ]),
  ),
]
