import { createRequire } from 'node:module'
import {
  encodeAbiParameters,
  encodeFunctionData,
  pad,
  toEventSelector,
  type Abi,
  type AbiEvent,
  type Hash,
  type Hex,
} from 'viem'
import { describe, expect, test } from 'vitest'
import { entryPoint } from '@/lib/sponsor/entryPoint'
import {
  burnCall,
  nonceCall,
  operationFilter,
  operationOutcome,
} from '@/lib/sponsor/operationOutcome'
import { alice, bob, stranger } from '../accounts'

const { abi } = createRequire(import.meta.url)(
  '@account-abstraction/contracts/artifacts/EntryPoint.json',
) as { abi: Abi }

const topic = (name: string): Hash =>
  toEventSelector(abi.find((one) => 'name' in one && one.name === name) as AbiEvent)

const ours: Hash = `0x${'aa'.repeat(32)}`
const others: Hash = `0x${'bb'.repeat(32)}`

const log = (address: Hex, topics: Hex[], data: Hex = '0x') => ({ address, topics, data })

const end = (hash: Hash, success: boolean, address: Hex = entryPoint) =>
  log(
    address,
    [topic('UserOperationEvent'), hash, pad(alice, { size: 32 }), pad(stranger, { size: 32 })],
    encodeAbiParameters(
      [{ type: 'uint256' }, { type: 'bool' }, { type: 'uint256' }, { type: 'uint256' }],
      [7n, success, 1_000n, 100n],
    ),
  )
const begin = log(entryPoint, [topic('BeforeExecution')])
const said = (name: string, hash = ours) =>
  log(entryPoint, [topic(name), hash, pad(alice, { size: 32 })], '0x00')
const moved = (data: Hex) => log(stranger, [`0x${'dd'.repeat(32)}`], data)

test('calls and criteria are those of the contract', () => {
  expect(nonceCall(alice).to).toBe(entryPoint)
  expect(nonceCall(alice).data.toLowerCase()).toBe(
    encodeFunctionData({ abi, functionName: 'getNonce', args: [alice, 0n] }),
  )
  expect(burnCall()).toEqual({
    to: entryPoint,
    value: '0x0',
    data: encodeFunctionData({ abi, functionName: 'incrementNonce', args: [0n] }),
  })
  expect(topic('SignatureAggregatorChanged')).toBe(
    '0x575ff3acadd5ab348fe1855e217e0f3678f8d767d7494c9f9fefbee2e17cca4d',
  )
  expect(operationFilter([ours])).toEqual({
    address: entryPoint,
    topics: [topic('UserOperationEvent'), ours],
  })
})

describe('the logs of an operation', () => {
  test('are those between the one before it and its end', () => {
    const logs = [
      moved('0x01'),
      begin,
      moved('0x02'),
      end(others, true),
      moved('0x03'),
      moved('0x04'),
      end(ours, true),
      moved('0x05'),
      end(others, true),
    ]
    expect(operationOutcome(logs, ours)).toEqual({
      success: true,
      logs: [moved('0x03'), moved('0x04')],
    })
  })

  test('are those since the beginning of the bundle, of the first one', () => {
    const logs = [end(others, true), moved('0x01'), begin, moved('0x02'), end(ours, true)]
    expect(operationOutcome(logs, ours)).toEqual({ success: true, logs: [moved('0x02')] })
  })

  test('are none of the EntryPoint’s own words about it', () => {
    const logs = [
      begin,
      log(entryPoint, [topic('SignatureAggregatorChanged'), pad('0x00', { size: 32 })]),
      said('UserOperationRevertReason'),
      said('PostOpRevertReason'),
      said('UserOperationPrefundTooLow'),
      moved('0x01'),
      end(ours, false),
    ]
    expect(operationOutcome(logs, ours)).toEqual({ success: false, logs: [moved('0x01')] })
  })

  test('are also those without data, of any other contract', () => {
    const empty = log(stranger, [topic('BeforeExecution')])
    const logs = [begin, moved('0x01'), empty, end(ours, true)]
    expect(operationOutcome(logs, ours)?.logs).toEqual([moved('0x01'), empty])
  })

  test('begin behind the EntryPoint’s events without data, of which its calls cause none', () => {
    const events = abi.filter((one) => one.type === 'event')
    const empty = events.filter(({ inputs }) => inputs.every(({ indexed }) => indexed))
    expect(empty.map(({ name }) => name).toSorted()).toEqual([
      'BeforeExecution',
      // Declared by OpenZeppelin's EIP712.sol, which never emits it.
      'EIP712DomainChanged',
      'SignatureAggregatorChanged',
    ])
  })

  test('are also what its calls have the EntryPoint log', () => {
    const deposited = log(entryPoint, [topic('Deposited'), pad(alice, { size: 32 })], '0x01')
    const logs = [begin, deposited, end(ours, true)]
    expect(operationOutcome(logs, ours)?.logs).toEqual([deposited])
  })
})

describe('an operation is not in a transaction', () => {
  test.each<[string, ReturnType<typeof log>[]]>([
    ['without logs', []],
    ['of others', [begin, end(others, true)]],
    ['in which another contract says so', [begin, end(ours, true, bob)]],
    ['in which only its revert is told', [begin, said('UserOperationRevertReason')]],
    ['in which its hash is another topic', [begin, log(entryPoint, [ours, ours])]],
    ['whose event is cut', [begin, { ...end(ours, true), data: '0x01' }]],
  ])('%s', (_, logs) => {
    expect(operationOutcome(logs, ours)).toBeUndefined()
  })

  test('another contract cannot end it before its end', () => {
    const logs = [begin, end(ours, true, bob), moved('0x01'), end(ours, false)]
    expect(operationOutcome(logs, ours)).toEqual({
      success: false,
      logs: [end(ours, true, bob), moved('0x01')],
    })
  })
})
