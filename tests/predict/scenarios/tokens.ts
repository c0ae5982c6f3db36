import { coins, unreadable } from '../contracts.ts'
import { people, type Scenario } from '../scenario.ts'

const { alice, bob, stranger } = people

/** Tokens whose transfers move nothing, whatever their logs say. */
const idle: readonly string[] = ['FalseToken', 'PhantomToken']

/** Tokens whose balances grow from block to block. */
const drifting: readonly string[] = ['GrowingToken', 'AccruingToken']

/** Tokens that scenarios approve and sell to the market. */
const sold = coins.filter((name) => !['FalseToken', 'Weth'].includes(name))

/** Tokens that lie about who gets them: nobody can tell. */
const isSecretly = (...names: string[]) => {
  return (name: string) => (names.includes(name) ? { isSecret: true as const } : {})
}
const secretlySent = isSecretly('DivertingToken', 'NoisyToken')
const secretlySold = isSecretly('DivertingToken')

const sent = coins.map((name): Scenario => {
  const isStill = idle.includes(name)
  return {
    name: `${name} sent`,
    ...(isStill ? { isStill } : {}),
    ...secretlySent(name),
    ...(drifting.includes(name) ? { isDrifting: true } : {}),
    calls: ({ call }) => [
      call(name, 'transfer', [bob, 12_340n]),
      call(name, 'transfer', [stranger, 60n]),
    ],
  }
})

/** Contracts that do not tell what token they are: one that a function nobody knows names may be anybody. */
const nameless = ['LoudToken', 'EndlessSymbol']

const traded = sold.map((name): Scenario => ({
  name: `${name} approved and sold`,
  ...(name === 'PhantomToken' ? { isStill: true } : {}),
  ...(drifting.includes(name) ? { isDrifting: true } : {}),
  allows: ({ at }) => [`ERC20 ${at(name)} ${at('Market')}`],
  ...(nameless.includes(name) ? { unchecked: ['rights'] } : {}),
  ...secretlySold(name),
  calls: ({ call, at }) => [
    call(name, 'approve', [at('Market'), 20_000n]),
    call('Market', 'pull', [at(name), 15_000n]),
  ],
}))

const hidden = unreadable.map((name): Scenario => ({
  name: `${name} sent`,
  unchecked: ['changes'],
  calls: ({ call, pay }) => [call(name, 'transfer', [bob, 12_340n]), pay(bob, 7n)],
}))

/** Batches that send and sell each odd token, and some for the oddities of a single one. */
export const tokens: readonly Scenario[] = [
  ...sent,
  ...traded,
  ...hidden,
  {
    name: 'rebased up between two transfers',
    calls: ({ call }) => [
      call('RebasingToken', 'transfer', [bob, 1000n]),
      call('RebasingToken', 'rebase', [2n * 10n ** 18n]),
      call('RebasingToken', 'transfer', [bob, 1000n]),
    ],
  },
  {
    name: 'rebased down and nothing else',
    calls: ({ call, pay }) => [call('RebasingToken', 'rebase', [7n * 10n ** 17n]), pay(bob, 1n)],
  },
  {
    name: 'one transfer with a fee',
    calls: ({ call }) => [call('FeeToken', 'transfer', [bob, 1000n])],
  },
  {
    name: 'bought with a fee',
    calls: ({ call, at }) => [
      call('Market', 'buy', [at('FeeToken')], 100n),
      call('Market', 'buy', [at('RewardToken')], 100n),
    ],
  },
  {
    name: 'bought of a liar',
    calls: ({ call, at }) => [
      call('Market', 'buy', [at('BoastingToken')], 100n),
      call('Market', 'buy', [at('PhantomToken')], 100n),
      call('Market', 'buy', [at('InvertedToken')], 100n),
    ],
  },
  {
    name: 'one that moves without a word',
    calls: ({ call }) => [call('SilentToken', 'transfer', [bob, 5n])],
  },
  {
    name: 'a silent token that another contract takes',
    isSecret: true,
    prepare: ({ before, call, at }) => before(call('SilentToken', 'approve', [at('Market'), 500n])),
    calls: ({ call, at, pay }) => [call('Market', 'pull', [at('SilentToken'), 400n]), pay(bob, 1n)],
  },
  {
    name: 'a gift that nobody asked for, and its log alone',
    calls: ({ call }) => [
      call('PhantomToken', 'mint', [alice, 900n]),
      call('PhantomToken', 'transfer', [alice, 10n ** 30n]),
    ],
  },
  {
    name: 'a balance of all there can be, moved by one',
    calls: ({ call }) => [call('HugeBalance', 'transfer', [bob, 5n])],
  },
  {
    name: 'false instead of a revert',
    isStill: true,
    calls: ({ call }) => [call('FalseToken', 'transfer', [bob, 10n ** 20n])],
  },
  {
    name: 'a token that burns all gas when asked, among good ones',
    unchecked: ['changes'],
    calls: ({ call }) => [
      call('usdc', 'transfer', [bob, 1n]),
      call('BurningBalance', 'transfer', [bob, 1n]),
      call('dai', 'transfer', [bob, 1n]),
    ],
  },
]
