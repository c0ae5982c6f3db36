import { people, type Scenario } from '../scenario.ts'

const { alice, bob } = people

const many = (count: number): Scenario => ({
  name: `${count} calls`,
  calls: ({ call, pay }) =>
    Array.from({ length: count }, (_, index) => {
      if (index % 10 === 3) return call('usdc', 'transfer', [bob, BigInt(index)])
      if (index % 10 === 6) return call('FeeToken', 'transfer', [bob, BigInt(index * 20)])
      if (index % 50 === 9) return call('dai', 'approve', [bob, BigInt(index)])
      if (index % 50 === 19) return call('Items', 'mint', [alice, 2n, BigInt(index)])
      return pay(bob, BigInt(index + 1))
    }),
  allows: ({ at }) => [`ERC20 ${at('dai')} ${bob}`],
})

const last = (count: number): Scenario => ({
  name: `${count} calls, the last of which fails`,
  fails: count - 1,
  reason: /so close/,
  isFor: ({ mode }) => mode === 'atomic',
  calls: ({ call, pay }) =>
    Array.from({ length: count }, (_, index) =>
      index < count - 1 ? pay(bob, 1n) : call('Failing', 'words', ['so close']),
    ),
})

/** Batches of very many calls. */
export const manyCalls: readonly Scenario[] = [many(100), last(100), many(500), last(500)]
