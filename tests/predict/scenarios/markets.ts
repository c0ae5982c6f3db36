import { ether, most, people, type Scenario } from '../scenario.ts'

const { alice, bob, stranger } = people

/** Batches with contracts that move several assets in one call, or assets of others. */
export const markets: readonly Scenario[] = [
  {
    name: 'sold for ether',
    allows: ({ at }) => [`ERC20 ${at('PermitToken')} ${at('Market')}`],
    calls: ({ call, at }) => [
      call('PermitToken', 'approve', [at('Market'), 5_000n]),
      call('Market', 'sell', [at('PermitToken'), 5_000n]),
    ],
  },
  {
    name: 'a fee on what is sold for ether',
    calls: ({ call, at }) => [
      call('FeeToken', 'approve', [at('Market'), 5_000n]),
      call('Market', 'sell', [at('FeeToken'), 5_000n]),
    ],
  },
  {
    name: 'several calls in one, and its value counted for each',
    // Nobody can read its steps.
    unchecked: ['rights'],
    calls: ({ call, at, encode }) => [
      call('PermitToken', 'approve', [at('Market'), most]),
      call(
        'Market',
        'multicall',
        [
          [
            encode('Market', 'pull', [at('PermitToken'), 77n]),
            encode('Market', 'buy', [at('Bytes32Token')]),
            encode('Market', 'buy', [at('FeeToken')]),
            encode('Market', 'multicall', [[encode('Market', 'buy', [at('RewardToken')])]]),
          ],
        ],
        100n,
      ),
    ],
  },
  {
    name: 'one call with several in it',
    unchecked: ['rights'],
    calls: ({ call, at, encode }) => [
      call('Market', 'multicall', [
        [
          encode('Market', 'sweep', [at('Bytes32Token'), alice]),
          encode('Market', 'sweep', [at('FeeToken'), alice]),
        ],
      ]),
    ],
  },
  {
    name: 'others’ calls, one of which may fail',
    // Nobody can read two of them.
    unchecked: ['rights'],
    calls: ({ call, at, encode, pay }) => [
      call(
        'Aggregator',
        'aggregate3Value',
        [
          [
            {
              target: at('Failing'),
              allowFailure: true,
              value: 3n,
              callData: encode('Failing', 'silent'),
            },
            { target: bob, allowFailure: false, value: 5n, callData: '0x' },
            {
              target: at('usdc'),
              allowFailure: false,
              value: 0n,
              callData: encode('usdc', 'mint', [alice, 44n]),
            },
          ],
        ],
        10n,
      ),
      pay(bob, 1n),
    ],
  },
  {
    name: 'others’ calls, one of which may not fail',
    fails: 1,
    reason: /Multicall3: call failed/,
    calls: ({ call, at, encode, pay }) => [
      pay(bob, 1n),
      call('Aggregator', 'aggregate3Value', [
        [
          {
            target: at('Failing'),
            allowFailure: false,
            value: 0n,
            callData: encode('Failing', 'silent'),
          },
        ],
      ]),
    ],
  },
  {
    name: 'deposited in a vault and taken out in part',
    allows: ({ at }) => [`ERC20 ${at('PermitToken')} ${at('Vault')}`],
    calls: ({ call, at }) => [
      call('PermitToken', 'approve', [at('Vault'), 9_000n]),
      call('Vault', 'deposit', [9_000n, alice]),
      call('Vault', 'redeem', [3_000n, alice, alice]),
    ],
  },
  {
    name: 'taken out of a vault for another',
    prepare: ({ before, call, at }) =>
      before(
        call('PermitToken', 'approve', [at('Vault'), 9_000n]),
        call('Vault', 'deposit', [9_000n, alice]),
      ),
    calls: ({ call }) => [
      call('Vault', 'redeem', [300n, bob, alice]),
      call('Vault', 'redeem', [300n, stranger, alice]),
    ],
  },
  {
    name: 'after a batch that is in no block',
    ahead: ({ pay, call }) => [
      pay(bob, 5_000n * ether),
      call('usdc', 'transfer', [bob, 4_000_000_000n]),
    ],
    calls: ({ pay, call }) => [
      pay(stranger, 10n),
      call('usdc', 'transfer', [stranger, 1_000_000n]),
    ],
  },
  {
    name: 'what a batch that is in no block has spent',
    fails: 1,
    reason: /ERC20InsufficientBalance/,
    ahead: ({ pay, call }) => [pay(bob, 5n), call('usdc', 'transfer', [bob, 9_000_000_000n])],
    calls: ({ pay, call }) => [
      pay(stranger, 10n),
      call('usdc', 'transfer', [stranger, 2_000_000_000n]),
    ],
  },
]
