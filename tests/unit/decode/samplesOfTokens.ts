import { type Address } from 'viem'
import { alice, bob, stranger } from '../accounts'
import { contract, signed, usdc, weth, word, type Sample } from './encode'

const ofToken = { owner: alice, token: contract, keeper: 'token', until: null }
const details = (token: Address) => [token, 5n, 1_700_000_000, 0] as const
const permitOf = (token: Address, owner: Address = alice) => ({
  kind: 'permit',
  owner,
  token,
  spender: bob,
  amount: '0x5',
  keeper: 'Permit2',
  until: '0x6553f100',
})
const moved = { kind: 'transfer', token: usdc, from: alice, to: bob, amount: '0x5', unit: 'amount' }
const steps = (...readings: object[]) => ({
  kind: 'multicall',
  steps: readings.map((reading) => ({ reading })),
})
const pt = '((address,uint256),uint256,uint256)'
const pts = '((address,uint256)[],uint256,uint256)'
const td = '(address,uint256)'

/** Samples of functions of tokens, allowances and vaults. */
export const samplesOfTokens: readonly Sample[] = [
  ['transfer(address,uint256)', [bob, 5n], { ...moved, token: contract }],
  [
    'approve(address,uint256)',
    [bob, 5n],
    {
      ...ofToken,
      kind: 'approve',
      change: 'set',
      amount: '0x5',
      unit: 'either',
      isUnlimited: false,
    },
  ],
  [
    'transferFrom(address,address,uint256)',
    [stranger, bob, 5n],
    { kind: 'transfer', from: stranger, to: bob, amount: '0x5', unit: 'either' },
  ],
  [
    'increaseAllowance(address,uint256)',
    [bob, 5n],
    { ...ofToken, kind: 'approve', change: 'add', amount: '0x5' },
  ],
  [
    'decreaseAllowance(address,uint256)',
    [bob, 5n],
    { ...ofToken, kind: 'approve', change: 'subtract', amount: '0x5' },
  ],
  [
    'permit(address,address,uint256,uint256,uint8,bytes32,bytes32)',
    [stranger, bob, 5n, 6n, ...signed],
    { ...ofToken, kind: 'permit', owner: stranger, spender: bob, amount: '0x5', deadline: '0x6' },
  ],
  [
    'permit(address,address,uint256,uint256,bool,uint8,bytes32,bytes32)',
    [stranger, bob, 0n, 6n, true, ...signed],
    { kind: 'permit', owner: stranger, spender: bob, isUnlimited: true, deadline: '0x6' },
  ],
  ...['transferWithAuthorization', 'receiveWithAuthorization'].flatMap(
    (name): [string, unknown[], object][] => [
      [
        `${name}(address,address,uint256,uint256,uint256,bytes32,uint8,bytes32,bytes32)`,
        [stranger, bob, 5n, 0n, 6n, word, ...signed],
        { kind: 'transfer', from: stranger, to: bob, amount: '0x5', deadline: '0x6' },
      ],
      [
        `${name}(address,address,uint256,uint256,uint256,bytes32,bytes)`,
        [stranger, bob, 5n, 0n, 6n, word, '0x1234'],
        { kind: 'transfer', from: stranger, to: bob, amount: '0x5', deadline: '0x6' },
      ],
    ],
  ),
  [
    'safeTransferFrom(address,address,uint256)',
    [alice, bob, 5n],
    { kind: 'transfer', from: alice, to: bob, amount: '0x5', unit: 'id' },
  ],
  [
    'safeTransferFrom(address,address,uint256,bytes)',
    [alice, bob, 5n, '0x12'],
    { kind: 'transfer', from: alice, to: bob, amount: '0x5', unit: 'id' },
  ],
  [
    'safeTransferFrom(address,address,uint256,uint256,bytes)',
    [alice, bob, 5n, 6n, '0x'],
    { kind: 'transferItems', from: alice, to: bob, items: [{ id: '0x5', amount: '0x6' }] },
  ],
  [
    'transfer(address,uint256,uint256)',
    [bob, 5n, 6n],
    { kind: 'transferItems', from: alice, to: bob, items: [{ id: '0x5', amount: '0x6' }] },
  ],
  [
    'transferFrom(address,address,uint256,uint256)',
    [stranger, bob, 5n, 6n],
    { kind: 'transferItems', from: stranger, to: bob, items: [{ id: '0x5', amount: '0x6' }] },
  ],
  [
    'safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)',
    [alice, bob, [5n, 7n], [6n, 8n], '0x'],
    {
      kind: 'transferItems',
      items: [
        { id: '0x5', amount: '0x6' },
        { id: '0x7', amount: '0x8' },
      ],
    },
  ],
  [
    'setApprovalForAll(address,bool)',
    [bob, true],
    { kind: 'approveAll', owner: alice, token: contract, operator: bob, isApproved: true },
  ],
  [
    'approve(address,address,uint160,uint48)',
    [usdc, bob, 5n, 1_700_000_000],
    { ...permitOf(usdc), kind: 'approve', change: 'set', isUnlimited: false },
  ],
  [
    'permit(address,((address,uint160,uint48,uint48),address,uint256),bytes)',
    [stranger, [details(usdc), bob, 6n], '0x12'],
    { ...permitOf(usdc, stranger), deadline: '0x6' },
  ],
  [
    'permit(address,((address,uint160,uint48,uint48)[],address,uint256),bytes)',
    [alice, [[details(usdc), details(weth)], bob, 6n], '0x12'],
    { ...steps(permitOf(usdc), permitOf(weth)), deadline: '0x6' },
  ],
  ['transferFrom(address,address,uint160,address)', [alice, bob, 5n, usdc], moved],
  ['transferFrom((address,address,uint160,address)[])', [[[alice, bob, 5n, usdc]]], steps(moved)],
  [
    'lockdown((address,address)[])',
    [[[usdc, bob]]],
    steps({ kind: 'approve', token: usdc, spender: bob, amount: '0x0', keeper: 'Permit2' }),
  ],
  ['invalidateNonces(address,address,uint48)', [usdc, bob, 5], { kind: 'call' }],
  ['invalidateUnorderedNonces(uint256,uint256)', [1n, 2n], { kind: 'call' }],
  [
    `permitTransferFrom(${pt},${td},address,bytes)`,
    [[[usdc, 9n], 0n, 6n], [bob, 5n], alice, '0x'],
    { ...moved, deadline: '0x6' },
  ],
  [
    `permitTransferFrom(${pts},${td}[],address,bytes)`,
    [[[[usdc, 9n]], 0n, 6n], [[bob, 5n]], alice, '0x'],
    { ...steps(moved), deadline: '0x6' },
  ],
  [
    `permitWitnessTransferFrom(${pt},${td},address,bytes32,string,bytes)`,
    [[[usdc, 9n], 0n, 6n], [bob, 5n], alice, word, 'Witness', '0x'],
    moved,
  ],
  [
    `permitWitnessTransferFrom(${pts},${td}[],address,bytes32,string,bytes)`,
    [[[[usdc, 9n]], 0n, 6n], [[bob, 5n]], alice, word, 'Witness', '0x'],
    steps(moved),
  ],
  ['deposit()', [], { kind: 'deposit', vault: contract, amount: '0x9', of: 'native', to: alice }],
  ['withdraw(uint256)', [5n], { kind: 'withdraw', vault: contract, amount: '0x5', of: 'assets' }],
  [
    'deposit(uint256,address)',
    [5n, bob],
    { kind: 'deposit', amount: '0x5', of: 'assets', to: bob },
  ],
  ['mint(uint256,address)', [5n, bob], { kind: 'deposit', amount: '0x5', of: 'shares', to: bob }],
  [
    'withdraw(uint256,address,address)',
    [5n, bob, alice],
    { kind: 'withdraw', amount: '0x5', of: 'assets', from: alice, to: bob },
  ],
  [
    'redeem(uint256,address,address)',
    [5n, bob, alice],
    { kind: 'withdraw', amount: '0x5', of: 'shares', from: alice, to: bob },
  ],
]
