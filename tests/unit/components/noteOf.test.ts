import { encodeFunctionData, parseAbi, type Hex } from 'viem'
import { expect, test } from 'vitest'
import { noteOf } from '@/components/calls/noteOf'
import { rightsOf } from '@/components/calls/outflowsOf'
import { readingOf } from '@/components/calls/read'
import type { Allowance, Unchecked } from '@/lib/db/outcome'
import { alice, bob, stranger } from '../accounts'
import { allowance } from '../simulate/outcomes'

const note = (
  shown: number,
  unread: number,
  allowances: Allowance[] = [],
  unchecked: Unchecked[] = [],
) => noteOf({ allowances, unchecked }, shown, unread)

test('nothing leaves is said only where every call is read and nobody may take it later', () => {
  expect(note(0, 0)).toBe('flow_nothing')
  expect(note(0, 1)).toBe('flow_unseen')
  expect(note(0, 0, [allowance('all', { standard: 'act' })])).toBeUndefined()
  expect(note(0, 0, [allowance(0n, { standard: 'act' })])).toBe('flow_nothing')
  expect(note(1, 1)).toBeUndefined()
  expect(note(0, 0, [allowance('all')])).toBe('flow_later')
  expect(note(0, 0, [allowance(0n)])).toBe('flow_nothing')
  for (const shown of [0, 1]) expect(note(shown, 1, [], ['rights'])).toBe('flow_unread')
})

test('without a simulation, the rights that calls give to others are listed by their data', () => {
  const abi = parseAbi([
    'function setAuthorization(address authorized, bool newIsAuthorized)',
    'function setRelayerApproval(address sender, address relayer, bool approved)',
  ])
  const read = (data: Hex) => {
    const call = { to: stranger, value: '0x0', data } as const
    return { call, reading: readingOf(call, { from: alice, chainId: 8453 }) }
  }
  const authorize = (holder: typeof bob, isGiven: boolean) =>
    read(encodeFunctionData({ abi, functionName: 'setAuthorization', args: [holder, isGiven] }))
  const relay = read(
    encodeFunctionData({ abi, functionName: 'setRelayerApproval', args: [alice, bob, true] }),
  )
  const calls = [authorize(bob, true), authorize(bob, false), authorize(alice, true), relay]
  expect(rightsOf(calls, alice)).toMatchObject([
    { right: 'act', holder: bob, keeper: stranger },
    { right: 'act', holder: bob, owner: alice },
  ])
})
