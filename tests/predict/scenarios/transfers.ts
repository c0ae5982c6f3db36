import { people, ether, most, type Scenario } from '../scenario.ts'

const { alice, bob, stranger } = people

/** Batches with ether and well-behaved tokens. */
export const transfers: readonly Scenario[] = [
  { name: 'ether to one', calls: ({ pay }) => [pay(stranger, ether)] },
  { name: 'ether to two', calls: ({ pay }) => [pay(stranger, ether), pay(bob, 5n)] },
  { name: 'a token to one', calls: ({ call }) => [call('usdc', 'transfer', [bob, 5_000_000n])] },
  {
    name: 'ether and two tokens',
    calls: ({ call, pay }) => [
      call('usdc', 'transfer', [bob, 5_000_000n]),
      call('dai', 'transfer', [stranger, ether]),
      pay(bob, ether),
    ],
  },
  {
    name: 'one unit to a friend, and the rest taken by a market',
    allows: ({ at }) => [`ERC20 ${at('usdc')} ${at('Market')}`],
    calls: ({ call, at }) => [
      call('usdc', 'transfer', [bob, 1_000_000n]),
      call('usdc', 'approve', [at('Market'), 1_000_000_000n]),
      call('Market', 'pull', [at('usdc'), 1_000_000_000n]),
    ],
  },
  {
    name: 'to itself',
    isStill: true,
    calls: ({ call, pay }) => [call('usdc', 'transfer', [alice, 7n]), pay(alice, 9n)],
  },
  {
    name: 'paid and given back in full',
    isStill: true,
    calls: ({ call, pay, at }) => [pay(at('Faucet'), 1000n), call('Faucet', 'give', [1000n])],
  },
  {
    name: 'a recipient that sends half back',
    calls: ({ pay, at }) => [pay(at('Boomerang'), 1000n), pay(at('Boomerang'), 31n)],
  },
  {
    name: 'one recipient that sends half back',
    calls: ({ pay, at }) => [pay(at('Boomerang'), 1001n)],
  },
  {
    name: 'a token whose recipient is told and sends a third back',
    calls: ({ call, at }) => [
      call('HookToken', 'transfer', [at('Boomerang'), 900n]),
      call('HookToken', 'transfer', [bob, 1n]),
    ],
  },
  {
    name: 'inherited by the account itself',
    isStill: true,
    calls: ({ call }) => [call('Testament', 'leaveTo', [alice], 10n)],
  },
  {
    name: 'inherited by others',
    calls: ({ call }) => [
      call('Testament', 'leaveTo', [bob], 10n),
      call('Testament', 'leaveTo', [alice], 12n),
    ],
    // The function is unknown, names Bob, and moves nothing but the ether that it is sent.
    unchecked: ['rights'],
  },
  {
    name: 'ether wrapped',
    calls: ({ call }) => [call('Weth', 'deposit', [], ether)],
  },
  {
    name: 'ether wrapped and unwrapped in part',
    calls: ({ call, pay, at }) => [
      call('Weth', 'deposit', [], ether),
      pay(at('Weth'), 50n),
      call('Weth', 'withdraw', [ether / 4n]),
    ],
  },
  {
    name: 'unwrapped',
    calls: ({ call }) => [call('Weth', 'withdraw', [1000n])],
  },
  {
    name: 'minted and burnt',
    calls: ({ call }) => [
      call('PermitToken', 'mint', [alice, 400n]),
      call('PermitToken', 'burn', [30n]),
      call('PermitToken', 'mint', [bob, 400n]),
    ],
    // The function is unknown, names Bob, and moves nothing of the account.
    unchecked: ['rights'],
  },
  {
    name: 'minted to more than half of all there can be',
    calls: ({ call }) => [
      call('PermitToken', 'mint', [alice, 2n ** 255n]),
      call('PermitToken', 'transfer', [bob, 2n ** 254n]),
    ],
  },
  {
    name: 'all of a token',
    calls: ({ call }) => [
      call('PermitToken', 'transfer', [bob, 10n ** 9n]),
      call('Bytes32Token', 'transfer', [bob, 10n ** 9n]),
    ],
  },
  {
    name: 'funded by the call before',
    calls: ({ call, pay }) => [
      call('Faucet', 'give', [1000n * ether]),
      pay(stranger, 10_500n * ether),
    ],
  },
  {
    name: 'tokens funded by the call before',
    calls: ({ call }) => [
      call('dai', 'mint', [alice, 5n * ether]),
      call('dai', 'transfer', [bob, 10_004n * ether]),
    ],
  },
  {
    name: 'words to nobody',
    isStill: true,
    calls: () => [
      { to: stranger, value: '0x0', data: '0x1234' },
      { to: stranger, value: '0x0', data: '0xa9059cbb' },
    ],
  },
  {
    name: 'a value with words to nobody',
    calls: () => [{ to: stranger, value: '0x10', data: '0x1234' }],
  },
  {
    name: 'to a precompile',
    calls: ({ pay }) => [
      pay('0x0000000000000000000000000000000000000004', 5n),
      pay('0x0000000000000000000000000000000000000001', 6n),
    ],
  },
  {
    name: 'deployed with words that pay',
    // anvil simulates no deployment.
    unchecked: ['changes', 'allowances'],
    isFor: ({ mode }) => mode === 'one',
    calls: ({ artifactOf }) => [{ to: null, value: '0x3e8', data: artifactOf('Newborn').bytecode }],
    extras: async ({ created }) => [{ standard: 'ERC20', address: await created() }],
  },
  {
    name: 'a token that the batch makes',
    calls: ({ call }) => [
      call('Mint', 'make', [`0x${'11'.repeat(32)}`]),
      call('usdc', 'transfer', [bob, 1n]),
    ],
    extras: ({ made }) => Promise.resolve([{ standard: 'ERC20', address: made() }]),
  },
  {
    name: 'nothing of something',
    isStill: true,
    calls: ({ call, pay }) => [
      call('usdc', 'transfer', [bob, 0n]),
      pay(bob, 0n),
      call('usdc', 'approve', [bob, 0n]),
    ],
  },
  {
    name: 'a number too large to be true',
    fails: 0,
    reason: /ERC20InsufficientBalance/,
    calls: ({ call, pay }) => [call('usdc', 'transfer', [bob, most]), pay(bob, 1n)],
  },
]
