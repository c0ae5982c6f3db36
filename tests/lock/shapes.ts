import type { Call } from '@/lib/db'
import { bob } from '../unit/accounts.ts'
import { ether, unit, type Bed } from './bed.ts'

/** A batch by its name; `token` is of the kind that is tried, the dollar is plain. */
export type Shape = { name: string; calls: (bed: Bed) => Call[] }

/** Batches of each kind of token. */
export const shapes: readonly Shape[] = [
  {
    name: 'dollars for tokens',
    calls: ({ call, places: { dollar, token, shop } }) => [
      call('KindToken', dollar, 'approve', [shop, 100n * unit]),
      call('Shop', shop, 'swap', [dollar, 100n * unit, token, 200n * unit]),
    ],
  },
  {
    name: 'tokens for dollars',
    calls: ({ call, places: { dollar, token, shop } }) => [
      call('KindToken', token, 'approve', [shop, 120n * unit]),
      call('Shop', shop, 'swap', [token, 100n * unit, dollar, 200n * unit]),
    ],
  },
  {
    name: 'tokens for coin',
    calls: ({ call, places: { token, shop } }) => [
      call('KindToken', token, 'approve', [shop, 2n ** 256n - 1n]),
      call('Shop', shop, 'sell', [token, 100n * unit, 10n * ether]),
    ],
  },
  {
    name: 'coin for tokens',
    calls: ({ call, places: { token, shop } }) => [
      call('Shop', shop, 'buy', [token, 200n * unit], ether),
      { to: bob, value: '0x1', data: '0x' },
    ],
  },
  {
    name: 'tokens given and pulled',
    calls: ({ call, places: { token, shop } }) => [
      call('KindToken', token, 'transfer', [bob, 10n * unit]),
      call('KindToken', token, 'approve', [shop, 1_000n * unit]),
      call('Shop', shop, 'pull', [token, 100n * unit]),
    ],
  },
]
