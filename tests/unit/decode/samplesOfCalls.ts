import { type Address, type Hex } from 'viem'
import { alice, bob } from '../accounts'
import { contract, encode, usdc, word, type Sample } from './encode'

const nobody: Address = `0x${'00'.repeat(20)}`
const inner = encode('transfer(address,uint256)', [bob, 5n])
const calls = (value: bigint) => [[usdc, value, inner]] as const
const sends = (from: Address, value: Hex = '0x0', mayFail = false, to: Address = usdc) => ({
  kind: 'multicall',
  steps: [{ from, to, value, mayFail, reading: { kind: 'transfer', from, token: to, to: bob } }],
})
const moved = { kind: 'transfer', token: usdc, from: alice, to: bob, amount: '0x5', unit: 'amount' }
const steps = (...readings: object[]) => ({
  kind: 'multicall',
  steps: readings.map((reading) => ({ reading })),
})

/** Samples of functions that run other calls. */
export const samplesOfCalls: readonly Sample[] = [
  ['multicall(bytes[])', [[inner]], sends(alice, '0x0', false, contract)],
  [
    'multicall(uint256,bytes[])',
    [6n, [inner]],
    { ...sends(alice, '0x0', false, contract), deadline: '0x6' },
  ],
  ['multicall(bytes32,bytes[])', [word, [inner]], sends(alice, '0x0', false, contract)],
  ['aggregate((address,bytes)[])', [[[usdc, inner]]], sends(contract)],
  ['tryAggregate(bool,(address,bytes)[])', [false, [[usdc, inner]]], sends(contract, '0x0', true)],
  ['blockAndAggregate((address,bytes)[])', [[[usdc, inner]]], sends(contract)],
  ['tryBlockAndAggregate(bool,(address,bytes)[])', [true, [[usdc, inner]]], sends(contract)],
  ['aggregate3((address,bool,bytes)[])', [[[usdc, true, inner]]], sends(contract, '0x0', true)],
  [
    'aggregate3Value((address,bool,uint256,bytes)[])',
    [[[usdc, false, 3n, inner]]],
    sends(contract, '0x3'),
  ],
  ['executeBatch((address,uint256,bytes)[])', [calls(3n)], sends(contract, '0x3')],
  ['executeBySender((address,uint256,bytes)[])', [calls(3n)], sends(contract, '0x3')],
  ['executeFromSelf((address,uint256,bytes)[])', [calls(3n)], sends(contract, '0x3')],
  ['executeBatch(address[],uint256[],bytes[])', [[usdc], [3n], [inner]], sends(contract, '0x3')],
  ['execute(address,uint256,bytes)', [usdc, 3n, inner], sends(contract, '0x3')],
  [
    'execute(bytes32,bytes)',
    [
      `0x01${'00'.repeat(31)}`,
      `0x${encode('x((address,uint256,bytes)[])', [calls(3n)]).slice(10)}`,
    ],
    sends(contract, '0x3'),
  ],
  ['batch((address,address,uint256,bytes)[])', [[[usdc, alice, 3n, inner]]], sends(alice, '0x3')],
  [
    'execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)',
    [usdc, 3n, inner, 0, 0n, 0n, 0n, nobody, nobody, '0x1234'],
    sends(contract, '0x3'),
  ],
  // Any other contract than MultiSend itself may do with the same data what it likes.
  ['multiSend(bytes)', ['0x'], { kind: 'unknown', name: 'multiSend' }],
  [
    'execute(bytes,bytes[],uint256)',
    ['0x85', [`0x${encode('x(address,address,uint256)', [usdc, bob, 5n]).slice(10)}`], 6n],
    {
      kind: 'multicall',
      deadline: '0x6',
      steps: [{ mayFail: true, reading: { ...moved, from: contract } }],
    },
  ],
  ['execute(bytes,bytes[])', ['0x10', ['0x']], steps({ kind: 'unknown', name: '0x10', bytes: 0 })],
]
