import { most, people, type Scenario } from '../scenario.ts'

const { alice, bob, stranger } = people

/** Batches with ERC-721 and ERC-1155 tokens, of which the account has the IDs 1 to 3. */
export const collectibles: readonly Scenario[] = [
  {
    name: 'one of a collection given away',
    calls: ({ call }) => [call('Collection', 'transferFrom', [alice, bob, 1n])],
  },
  {
    name: 'several of a collection minted, given away and burnt',
    calls: ({ call }) => [
      call('Collection', 'mint', [alice, 11n]),
      call('Collection', 'transferFrom', [alice, bob, 1n]),
      call('Collection', 'safeTransferFrom', [alice, stranger, 2n]),
      call('Collection', 'burn', [3n]),
    ],
  },
  {
    name: 'minted and given away at once',
    isStill: true,
    calls: ({ call }) => [
      call('Collection', 'mint', [alice, 12n]),
      call('Collection', 'transferFrom', [alice, bob, 12n]),
    ],
  },
  {
    name: 'the largest id there can be',
    calls: ({ call }) => [
      call('Collection', 'mint', [alice, most]),
      call('Collection', 'mint', [alice, 0n]),
    ],
    extras: ({ at }) =>
      Promise.resolve([
        { standard: 'ERC721', address: at('Collection'), tokenId: most },
        { standard: 'ERC721', address: at('Collection'), tokenId: 0n },
      ]),
  },
  {
    name: 'a collection that says it moved',
    isStill: true,
    calls: ({ call }) => [
      call('PhantomCollection', 'transferFrom', [alice, bob, 1n]),
      call('PhantomCollection', 'burn', [2n]),
    ],
  },
  {
    name: 'one to a contract that takes none',
    fails: 1,
    reason: /./,
    calls: ({ call, at, pay }) => [
      pay(bob, 5n),
      call('Collection', 'safeTransferFrom', [alice, at('Closed'), 1n]),
    ],
  },
  {
    name: 'one that belongs to another',
    fails: 1,
    reason: /NotYours|0x/,
    calls: ({ call, pay }) => [pay(bob, 5n), call('Collection', 'burn', [21n])],
  },
  {
    name: 'items given away',
    calls: ({ call }) => [call('Items', 'safeTransferFrom', [alice, bob, 1n, 30n, '0x'])],
  },
  {
    name: 'items given away at once, one kind twice',
    calls: ({ call }) => [
      call('Items', 'safeBatchTransferFrom', [alice, bob, [1n, 2n, 1n], [30n, 5n, 4n], '0x']),
      call('Items', 'safeTransferFrom', [alice, alice, 3n, 30n, '0x']),
    ],
  },
  {
    name: 'items minted',
    calls: ({ call }) => [
      call('Items', 'mint', [alice, 4n, 9n]),
      call('Items', 'mint', [alice, 1n, 9n]),
      call('Items', 'mint', [bob, 2n, 9n]),
    ],
    // The function is unknown, names Bob, and moves nothing of the account.
    unchecked: ['rights'],
  },
  {
    name: 'items that move twice as many as they say',
    calls: ({ call }) => [
      call('DoubleItems', 'safeTransferFrom', [alice, bob, 1n, 30n, '0x']),
      call('DoubleItems', 'safeTransferFrom', [alice, bob, 2n, 3n, '0x']),
    ],
  },
  {
    name: 'more items than there are',
    fails: 1,
    reason: /TooFew|0x/,
    calls: ({ call, pay }) => [
      pay(bob, 1n),
      call('Items', 'safeTransferFrom', [alice, bob, 1n, 300n, '0x']),
    ],
  },
]
