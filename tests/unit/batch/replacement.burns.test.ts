import { parseTransaction, serializeTransaction, type Hex } from 'viem'
import { beforeEach, describe, expect, test } from 'vitest'
import type { FrozenTerms } from '@/lib/batch/freeze'
import { append } from '@/lib/batch/journal'
import type { Event } from '@/lib/db/batchEvent'
import { burnCall } from '@/lib/sponsor/operationOutcome'
import { alice, bob } from '../accounts'
import { emptyDatabase } from '../database'
import { did, storeBatch } from './batches'
import { openReplacing, replacedRaw } from './replacing'
import { operated, sponsored } from './sponsoredBatches'

beforeEach(emptyDatabase)

type Signed = Parameters<typeof did.signed>[2]

const rawOf = (events: unknown): Hex[] =>
  Array.isArray(events) ? events.map(({ raw }: { raw: Hex }) => raw) : []

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
    const { signings, replace } = await openReplacing(sponsored, operated('o', { upgrade: true }))
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
    const { signings, replace } = await openReplacing(sponsored, operated('o'), burn())
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
    const place = await openReplacing(sponsored, operation, burn())
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
    const { chain, replace } = await openReplacing(
      { mode: 'one' },
      did.signed('a', 0, { raw: replacedRaw, nonce: 5 }),
    )
    chain.count = 99
    expect(await replace('same')).toMatchObject([{ nonce: 5 }])
    expect(chain.asked).toEqual([])
  })
})
