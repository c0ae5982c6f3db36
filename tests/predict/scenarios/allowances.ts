import { far, permit } from '../permit.ts'
import { most, people, type Scenario, type Tools } from '../scenario.ts'

const { alice, bob, stranger } = people

const swap = ({ call, at }: Tools, amount: bigint, minimum = 0n) =>
  call('swap', 'swap', [at('usdc'), at('dai'), amount, minimum])

const permit2 = ({ at, call }: Tools, amount: bigint, until = far) =>
  call('Permit2', 'approve', [at('PermitToken'), at('Permit2Market'), amount, until])

const forSwap = ({ at }: Tools) => [`ERC20 ${at('usdc')} ${at('swap')}`]

const forPermit2 = ({ at }: Tools) => [`Permit2 ${at('PermitToken')} ${at('Permit2Market')}`]

/** Batches that give, use, use up and take back allowances. */
export const allowances: readonly Scenario[] = [
  {
    name: 'one allowance',
    isStill: true,
    allows: forSwap,
    calls: ({ call, at }) => [call('usdc', 'approve', [at('swap'), 5n])],
  },
  {
    name: 'an allowance without end',
    isStill: true,
    allows: forSwap,
    calls: ({ call, at, pay }) => [call('usdc', 'approve', [at('swap'), most]), pay(bob, 0n)],
  },
  {
    name: 'approved and swapped to the last',
    allows: forSwap,
    calls: (tools) => [
      tools.call('usdc', 'approve', [tools.at('swap'), 100_000_000n]),
      swap(tools, 100_000_000n),
    ],
  },
  {
    name: 'approved more than swapped',
    inEveryWay: true,
    allows: forSwap,
    calls: (tools) => [
      tools.call('usdc', 'approve', [tools.at('swap'), 150_000_000n]),
      swap(tools, 100_000_000n),
    ],
  },
  {
    name: 'approved without end and swapped',
    allows: forSwap,
    calls: (tools) => [
      tools.call('usdc', 'approve', [tools.at('swap'), most]),
      swap(tools, 100_000_000n),
    ],
  },
  {
    name: 'swapped by an older allowance',
    prepare: ({ before, call, at }) => before(call('usdc', 'approve', [at('swap'), 900_000_000n])),
    calls: (tools) => [swap(tools, 100_000_000n), swap(tools, 1_000_000n)],
  },
  {
    name: 'swapped by an older allowance without end',
    prepare: ({ before, call, at }) => before(call('usdc', 'approve', [at('swap'), most])),
    calls: (tools) => [swap(tools, 100_000_000n), swap(tools, 1_000_000n)],
  },
  {
    name: 'swapped there and back',
    allows: (tools) => [...forSwap(tools), `ERC20 ${tools.at('dai')} ${tools.at('swap')}`],
    calls: (tools) => [
      tools.call('usdc', 'approve', [tools.at('swap'), 100_000_000n]),
      swap(tools, 100_000_000n),
      tools.call('dai', 'approve', [tools.at('swap'), 200n * 10n ** 18n]),
      tools.call('swap', 'swap', [tools.at('dai'), tools.at('usdc'), 200n * 10n ** 18n, 0n]),
    ],
  },
  {
    name: 'a swap that gives too little',
    fails: 1,
    reason: /TooLittleReceived/,
    isStill: true,
    calls: (tools) => [
      tools.call('usdc', 'approve', [tools.at('swap'), 100_000_000n]),
      swap(tools, 100_000_000n, 10n ** 30n),
    ],
  },
  {
    name: 'a swap without an allowance',
    fails: 0,
    reason: /ERC20InsufficientAllowance/,
    calls: (tools) => [swap(tools, 100_000_000n)],
  },
  {
    name: 'approved and taken back',
    isStill: true,
    allows: forSwap,
    calls: ({ call, at }) => [
      call('usdc', 'approve', [at('swap'), 5n]),
      call('usdc', 'approve', [at('swap'), 0n]),
    ],
  },
  {
    name: 'an older allowance taken back, another raised',
    isStill: true,
    prepare: ({ before, call, at }) =>
      before(
        call('usdc', 'approve', [at('swap'), most]),
        call('dai', 'approve', [at('swap'), 5n]),
        call('dai', 'approve', [bob, 100n]),
      ),
    allows: ({ at }) => [`ERC20 ${at('dai')} ${at('swap')}`],
    calls: ({ call, at }) => [
      call('usdc', 'approve', [at('swap'), 0n]),
      call('dai', 'approve', [at('swap'), 6n]),
      call('dai', 'approve', [bob, 50n]),
    ],
  },
  {
    name: 'a lower allowance that is then used',
    prepare: ({ before, call, at }) => before(call('usdc', 'approve', [at('swap'), 900_000_000n])),
    allows: forSwap,
    calls: (tools) => [
      tools.call('usdc', 'approve', [tools.at('swap'), 3_000_000n]),
      swap(tools, 2_000_000n),
    ],
  },
  {
    name: 'allowed by signature and taken',
    allows: ({ at }) => [`ERC20 ${at('PermitToken')} ${at('Market')}`],
    calls: async ({ call, at }) => [
      call('PermitToken', 'permit', await permit(at('PermitToken'), at('Market'), 900n)),
      call('Market', 'pull', [at('PermitToken'), 600n]),
    ],
  },
  {
    name: 'through Permit2',
    allows: (tools) => [
      ...forPermit2(tools),
      `ERC20 ${tools.at('PermitToken')} ${tools.at('Permit2')}`,
    ],
    calls: (tools) => [
      tools.call('PermitToken', 'approve', [tools.at('Permit2'), most]),
      permit2(tools, 5_000n),
      tools.call('Permit2Market', 'sell', [tools.at('PermitToken'), 4_000n]),
    ],
  },
  {
    name: 'through Permit2, allowed before',
    prepare: (tools) =>
      tools.before(
        tools.call('PermitToken', 'approve', [tools.at('Permit2'), most]),
        permit2(tools, 5_000n),
      ),
    calls: ({ call, at }) => [
      call('Permit2Market', 'sell', [at('PermitToken'), 4_000n]),
      call('Permit2Market', 'sell', [at('PermitToken'), 500n]),
    ],
  },
  {
    name: 'Permit2 to the last, and without end',
    allows: (tools) => [...forPermit2(tools), `Permit2 ${tools.at('dai')} ${bob}`],
    calls: (tools) => [
      tools.call('PermitToken', 'approve', [tools.at('Permit2'), 4_000n]),
      permit2(tools, 4_000n),
      tools.call('Permit2Market', 'sell', [tools.at('PermitToken'), 4_000n]),
      tools.call('Permit2', 'approve', [tools.at('dai'), bob, 2n ** 160n - 1n, far]),
    ],
  },
  {
    name: 'a Permit2 allowance that has run out',
    fails: 2,
    reason: /AllowanceExpired|0x/,
    isStill: true,
    calls: (tools) => [
      tools.call('PermitToken', 'approve', [tools.at('Permit2'), most]),
      permit2(tools, 5_000n, 1),
      tools.call('Permit2Market', 'sell', [tools.at('PermitToken'), 4_000n]),
    ],
  },
  {
    name: 'a liar’s allowance',
    isStill: true,
    calls: ({ call }) => [
      call('BoastingToken', 'approve', [bob, 5n]),
      call('SilentToken', 'approve', [bob, 500n]),
      call('PhantomToken', 'approve', [bob, most]),
    ],
    allows: ({ at }) => [
      `ERC20 ${at('BoastingToken')} ${bob}`,
      `ERC20 ${at('SilentToken')} ${bob}`,
    ],
  },
  {
    name: 'one of a collection, and all of it',
    isStill: true,
    calls: ({ call, at }) => [
      call('Collection', 'approve', [bob, 1n]),
      call('Collection', 'setApprovalForAll', [at('Market'), true]),
      call('Items', 'setApprovalForAll', [stranger, true]),
    ],
    allows: ({ at }) => [
      `ERC721 ${at('Collection')} ${bob} 1`,
      `ERC721 ${at('Collection')} ${at('Market')}`,
      `ERC1155 ${at('Items')} ${stranger}`,
    ],
  },
  {
    name: 'one of a collection approved and given away, all of it taken back',
    prepare: ({ before, call }) => before(call('Collection', 'setApprovalForAll', [bob, true])),
    calls: ({ call }) => [
      call('Collection', 'approve', [bob, 1n]),
      call('Collection', 'transferFrom', [alice, stranger, 1n]),
      call('Collection', 'setApprovalForAll', [bob, false]),
    ],
  },
]
