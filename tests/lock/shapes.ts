import type { Call } from '@/lib/db'
import { permit2 } from '@/lib/decode/contracts'
import { bob } from '../unit/accounts.ts'
import { ether, unit, type Bed } from './lockBed.ts'

/**
 * A batch by its name; `token` is of the kind that is tried, the dollar is plain. `kinds`: the only ones it is tried
 * with, where what it shows does not depend on the token.
 */
export type Shape = { name: string; kinds?: readonly string[]; calls: (bed: Bed) => Call[] }

const few = ['plain', 'a fee on transfer', 'an ambush']

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
  {
    name: 'tokens for a plot',
    kinds: few,
    calls: ({ call, places: { token, shop, plots } }) => [
      call('KindToken', token, 'approve', [shop, 150n * unit]),
      call('Market', shop, 'buyPlot', [token, 100n * unit, plots, 7n]),
    ],
  },
  {
    name: 'a plot for tokens',
    kinds: few,
    calls: ({ call, places: { token, shop, plots } }) => [
      call('Plots', plots, 'setApprovalForAll', [shop, true]),
      call('Market', shop, 'sellPlot', [plots, 1n, token, 200n * unit]),
    ],
  },
  {
    name: 'tokens for stock',
    kinds: few,
    calls: ({ call, places: { token, shop, stock } }) => [
      call('KindToken', token, 'approve', [shop, 100n * unit]),
      call('Market', shop, 'buyStock', [token, 100n * unit, stock, 1n, 1_000n]),
    ],
  },
  {
    name: 'stock for tokens',
    kinds: few,
    calls: ({ call, places: { token, shop, stock } }) => [
      call('Stock', stock, 'setApprovalForAll', [shop, true]),
      call('Market', shop, 'sellStock', [stock, 1n, 1_000n, token, 200n * unit]),
    ],
  },
  {
    name: 'tokens by Permit2',
    kinds: few,
    calls: ({ call, places: { token, shop } }) => [
      call('KindToken', token, 'approve', [permit2, 2n ** 256n - 1n]),
      call('Permits', permit2, 'approve', [token, shop, 1_000n * unit, 2n ** 47n]),
      call('Market', shop, 'pullBy', [permit2, token, 100n * unit]),
    ],
  },
]
