import { beforeEach, expect, test } from 'vitest'
import type { AccountCode } from '@/lib/delegate/account'
import { executor } from '@/lib/delegate/executor'
import type { LockChoice } from '@/lib/lock/choice'
import { asBatch } from '@/lib/lock/single'
import { remember } from '@/lib/network/facts'
import type { Plan } from '@/lib/simulate/plan'
import { emptyDatabase } from '../database'
import { alice, bob } from '../accounts'

/** Base has a router; nobody knows one on the other. */
const [base, other] = [8453, 5_555_555]

const account: AccountCode = { kind: 'executor', delegate: executor }
const call = { to: bob, value: '0x0', data: '0xab' } as const
const plan: Plan = {
  chainId: base,
  from: alice,
  calls: [call],
  mode: 'one',
  delegate: null,
  upgrade: true,
  ahead: [],
}
const single: LockChoice = { isSingle: true }

beforeEach(async () => {
  await emptyDatabase()
  await Promise.all(
    [base, other].flatMap((chainId) => [
      remember(`7702:${chainId}`, true),
      remember(`executor:${chainId}`, true),
    ]),
  )
})

test('a single call of a delegated account becomes a batch, and nothing is upgraded for it', async () => {
  expect(await asBatch(plan, account, single, false)).toEqual({
    ...plan,
    mode: 'atomic',
    delegate: executor,
    upgrade: false,
  })
})

test.each<[string, Partial<Plan>, AccountCode, LockChoice | undefined]>([
  ['was not asked to', {}, account, undefined],
  ['is to have no lock', {}, account, { ...single, isOff: true }],
  ['has several steps', { mode: 'sequence' }, account, single],
  ['is of a plain account', {}, { kind: 'plain', delegate: null }, single],
  ['deploys', { calls: [{ ...call, to: null }] }, account, single],
  ['pays without data', { calls: [{ ...call, data: '0x' }] }, account, single],
  ['has no call', { calls: [] }, account, single],
  ['finds no router', { chainId: other }, account, single],
])('it stays as it is where it %s', async (_, change, of, choice) => {
  expect(await asBatch({ ...plan, ...change }, of, choice, false)).toBeUndefined()
})

test.each<[string, Partial<Plan>, LockChoice]>([
  ['no lock is wanted any more', {}, { ...single, isOff: true }],
  ['no router is there', { chainId: other }, single],
])('one that was approved as a batch stays one, though %s', async (_, change, choice) => {
  expect(await asBatch({ ...plan, ...change }, account, choice, true)).toMatchObject({
    mode: 'atomic',
  })
})

test('where the chain runs no batches, it stays as it is', async () => {
  await remember(`7702:${base}`, false)
  expect(await asBatch(plan, account, single, true)).toBeUndefined()
})
