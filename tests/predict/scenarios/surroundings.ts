import { encodeFunctionData, parseAbi } from 'viem'
import { ether, people, type Scenario } from '../scenario.ts'

const { alice, bob, stranger } = people

const order = encodeFunctionData({
  abi: parseAbi([
    'struct Call { address target; uint256 value; bytes data; }',
    'function executeBatch(Call[] calls)',
  ]),
  functionName: 'executeBatch',
  args: [[{ target: stranger, value: ether, data: '0x' }]],
})

/** Batches with contracts that look at caller, time, gas, price or code. */
export const surroundings: readonly Scenario[] = [
  {
    name: 'paid by block and time',
    inEveryWay: true,
    isDrifting: true,
    calls: ({ call, pay }) => [call('Clockwork', 'tick'), pay(bob, 1n), call('Clockwork', 'tick')],
  },
  {
    name: 'one call paid by block and time',
    isDrifting: true,
    calls: ({ call }) => [call('Clockwork', 'tick')],
  },
  {
    name: 'paid by the account’s code after an atomic batch in no block',
    isAheadAtomic: true,
    // A batch approved before the upgrade would have to be approved again.
    isFor: ({ mode, account }) => mode !== 'atomic' || account === 'ours',
    ahead: ({ call }) => [call('CodeWatcher', 'pay'), call('WealthWatcher', 'tithe')],
    calls: ({ call }) => [call('CodeWatcher', 'pay'), call('CodeWatcher', 'pay')],
  },
  {
    name: 'one call paid by the account’s code after an atomic batch',
    isAheadAtomic: true,
    ahead: ({ call }) => [call('CodeWatcher', 'pay'), call('WealthWatcher', 'tithe')],
    calls: ({ call }) => [call('CodeWatcher', 'pay')],
  },
  {
    name: 'paid by the price of gas',
    inEveryWay: true,
    calls: ({ call }) => [call('PriceWatcher', 'price'), call('PriceWatcher', 'base')],
  },
  {
    name: 'one call paid by the price of gas',
    calls: ({ call }) => [call('PriceWatcher', 'exact')],
  },
  {
    name: 'fails where gas is paid for',
    fails: 1,
    reason: /not like this/,
    calls: ({ call, pay }) => [pay(bob, 1n), call('PriceWatcher', 'demand', [false]), pay(bob, 2n)],
  },
  {
    name: 'fails only where gas costs nothing',
    calls: ({ call, pay }) => [pay(bob, 1n), call('PriceWatcher', 'demand', [true]), pay(bob, 2n)],
  },
  {
    name: 'paid by who makes the block',
    calls: ({ call, pay }) => [call('PriceWatcher', 'coinbase'), pay(bob, 3n)],
  },
  {
    name: 'paid by the gas there is',
    calls: ({ call, pay }) => [call('GasWatcher', 'pay'), pay(bob, 3n)],
  },
  { name: 'one call paid by the gas there is', calls: ({ call }) => [call('GasWatcher', 'pay')] },
  {
    name: 'paid by the account’s code',
    inEveryWay: true,
    calls: ({ call }) => [call('CodeWatcher', 'pay'), call('CodeWatcher', 'pay')],
  },
  {
    inEveryWay: true,
    name: 'one call paid by the account’s code',
    calls: ({ call }) => [call('CodeWatcher', 'pay')],
  },
  {
    name: 'paid by what the account has left',
    calls: ({ call, pay }) => [
      call('WealthWatcher', 'tithe'),
      pay(bob, 5_500n * ether),
      call('WealthWatcher', 'tithe'),
    ],
  },
  {
    name: 'a bank that is robbed',
    // A function that nobody knows puts it in for Bob.
    unchecked: ['rights'],
    calls: ({ call }) => [
      call('Reentrant', 'rob', [3n], ether),
      call('LeakyBank', 'deposit', [bob], 5n),
    ],
  },
  {
    name: 'put into a bank and taken out again',
    isStill: true,
    calls: ({ call }) => [
      call('LeakyBank', 'deposit', [alice], ether),
      call('LeakyBank', 'withdraw'),
    ],
  },
  {
    name: 'an order from within',
    inEveryWay: true,
    // A plain account accepts any data and does nothing; an executor accepts only its account's calls.
    fails: ({ mode, account }) => (mode === 'atomic' || account !== 'plain' ? 1 : undefined),
    calls: ({ call, pay }) => [pay(bob, 1n), call('Intruder', 'enter', [order])],
  },
]
