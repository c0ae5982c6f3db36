import { describe, expect, test } from 'vitest'
import { madeCalls, tracedRun, type CallFrame } from '@/lib/batch/trace'
import { toError } from '@/lib/rpc/errors'
import { executor } from '@/lib/delegate/executor'
import { alice, bob, stranger } from '../accounts'
import { hashOf, makeBatch } from './batches'
import { openChain } from './fakeChain'

const batch = makeBatch({
  mode: 'atomic',
  calls: [
    { to: stranger, value: '0x1', data: '0xAb' },
    { to: bob, value: '0x0', data: '0x' },
  ],
})

const frame = (change: Partial<CallFrame> = {}): CallFrame => ({
  type: 'CALL',
  from: alice,
  to: stranger,
  ...change,
})

const first = frame({ value: '0x1', input: '0xAB' })
const second = frame({ to: bob, value: '0x0', input: '0x' })
const top = (...calls: CallFrame[]) => frame({ to: alice, error: 'execution reverted', calls })

describe('the calls that a reverted transaction made are', () => {
  test('none where it has no frames', () => {
    expect(madeCalls(frame(), batch)).toEqual([])
    expect(madeCalls(top(), batch)).toEqual([])
  })

  test('those of the batch in order, also the one that failed', () => {
    const failed = { ...second, error: 'execution reverted' }
    expect(madeCalls(top(first, failed), batch)).toEqual([first, failed])
  })

  test('no more than the batch has, though one is made again', () => {
    expect(madeCalls(top(first, second, second, first), batch)).toEqual([first, second])
  })

  test('those up to the first that is missing', () => {
    expect(madeCalls(top(second), batch)).toEqual([])
    expect(madeCalls(top(first, frame(), frame()), batch)).toEqual([first])
  })

  test('those that the account’s own code made, through itself or another’s code', () => {
    const delegated = frame({ type: 'DELEGATECALL', to: executor, calls: [first, second] })
    expect(madeCalls(top(delegated), batch)).toEqual([first, second])
    const itself = frame({ to: '0xF39FD6E51AAD88F6F4CE6AB8827279CFFFB92266', calls: [delegated] })
    expect(madeCalls(top(itself), batch)).toEqual([first, second])
  })

  test('none that another contract made, whatever code it ran', () => {
    const below = (change: Partial<CallFrame>) =>
      madeCalls(top(frame({ calls: [first, second], ...change })), batch)
    expect(below({})).toEqual([])
    expect(below({ from: stranger, to: alice })).toEqual([])
    expect(below({ type: 'DELEGATECALL', from: stranger })).toEqual([])
    expect(below({ type: 'CREATE' })).toEqual([])
  })

  test('none of those that name nobody, as one that makes a contract may', () => {
    const nobody: CallFrame = { type: 'CALL', from: alice, value: '0x1', input: '0xab' }
    expect(madeCalls(top(nobody), batch)).toEqual([])
    const deploying = makeBatch({ mode: 'one', calls: [{ to: null, value: '0x1', data: '0xab' }] })
    expect(madeCalls(top(nobody, first), deploying)).toEqual([])
  })

  test('those with the batch’s own kind, sender, value and data', () => {
    for (const change of [
      { type: 'CALLCODE' },
      { from: bob },
      { to: bob },
      { value: '0x2' as const },
      { value: undefined },
      { input: '0xac' as const },
      { input: undefined },
    ])
      expect(madeCalls(top(Object.assign({ ...first }, change), second), batch)).toEqual([])
  })
})

describe('a node that is asked whether a batch ran', () => {
  const traced = async (trace: unknown) => {
    const { chain, world } = openChain()
    chain.answers = { debug_traceTransaction: () => trace }
    return tracedRun(world, batch, hashOf('0'))
  }
  const ran = (...calls: CallFrame[]) => traced(frame({ to: alice, calls }))

  test('also finds calls below others that succeeded, and none below one that failed', async () => {
    const proxied = frame({ type: 'DELEGATECALL', to: executor, calls: [first, second] })
    expect(await ran(frame({ to: stranger, calls: [proxied] }))).toBe(true)
    expect(await ran({ ...proxied, error: 'execution reverted' })).toBeNull()
  })

  test('does not say that it ran where more was to be called', async () => {
    expect(await ran(first)).toBeNull()
    expect(await ran(frame())).toBeNull()
  })

  test('may yet know where it only fails', async () => {
    const { chain, world } = openChain()
    chain.answers = {
      debug_traceTransaction: () => {
        throw toError({ code: -32000, message: 'transaction not found' })
      },
    }
    await expect(tracedRun(world, batch, hashOf('0'))).rejects.toThrow('transaction not found')
  })
})
