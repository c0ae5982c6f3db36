import { keccak256, parseTransaction } from 'viem'
import { beforeEach, describe, expect, test } from 'vitest'
import { reapprovalId } from '@/lib/batch/reapproval'
import { batchOf, stateOf } from '@/lib/batch/journal'
import { journal } from '@/lib/db'
import { delegation, executor } from '@/lib/delegate/executor'
import { emptyDatabase } from '../database'
import { stranger } from '../accounts'
import { decision, openWallet } from '../site/siteWallet'
import { storeBatch } from './batches'
import { openChain } from './fakeChain'
import { at, minute, old, row, yes } from './reapproval'
import { start, types } from './runnerHarness'

beforeEach(emptyDatabase)

describe('a second yes', () => {
  test('freezes the new terms and signs them, once', async () => {
    const { batch, chain, runner, wallet } = await old()
    const fees = { maxFeePerGas: '0x7d0', maxPriorityFeePerGas: '0x3' } as const
    const given = yes({ gas: ['0x5300'], fees })
    const approve = () => wallet.approve(reapprovalId(batch.key), given)
    expect(await at(chain.now, approve)).toBe('done')
    expect(await row(batch)).toMatchObject({ state: 'approved' })
    expect(await batchOf(batch.key)).toMatchObject({ fees, gas: ['0x5300'], live: 1, shown: 1 })
    expect((await batchOf(batch.key)).createdAt).toBe(batch.createdAt)
    await Promise.all([runner.advance(), runner.advance()])
    await runner.advance()
    expect(chain.sent.map((raw) => parseTransaction(raw))).toMatchObject([
      { maxFeePerGas: 2000n, maxPriorityFeePerGas: 3n, gas: 0x5300n },
    ])
    expect(await types(batch)).toEqual(['approved', 'asked', 'confirmed', 'signed', 'sent'])
    expect(await approve()).toBe('gone')
  })

  test('signs the new terms also where a worker had read the old ones before', async () => {
    const { batch, chain, world, runner, wallet } = await old()
    const fees = { maxFeePerGas: '0x7d0', maxPriorityFeePerGas: '0x3' } as const
    const usual = world.lock
    // The approval comes after the runner has listed its work and before this batch's turn.
    world.lock = async (name, run) => {
      if ((await stateOf(batch.key)).asked)
        await at(chain.now, () => wallet.approve(reapprovalId(batch.key), yes({ fees })))
      return usual(name, run)
    }
    await runner.advance()
    expect(chain.sent.map((raw) => parseTransaction(raw).maxFeePerGas)).toEqual([2000n])
  })

  test('keeps what is signed already as it is', async () => {
    const place = start()
    const batch = await storeBatch({ gas: ['0x5208', '0x7530'] })
    place.chain.now = batch.createdAt + 1
    await place.runner.advance()
    place.include(keccak256(place.chain.sent[0] ?? '0x'))
    place.chain.count = 6
    await place.runner.look(31337)
    place.chain.now += 11 * minute
    await place.runner.advance()
    await at(place.chain.now, () =>
      openWallet().approve(reapprovalId(batch.key), { ...decision('sequence'), gas: ['0x9999'] }),
    )
    expect((await batchOf(batch.key)).gas).toEqual(['0x5208', '0x9999'])
    await place.runner.advance()
    const { transactions } = await stateOf(batch.key)
    expect(transactions.map(({ nonce }) => nonce)).toEqual([5, 6])
  })

  test.each<[string, object]>([
    ['too few gas limits', { gas: [] }],
    ['too many', { gas: ['0x1', '0x2'] }],
    ['an upgrade of a batch that is not atomic', { upgrade: true }],
  ])('with %s writes nothing', async (_, change) => {
    const { batch, wallet } = await old()
    await expect(wallet.approve(reapprovalId(batch.key), yes(change))).rejects.toThrow(
      'does not fit',
    )
    expect(await types(batch)).toEqual(['approved', 'asked'])
    expect(await row(batch)).toMatchObject({ state: 'pending' })
  })

  test('that cannot be written changes nothing', async () => {
    const { batch, wallet } = await old()
    const full = () => {
      throw new Error('the disk is full')
    }
    journal.events.hook('creating', full)
    expect(await wallet.approve(reapprovalId(batch.key), yes({ gas: ['0x9999'] }))).toBe(
      'not saved',
    )
    journal.events.hook('creating').unsubscribe(full)
    expect(await batchOf(batch.key)).toEqual({ ...batch, told: 0 })
    expect(await row(batch)).toMatchObject({ state: 'pending' })
  })

  test('may have to be asked for again', async () => {
    const { batch, chain, runner, wallet } = await old()
    chain.isLocked = true
    await at(chain.now, () => wallet.approve(reapprovalId(batch.key), yes()))
    await runner.advance()
    chain.now += 11 * minute
    await runner.advance()
    expect(await types(batch)).toEqual(['approved', 'asked', 'confirmed', 'asked'])
    expect(await row(batch)).toMatchObject({ state: 'pending', createdAt: chain.now })
  })
})

test('the executor that was approved stays the one that is signed for', async () => {
  const place = start(openChain())
  place.chain.code = { pending: delegation(stranger) }
  place.chain.answers = {}
  const batch = await storeBatch({ mode: 'atomic' })
  place.chain.now = batch.createdAt + 1
  await place.runner.advance()
  await at(place.chain.now, () =>
    openWallet().approve(reapprovalId(batch.key), { ...decision('atomic'), upgrade: false }),
  )
  await place.runner.advance()
  expect(await types(batch)).toEqual(['approved', 'asked', 'confirmed', 'asked'])
  place.chain.code = { pending: delegation(executor) }
  await at(place.chain.now, () =>
    openWallet().approve(reapprovalId(batch.key), { ...decision('atomic'), upgrade: false }),
  )
  await place.runner.advance()
  expect((await types(batch)).at(-1)).toBe('sent')
})
