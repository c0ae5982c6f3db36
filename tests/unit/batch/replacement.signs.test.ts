import { zeroAddress } from 'viem'
import { beforeEach, describe, expect, test } from 'vitest'
import { journal } from '@/lib/db'
import type { Event } from '@/lib/db/batchEvent'
import { executor } from '@/lib/delegate/executor'
import { alice, stranger } from '../accounts'
import { emptyDatabase } from '../database'
import { did } from './batches'
import { openReplacing, replacedRaw } from './replacing'
import { revoking } from './runnerHarness'

beforeEach(emptyDatabase)

type Signed = Parameters<typeof did.signed>[2]

const signed = (change: Signed = {}): Event =>
  did.signed('a', 0, { raw: replacedRaw, nonce: 5, ...change })

describe('what is signed', () => {
  test('as its like is the same call with its deadline', async () => {
    const { batch, signings, replace } = await openReplacing(
      { mode: 'one' },
      signed({ deadline: 77 }),
    )
    const events = await replace('same')
    expect(events).toMatchObject([
      { type: 'signed', index: 0, kind: 'call', nonce: 5, upgrade: false, deadline: 77 },
    ])
    expect(signings).toMatchObject([
      {
        transaction: { to: stranger, value: 1n, data: '0x', gas: 21_000n, nonce: 5 },
        about: { key: batch.key, kind: 'replacement', deadline: 77 },
      },
    ])
    expect(signings[0]).not.toHaveProperty('authorize')
  })

  test('without a deadline says none', async () => {
    const { signings, batch, replace } = await openReplacing({ mode: 'one' }, signed())
    expect((await replace('same'))[0]).not.toHaveProperty('deadline')
    expect(signings[0]?.about).toEqual({ key: batch.key, kind: 'replacement' })
  })

  test('to cancel is an empty call of the account to itself, which no deadline binds', async () => {
    const { batch, signings, replace } = await openReplacing(
      { mode: 'one' },
      signed({ deadline: 77 }),
    )
    const events = await replace('cancel')
    expect(events).toMatchObject([{ index: 0, kind: 'cancel', nonce: 5, upgrade: false }])
    expect(events[0]).not.toHaveProperty('deadline')
    expect(signings).toEqual([
      {
        transaction: {
          type: 'eip1559',
          maxFeePerGas: 1_126n,
          maxPriorityFeePerGas: 113n,
          chainId: 31337,
          nonce: 5,
          to: alice,
          value: 0n,
          data: '0x',
          gas: 100_000n,
        },
        about: { key: batch.key, kind: 'replacement' },
      },
    ])
  })

  test('for an upgrade has its authorization, and what cancels it one that gives back what it replaces', async () => {
    const terms = { mode: 'atomic', upgrade: true, replaces: stranger } as const
    const { signings, replace } = await openReplacing(terms, signed({ upgrade: true }))
    expect(await replace('same')).toMatchObject([{ upgrade: true }])
    expect(await replace('cancel')).toMatchObject([{ upgrade: true }])
    expect(signings.map(({ authorize }) => authorize)).toEqual([executor, stranger])
  })

  test('for a revocation clears the code, and what cancels it keeps that', async () => {
    const { signings, replace } = await openReplacing(revoking, signed({ upgrade: true }))
    await replace('same')
    await replace('cancel')
    expect(signings.map(({ authorize }) => authorize)).toEqual([zeroAddress, executor])
  })

  test('without an upgrade authorizes nothing, whatever the batch replaces', async () => {
    const terms = { mode: 'atomic', replaces: stranger } as const
    const { signings, replace } = await openReplacing(terms, signed())
    await replace('same')
    await replace('cancel')
    expect(signings).toHaveLength(2)
    for (const signing of signings) expect(signing).not.toHaveProperty('authorize')
  })
})

describe('filling the gap below it', () => {
  test('may cost what was agreed to, and not one wei more', async () => {
    const { chain, replace } = await openReplacing({ mode: 'one' }, signed())
    await expect(replace('same', 9n, 10n)).rejects.toThrow(
      'the replacement can cost more than was agreed to',
    )
    expect(chain.signatures).toBe(0)
    expect(await replace('same', 10n, 10n)).toHaveLength(1)
  })
})

describe('where no key signs', () => {
  test('a wallet that is locked says so', async () => {
    const { chain, replace } = await openReplacing({ mode: 'one' }, signed())
    chain.isLocked = true
    expect(await replace('same')).toBe('locked')
  })

  test('a device is asked', async () => {
    const { chain, replace } = await openReplacing({ mode: 'one' }, signed())
    await journal.accounts.add({
      address: alice,
      index: 0,
      name: 'L',
      source: 'ledger',
      devicePath: 'm/0',
    })
    chain.isLocked = true
    expect(await replace('same')).toBe('device')
  })

  test('nothing after the first one is asked for', async () => {
    const second = did.signed('b', 1, { raw: replacedRaw, nonce: 6 })
    const { chain, signings, replace } = await openReplacing({ mode: 'sequence' }, signed(), second)
    chain.isLocked = true
    expect(await replace('cancel')).toBe('locked')
    expect(signings).toHaveLength(1)
  })
})
