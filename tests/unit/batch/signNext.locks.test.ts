import { keccak256, type Hex } from 'viem'
import { beforeEach, describe, expect, test } from 'vitest'
import type { FrozenTerms } from '@/lib/batch/freeze'
import { lockedCalls } from '@/lib/batch/batchTransaction'
import type { World } from '@/lib/batch/world'
import type { DeviceSigning } from '@/lib/db'
import { encodeBatch } from '@/lib/delegate/encode'
import { delegation, deviceExecutor, executor } from '@/lib/delegate/executor'
import { checkCall } from '@/lib/lock/check'
import { toError } from '@/lib/rpc/errors'
import { alice, bob, stranger } from '../accounts'
import { emptyDatabase } from '../database'
import { codeAnswers } from '../delegate/executorCode'
import { storeBatch } from './batches'
import { openChain } from './fakeChain'
import { atomic, signed, signThere, upgrading } from './signNext'

beforeEach(emptyDatabase)

const routerCode = '0x6001'

const locked: Partial<FrozenTerms> = {
  ...atomic,
  locks: [checkCall(stranger, alice, [{ token: bob, least: 3n }])],
  checkers: [{ address: stranger, code: keccak256(routerCode) }],
}

/** A batch whose calls are locked, of an account that has the executor; `asking`: what a device is asked to sign. */
const openLocked = async (asking: Partial<DeviceSigning> = {}) => {
  const place = openChain()
  const { chain } = place
  const batch = await storeBatch(locked)
  chain.now = batch.createdAt + 1_001
  chain.answers.eth_getCode = ([address]: [Hex]) =>
    address === stranger ? routerCode : delegation(executor)
  const signings: unknown[] = []
  const world: World = {
    ...place.world,
    sign: (from, signing) => {
      signings.push(signing.about)
      return place.world.sign(from, signing)
    },
  }
  const { key, from, chainId } = batch
  const device: DeviceSigning = {
    id: 'id',
    key,
    from,
    chainId,
    nonce: 5,
    kind: 'next',
    unsigned: '0x02',
    createdAt: batch.createdAt,
    ...asking,
  }
  const asked = (of: string) => Promise.resolve(of === key ? device : undefined)
  return { ...place, batch, world, byDevice: { ...world, asked }, signings }
}

/** A signature of a device, which the fake one of a world takes for granted. */
const signature: Hex = '0x12'

describe('locks', () => {
  test('are signed with a deadline ten minutes ahead, which the event tells', async () => {
    const { chain, world, batch, signings } = await openLocked()
    const deadline = Math.floor((chain.now + 600_000) / 1000)
    const event = await signed({ world }, batch)
    expect(event).toMatchObject({ kind: 'call', index: 0, nonce: 5, upgrade: false, deadline })
    expect(event.transaction.data).toBe(encodeBatch(lockedCalls(batch, deadline), executor))
    expect(signings).toEqual([{ key: batch.key, kind: 'next', deadline }])
  })

  test('are not signed where what checks them has other code by now', async () => {
    const { chain, world, batch } = await openLocked()
    chain.answers = codeAnswers(delegation(executor))
    expect(await signThere(world, batch, 0)).toEqual([{ type: 'asked', why: 'checker' }])
    expect(chain.signatures).toBe(0)
  })

  test('are named by nothing of a batch that has none', async () => {
    const { chain, world } = openChain()
    const batch = await storeBatch({ mode: 'one' })
    chain.now = batch.createdAt + 1
    expect(await signed({ world }, batch)).not.toHaveProperty('deadline')
  })
})

describe('what a device is asked to sign', () => {
  test('is waited for, and nothing is asked of the node', async () => {
    const { chain, byDevice, batch } = await openLocked()
    expect(await signThere(byDevice, batch, 0)).toEqual([])
    expect(chain.asked).toEqual([])
    expect(chain.signatures).toBe(0)
  })

  test('still ends after a day, and is asked about again after ten minutes', async () => {
    const { chain, byDevice, batch } = await openLocked()
    chain.now = batch.createdAt + 600_001
    expect(await signThere(byDevice, batch, 0)).toEqual([{ type: 'asked', why: 'age' }])
    chain.now = batch.createdAt + 25 * 3_600_000
    expect(await signThere(byDevice, batch, 0)).toEqual([{ type: 'stopped', reason: 'expired' }])
  })

  test('keeps its deadline once it is signed, while that leaves two minutes', async () => {
    const { chain, byDevice, batch, signings } = await openLocked({ signature, deadline: 1_300 })
    chain.now = 1_300_000 - 120_000
    expect(await signed({ world: byDevice }, batch)).toMatchObject({ deadline: 1_300 })
    expect(signings).toEqual([{ key: batch.key, kind: 'next', deadline: 1_300 }])
    chain.now++
    expect(await signThere(byDevice, batch, 0)).toEqual([{ type: 'asked', why: 'age' }])
    expect(chain.signatures).toBe(1)
  })

  test('is signed whenever it is, where it has no deadline', async () => {
    const { chain, byDevice } = await openLocked({ signature })
    const batch = await storeBatch({ mode: 'one' })
    chain.now = batch.createdAt + 300_000
    expect(await signThere(byDevice, batch, 0)).toMatchObject([{ type: 'signed' }])
  })
})

describe('the code for which devices sign', () => {
  const onDevice: Partial<FrozenTerms> = { ...upgrading, delegate: deviceExecutor }
  const reverts = (): never => {
    throw toError({ code: 3, message: 'execution reverted', data: '0x' })
  }

  /** Answers to trials of the executor: a harmless batch succeeds, and an impossible one reverts. */
  const works = ([{ data }]: [{ data: Hex }]): Hex =>
    data.includes('8'.padEnd(64, '0')) ? reverts() : '0x'

  const open = async (eth_call: (params: [{ data: Hex }]) => Hex, chainId = 31337) => {
    const place = openChain(chainId)
    const calls: unknown[] = []
    const batch = await storeBatch({ ...onDevice, chainId })
    place.chain.now = batch.createdAt + 1
    place.chain.answers.eth_call = (params: [{ data: Hex }]) => {
      calls.push(params)
      return eth_call(params)
    }
    return { ...place, batch, calls }
  }

  test('is authorized where it still runs batches for this account', async () => {
    const { world, batch, calls } = await open(works)
    const { transaction, upgrade } = await signed({ world }, batch)
    expect(upgrade).toBe(true)
    expect(transaction.authorizationList).toMatchObject([{ address: deviceExecutor.toLowerCase() }])
    const given = { [alice]: { code: delegation(deviceExecutor) } }
    expect(calls).toHaveLength(2)
    for (const call of calls)
      expect(call).toMatchObject([{ from: alice, to: alice }, 'pending', given])
  })

  test.each<[string, () => Hex]>([
    ['ignores what it is to run', () => '0x'],
    ['runs nothing', reverts],
  ])('is not signed where it %s', async (_, eth_call) => {
    const { chain, world, batch } = await open(eth_call)
    expect(await signThere(world, batch, 0)).toEqual([{ type: 'asked', why: 'delegate' }])
    expect(chain.signatures).toBe(0)
  })

  test('is not signed on a network that did not come with the wallet', async () => {
    const { chain, world, batch, calls } = await open(works, 4242)
    expect(await signThere(world, batch, 0)).toEqual([{ type: 'asked', why: 'delegate' }])
    expect(calls).toEqual([])
    expect(chain.signatures).toBe(0)
  })
})

describe('an upgrade that is not needed any more', () => {
  test('leaves the executor’s own code unread in the decision', async () => {
    const { chain, world } = openChain()
    chain.answers = codeAnswers(delegation(executor), '0x')
    const batch = await storeBatch(upgrading)
    chain.now = batch.createdAt + 1
    expect(await signed({ world }, batch)).toMatchObject({ upgrade: false })
  })

  test('is none where the account has another delegate than the one that was approved', async () => {
    const { chain, world } = openChain()
    chain.answers = codeAnswers(delegation(executor))
    const batch = await storeBatch({ ...upgrading, delegate: deviceExecutor })
    chain.now = batch.createdAt + 1
    expect(await signThere(world, batch, 0)).toEqual([{ type: 'asked', why: 'delegate' }])
    expect(chain.signatures).toBe(0)
  })
})
