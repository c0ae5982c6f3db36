import { parseTransaction, serializeTransaction, zeroAddress, type Hex } from 'viem'
import { beforeEach, describe, expect, test } from 'vitest'
import { append } from '@/lib/batch/journal'
import { offerReplacement, replacementEvents, toReplace } from '@/lib/batch/replacement'
import type { FrozenTerms } from '@/lib/batch/freeze'
import { fold } from '@/lib/batch/state'
import type { World } from '@/lib/batch/world'
import { journal } from '@/lib/db'
import type { Event } from '@/lib/db/batchEvent'
import { delegation, executor } from '@/lib/delegate/executor'
import { burnCall } from '@/lib/sponsor/operationOutcome'
import { alice, bob, stranger } from '../accounts'
import { emptyDatabase } from '../database'
import { codeAnswers } from '../delegate/executorCode'
import { did, storeBatch } from './batches'
import { openChain } from './fakeChain'
import { low, revoking } from './runnerHarness'
import { operated, sponsored } from './sponsoredBatches'

beforeEach(emptyDatabase)

type Signing = Parameters<World['sign']>[1]
type Signed = Parameters<typeof did.signed>[2]

const raw = serializeTransaction({
  type: 'eip1559',
  chainId: 31337,
  nonce: 5,
  gas: 21_000n,
  maxFeePerGas: 1_000n,
  maxPriorityFeePerGas: 100n,
})

/** A batch to which this has happened, and a world that keeps what it is asked to sign. */
const open = async (terms: Partial<FrozenTerms>, ...events: Event[]) => {
  const { chain, world } = openChain()
  chain.answers = codeAnswers(delegation(stranger))
  const batch = await storeBatch(terms)
  await append(batch.key, events, 1_100_000)
  const signings: Signing[] = []
  const { sign } = world
  world.sign = (from, signing) => {
    signings.push(signing)
    return sign(from, signing)
  }
  const replace = (by: 'same' | 'cancel', over = 0n, filling = 0n) => {
    const replaced = toReplace(fold(events), by)
    const { fees, ceiling } = offerReplacement(batch, replaced, low)
    const agreed = `0x${(BigInt(ceiling) + over).toString(16)}` as const
    return replacementEvents(world, batch, replaced, { fees, ceiling: agreed }, filling)
  }
  return { chain, world, batch, signings, replace }
}

const signed = (change: Signed = {}): Event => did.signed('a', 0, { raw, nonce: 5, ...change })

const rawOf = (events: unknown): Hex[] =>
  Array.isArray(events) ? events.map(({ raw }: { raw: Hex }) => raw) : []

describe('what is signed', () => {
  test('as its like is the same call with its deadline', async () => {
    const { batch, signings, replace } = await open({ mode: 'one' }, signed({ deadline: 77 }))
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
    const { signings, batch, replace } = await open({ mode: 'one' }, signed())
    expect((await replace('same'))[0]).not.toHaveProperty('deadline')
    expect(signings[0]?.about).toEqual({ key: batch.key, kind: 'replacement' })
  })

  test('to cancel is an empty call of the account to itself, which no deadline binds', async () => {
    const { batch, signings, replace } = await open({ mode: 'one' }, signed({ deadline: 77 }))
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
    const { signings, replace } = await open(terms, signed({ upgrade: true }))
    expect(await replace('same')).toMatchObject([{ upgrade: true }])
    expect(await replace('cancel')).toMatchObject([{ upgrade: true }])
    expect(signings.map(({ authorize }) => authorize)).toEqual([executor, stranger])
  })

  test('for a revocation clears the code, and what cancels it keeps that', async () => {
    const { signings, replace } = await open(revoking, signed({ upgrade: true }))
    await replace('same')
    await replace('cancel')
    expect(signings.map(({ authorize }) => authorize)).toEqual([zeroAddress, executor])
  })

  test('without an upgrade authorizes nothing, whatever the batch replaces', async () => {
    const terms = { mode: 'atomic', replaces: stranger } as const
    const { signings, replace } = await open(terms, signed())
    await replace('same')
    await replace('cancel')
    expect(signings).toHaveLength(2)
    for (const signing of signings) expect(signing).not.toHaveProperty('authorize')
  })
})

describe('filling the gap below it', () => {
  test('may cost what was agreed to, and not one wei more', async () => {
    const { chain, replace } = await open({ mode: 'one' }, signed())
    await expect(replace('same', 9n, 10n)).rejects.toThrow(
      'the replacement can cost more than was agreed to',
    )
    expect(chain.signatures).toBe(0)
    expect(await replace('same', 10n, 10n)).toHaveLength(1)
  })
})

describe('where no key signs', () => {
  test('a wallet that is locked says so', async () => {
    const { chain, replace } = await open({ mode: 'one' }, signed())
    chain.isLocked = true
    expect(await replace('same')).toBe('locked')
  })

  test('a device is asked', async () => {
    const { chain, replace } = await open({ mode: 'one' }, signed())
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
    const second = did.signed('b', 1, { raw, nonce: 6 })
    const { chain, signings, replace } = await open({ mode: 'sequence' }, signed(), second)
    chain.isLocked = true
    expect(await replace('cancel')).toBe('locked')
    expect(signings).toHaveLength(1)
  })
})

describe('what cancels a user operation', () => {
  const burnt = { to: burnCall().to, value: 0n, data: burnCall().data }
  const burn = (change: Signed = {}): Event =>
    did.signed('burn', 0, {
      kind: 'cancel',
      nonce: 5,
      raw: serializeTransaction({
        type: 'eip1559',
        chainId: 31337,
        nonce: 5,
        ...burnt,
        gas: 400_000n,
        maxFeePerGas: 1_000n,
        maxPriorityFeePerGas: 100n,
      }),
      ...change,
    })

  test('uses up its nonce in the EntryPoint, with no authorization even for an upgrade', async () => {
    const { signings, replace } = await open(sponsored, operated('o', { upgrade: true }))
    expect(await replace('cancel')).toMatchObject([{ kind: 'cancel', nonce: 5, upgrade: false }])
    expect(signings[0]?.transaction).toEqual({
      type: 'eip1559',
      maxFeePerGas: 1n,
      maxPriorityFeePerGas: 1n,
      chainId: 31337,
      nonce: 5,
      ...burnt,
      gas: 100_000n,
    })
    expect(signings[0]).not.toHaveProperty('authorize')
  })

  test('is sped up at its own nonce with its own gas, an eighth dearer', async () => {
    const { signings, replace } = await open(sponsored, operated('o'), burn())
    expect(await replace('same')).toMatchObject([{ kind: 'cancel', nonce: 5 }])
    expect(signings[0]?.transaction).toMatchObject({
      ...burnt,
      nonce: 5,
      gas: 400_000n,
      maxFeePerGas: 1_126n,
    })
  })

  /** Speeds up a cancellation at nonce 5, which the node's pool has: `used` nonces are in blocks. */
  const again = async (used: number, operation = operated('o')) => {
    const place = await open(sponsored, operation, burn())
    place.chain.answers.eth_getTransactionCount = ([address, tag]: string[]) =>
      address === alice && tag === 'latest' ? used : Math.max(used, 6)
    return place
  }

  /** Another batch, which has signed at this nonce. */
  const other = async (nonce: number, terms: Partial<FrozenTerms> = {}) => {
    const { key } = await storeBatch({ mode: 'one', ...terms })
    await append(key, [did.signed(`other ${key}`, 0, { nonce })], 1_100_000)
  }

  test('is sped up at its own nonce as long as the account has not used that', async () => {
    expect(await (await again(5)).replace('same')).toMatchObject([{ nonce: 5 }])
  })

  test('is sped up at the next one once the account has used that', async () => {
    expect(await (await again(6)).replace('same')).toMatchObject([{ nonce: 6 }])
  })

  test('is sped up at the next one where another batch has gone on with its nonce', async () => {
    const { replace } = await again(5)
    await other(9)
    await other(5)
    const [bumped = '0x'] = rawOf(await replace('same'))
    expect(parseTransaction(bumped).nonce).toBe(6)
  })

  test('is sped up then at a nonce that only its own operation has', async () => {
    const { replace } = await again(5, operated('o', { upgrade: true, nonce: 6 }))
    await other(5)
    expect(await replace('same')).toMatchObject([{ nonce: 6 }])
  })

  test.each<[string, number, Partial<FrozenTerms>]>([
    ['with other nonces', 6, {}],
    ['of another account', 5, { from: bob }],
    ['on another chain', 5, { chainId: 8453 }],
  ])('is sped up at its own nonce whatever a batch has %s', async (_, nonce, terms) => {
    const { replace } = await again(5)
    await other(nonce, terms)
    expect(await replace('same')).toMatchObject([{ nonce: 5 }])
  })

  test('asks no node for a nonce where it is no such cancellation', async () => {
    const { chain, replace } = await open({ mode: 'one' }, signed())
    chain.count = 99
    expect(await replace('same')).toMatchObject([{ nonce: 5 }])
    expect(chain.asked).toEqual([])
  })
})
