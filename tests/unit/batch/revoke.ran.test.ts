import type { Hex } from 'viem'
import { beforeEach, describe, expect, test } from 'vitest'
import { append } from '@/lib/batch/journal'
import { hasRun } from '@/lib/batch/ran'
import { delegation, executor } from '@/lib/delegate/executor'
import { emptyDatabase } from '../database'
import { stranger } from '../accounts'
import { did, hashOf, makeBatch, receiptOf, storeBatch } from './batches'
import { forgotten, openChain } from './fakeChain'
import { revoking } from './runnerHarness'

const ours = delegation(executor)

beforeEach(emptyDatabase)

describe('it is done where', () => {
  const kept = { index: 0, kind: 'call', nonce: 5, hash: hashOf('a'), raw: '0x02' } as const
  const one = { ...kept, upgrade: true, sent: true, sealed: false, ran: null }

  test.each<[boolean | null, string, Hex | 'forgotten', Hex | null | undefined, Hex?]>([
    [true, 'the account’s code is empty at its block', '0x', undefined],
    [true, 'it was seen empty, and an upgrade followed in that block', ours, null],
    [true, 'it was seen empty, and the node has forgotten the block', 'forgotten', null],
    [null, 'code stands there', ours, undefined],
    [null, 'code stood there and the block is forgotten', 'forgotten', executor],
    [null, 'nothing was seen and the block is forgotten', 'forgotten', undefined],
    [false, 'it reverted', '0x', undefined, '0x0'],
  ])('ran: %s where %s', async (ran, _, code, delegate, status = '0x1') => {
    const { chain, world } = openChain()
    chain.code = { '0x9': ours, '0xa': code as Hex, pending: delegation(stranger) }
    if (code === 'forgotten') chain.answers = { eth_getCode: forgotten }
    const seen = delegate === undefined ? one : { ...one, delegate }
    const receipt = receiptOf(hashOf('a'), { status: status as '0x1' })
    expect(await hasRun(world, makeBatch(revoking), seen, receipt)).toBe(ran)
  })
})

test('a batch that ran before it in the same block has run', async () => {
  const { chain, world } = openChain()
  chain.code = { '0x9': ours, '0xa': '0x', pending: '0x' }
  const { key } = await storeBatch(revoking)
  const revoked = did.signed('revoke', 0, { nonce: 6, upgrade: true })
  await append(key, [revoked, did.included('revoke')], 0)
  const atomic = makeBatch({ mode: 'atomic' })
  const ranAs = (nonce: number, delegate: Hex | null) =>
    hasRun(
      world,
      atomic,
      {
        index: 0,
        kind: 'call',
        nonce,
        hash: hashOf('a'),
        raw: '0x02',
        upgrade: false,
        sent: true,
        sealed: false,
        ran: null,
        delegate,
      },
      receiptOf(hashOf('a'), { gasUsed: '0x15f90' }),
    )
  expect(await ranAs(5, executor)).toBe(true)
  // Undecidable where nobody saw the executor, and after it was revoked.
  expect(await ranAs(5, null)).toBeNull()
  expect(await ranAs(8, executor)).toBeNull()
})

test('an upgrade that was revoked in the same block helps no batch after it', async () => {
  const { chain, world } = openChain()
  chain.code = { '0x9': '0x', '0xa': ours, pending: ours }
  const { key } = await storeBatch(revoking)
  const revoked = did.signed('revoke', 0, { nonce: 3, upgrade: true })
  await append(key, [revoked, did.included('revoke')], 0)
  const one = { index: 0, kind: 'call', nonce: 5, hash: hashOf('a'), raw: '0x02' } as const
  const state = { ...one, upgrade: false, sent: true, sealed: false, ran: null }
  const receipt = receiptOf(hashOf('a'), { gasUsed: '0x15f90' })
  expect(await hasRun(world, makeBatch({ mode: 'atomic' }), state, receipt)).toBeNull()
})
