import { keccak256, numberToHex, type Hex } from 'viem'
import type { Call } from '@/lib/db'
import type { Unchecked } from '@/lib/db/outcome'
import { readerCode } from '@/lib/simulate/reader'
import { ether, people, type Extra, type Scenario, type Tools } from '../scenario.ts'

/** Amount that a token takes, or seems to. */
const some = 900n

/** Something that `ReaderLiar` or `LiarCollection` lies about to those who ask with such code. */
type Lie = Pick<Scenario, 'isStill' | 'isSecret' | 'allows'> & {
  name: string
  calls: (tools: Tools, code: Hex) => Call[]
  /** Doubts where the wallet is lied to, too, and doubts in any case. */
  fooled: Unchecked[]
  always?: Unchecked[]
}

const lies: readonly Lie[] = [
  {
    name: 'what it gives',
    fooled: ['changes'],
    isStill: true,
    calls: ({ call, pay }, code) => [call('ReaderLiar', 'claim', [code]), pay(people.alice, 1n)],
  },
  {
    name: 'what it gives for another token',
    fooled: ['changes'],
    allows: ({ at }) => [`ERC20 ${at('usdc')} ${at('ReaderLiar')}`],
    calls: ({ call, at }, code) => [
      call('usdc', 'approve', [at('ReaderLiar'), 1_000_000_000n]),
      call('ReaderLiar', 'trade', [code, at('usdc'), 1_000_000_000n]),
    ],
  },
  {
    name: 'what it gives for one of a collection',
    fooled: ['changes'],
    // An item that leaves has no balance that would tell if it is worth the call.
    always: ['rights'],
    allows: ({ at }) => [`ERC721 ${at('Collection')} ${at('ReaderLiar')} 1`],
    calls: ({ call, at }, code) => [
      call('Collection', 'approve', [at('ReaderLiar'), 1n]),
      call('ReaderLiar', 'barter', [code, at('Collection'), 1n]),
    ],
  },
  {
    name: 'what it mints',
    fooled: ['changes'],
    calls: ({ call, pay }, code) => [
      call('LiarCollection', 'mint', [code, 11n], ether),
      pay(people.bob, 1n),
    ],
  },
  {
    name: 'what it takes',
    fooled: ['changes'],
    calls: ({ call, pay }, code) => [call('ReaderLiar', 'lose', [code, some]), pay(people.bob, 1n)],
  },
  {
    name: 'who gets it',
    // The first glance names the token for it.
    fooled: [],
    isSecret: true,
    calls: ({ call, pay }, code) => [
      call('ReaderLiar', 'divert', [code, some]),
      pay(people.bob, 1n),
    ],
  },
  {
    name: 'what it leaves allowed',
    isStill: true,
    fooled: ['allowances'],
    calls: ({ call, pay }, code) => [call('ReaderLiar', 'trust', [code]), pay(people.alice, 1n)],
  },
]

const askers = [
  { name: 'one known asker', code: keccak256(readerCode), isFooled: false },
  { name: 'every contract', code: numberToHex(1n, { size: 32 }), isFooled: true },
]

/** The tokens that nobody measures by themselves. */
const extras = ({ at }: Tools): Promise<Extra[]> =>
  Promise.resolve([
    { standard: 'ERC20', address: at('ReaderLiar') },
    { standard: 'ERC721', address: at('LiarCollection'), tokenId: 11n },
  ])

/** Batches with tokens that tell a wallet that simulates something else than everybody else. */
export const liars: readonly Scenario[] = askers.flatMap(({ name: asker, code, isFooled }) =>
  lies.map(({ name, calls, fooled, always = [], ...rest }): Scenario => ({
    ...rest,
    name: `a token that lies to ${asker} of ${name}`,
    isFor: ({ account }) => account === 'plain',
    unchecked: [...(isFooled ? fooled : []), ...always],
    ...(isFooled && fooled.length > 0 ? { disbelieved: 'ReaderLiar' as const } : {}),
    extras,
    prepare: ({ before, call }) =>
      before(
        call('ReaderLiar', 'mint', [people.alice, some]),
        call('ReaderLiar', 'meet', [people.bob]),
      ),
    calls: (tools) => calls(tools, code),
  })),
)
