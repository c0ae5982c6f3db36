import { alice, bob, stranger } from '../accounts'
import { contract, signed, word, type Sample } from './encode'

const given = { kind: 'right', owner: alice, holder: bob, keeper: contract, id: null, left: 'all' }
const taken = { ...given, left: '0x0' }
const act = { ...given, right: 'act' }
const take = { ...given, right: 'take' }
const borrow = { ...given, right: 'borrow' }
const control = { ...given, right: 'control' }
const ofWord = { ...control, id: word }
const prefix = alice.slice(0, 40).toLowerCase()
const bySig = [6n, 7n, ...signed]

/** Samples of functions that give somebody else a right, or take it back, by their makers' signatures. */
export const samplesOfRights: readonly Sample[] = [
  ['setAuthorization(address,bool)', [bob, true], act],
  [
    'setAuthorizationWithSig((address,address,bool,uint256,uint256),(uint8,bytes32,bytes32))',
    [[stranger, bob, false, 6n, 7n], signed],
    { ...taken, right: 'act', owner: stranger },
  ],
  ['allow(address,bool)', [bob, false], { ...taken, right: 'act' }],
  [
    'allowBySig(address,address,bool,uint256,uint256,uint8,bytes32,bytes32)',
    [stranger, bob, true, ...bySig],
    { ...act, owner: stranger, deadline: '0x7' },
  ],
  ['approveDelegation(address,uint256)', [bob, 5n], { ...borrow, left: '0x5' }],
  [
    'delegationWithSig(address,address,uint256,uint256,uint8,bytes32,bytes32)',
    [stranger, bob, 2n ** 256n - 1n, 7n, ...signed],
    { ...borrow, owner: stranger, deadline: '0x7' },
  ],
  ['setAccountOperator(address,address,bool)', [stranger, bob, true], { ...act, owner: stranger }],
  ['setOperator(bytes19,address,uint256)', [prefix, bob, 3n], { ...act, owner: prefix }],
  ['setOperator(address,bool)', [bob, true], take],
  ['approve(address,uint256,uint256)', [bob, 7n, 5n], { ...take, id: '0x7', left: '0x5' }],
  ['authorizeOperator(address)', [bob], take],
  ['revokeOperator(address)', [bob], { ...taken, right: 'take' }],
  ['setRelayerApproval(address,address,bool)', [stranger, bob, true], { ...act, owner: stranger }],
  ['hope(address)', [bob], act],
  ['nope(address)', [bob], { ...taken, right: 'act' }],
  ['cdpAllow(uint256,address,uint256)', [7n, bob, 1n], { ...act, id: '0x7' }],
  ['give(uint256,address)', [7n, bob], { ...control, id: '0x7' }],
  ['signalTransfer(address)', [bob], act],
  ['delegateForAll(address,bool)', [bob, true], act],
  ['delegateAll(address,bytes32,bool)', [bob, word, true], { ...act, id: word }],
  ['delegate(address)', [bob], { ...given, right: 'vote' }],
  ['setOwner(bytes32,address)', [word, bob], ofWord],
  ['setRecord(bytes32,address,address,uint64)', [word, bob, stranger, 6n], ofWord],
  ['setResolver(bytes32,address)', [word, bob], ofWord],
  ['setSubnodeOwner(bytes32,bytes32,address)', [word, word, bob], ofWord],
  [
    'setSubnodeRecord(bytes32,bytes32,address,address,uint64)',
    [word, word, bob, stranger, 6n],
    ofWord,
  ],
  ['reclaim(uint256,address)', [7n, bob], { ...control, id: '0x7' }],
  ['transferOwnership(address)', [bob], control],
  ['setOwner(address)', [bob], control],
  ['setAuthority(address)', [bob], control],
  ['changeAdmin(address)', [bob], control],
  ['upgradeTo(address)', [bob], control],
  ['upgradeToAndCall(address,bytes)', [bob, '0x1234'], control],
  ['upgrade(address,address)', [stranger, bob], { ...control, keeper: stranger }],
  [
    'upgradeAndCall(address,address,bytes)',
    [stranger, bob, '0x'],
    { ...control, keeper: stranger },
  ],
  ['changeProxyAdmin(address,address)', [stranger, bob], { ...control, keeper: stranger }],
  ['setGuard(address)', [bob], control],
  ['setFallbackHandler(address)', [bob], control],
  ['grantRole(bytes32,address)', [word, bob], ofWord],
  ['revokeRole(bytes32,address)', [word, bob], { ...ofWord, left: '0x0' }],
  ['addOwnerWithThreshold(address,uint256)', [bob, 1n], control],
  ['swapOwner(address,address,address)', [stranger, alice, bob], control],
  ['removeOwner(address,address,uint256)', [stranger, bob, 1n], { ...control, left: '0x0' }],
  ['enableModule(address)', [bob], control],
  ['disableModule(address,address)', [stranger, bob], { ...control, left: '0x0' }],
]
