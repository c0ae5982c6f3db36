import { encodeErrorResult, type Hex } from 'viem'
import { expect, test } from 'vitest'
import type { CallFrame } from '@/lib/batch/trace'
import type { Call } from '@/lib/db'
import { executorErrors } from '@/lib/delegate/encode'
import { checkCall, lockedUntil } from '@/lib/lock/check'
import { tracedFailure } from '@/lib/lock/tracedFailure'
import { makeBatch } from '../batch/batches'
import { alice, bob, stranger } from '../accounts'

const deadline = 1_700_000_000
const call: Call = { to: bob, value: '0x1', data: '0xab' }
const locks = [checkCall(stranger, alice, [{ token: bob, least: 3n }])]
const batch = makeBatch({ mode: 'atomic', calls: [call], locks })

const frame = ({ to, value, data }: Call, change: Partial<CallFrame> = {}): CallFrame => ({
  type: 'CALL',
  from: alice,
  ...(to ? { to } : {}),
  value,
  input: data,
  ...change,
})

const top = (...calls: CallFrame[]): CallFrame => ({ type: 'CALL', from: alice, to: alice, calls })

const said = (index: bigint, data: Hex): Hex =>
  encodeErrorResult({ abi: executorErrors, errorName: 'ExecuteError', args: [index, data] })

const [signed = call] = lockedUntil(locks, deadline)
const reverted = { error: 'execution reverted' }

test('the last call that was made is named with its revert data, as our executor would', () => {
  const own = frame(call, { ...reverted, output: '0x1234' })
  expect(tracedFailure(top(own), batch, deadline)).toBe(said(0n, '0x1234'))
  const check = frame(signed, { ...reverted, output: '0x5bf6f916' })
  expect(tracedFailure(top(frame(call), check), batch, deadline)).toBe(said(1n, '0x5bf6f916'))
})

test('one that reverts without data has none', () => {
  expect(tracedFailure(top(frame(call, reverted)), batch, deadline)).toBe(said(0n, '0x'))
})

test('nothing is named where each call that was made passed, or none was made', () => {
  expect(tracedFailure(top(frame(call), frame(signed)), batch, deadline)).toBeUndefined()
  expect(tracedFailure(top(), batch, deadline)).toBeUndefined()
})

test('a check under another deadline is none of the batch’s calls', () => {
  const check = frame(signed, { ...reverted, output: '0x5bf6f916' })
  expect(tracedFailure(top(frame(call), check), batch, deadline + 1)).toBeUndefined()
  expect(tracedFailure(top(frame(call), check), batch, undefined)).toBeUndefined()
})
