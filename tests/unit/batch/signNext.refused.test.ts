import type { Hex } from 'viem'
import { beforeEach, describe, expect, test } from 'vitest'
import type { ReapprovalReason, Event } from '@/lib/db/batchEvent'
import type { FrozenTerms } from '@/lib/batch/freeze'
import { append } from '@/lib/batch/journal'
import { delegation, executor } from '@/lib/delegate/executor'
import { emptyDatabase } from '../database'
import { codeAnswers, executorCode } from '../delegate/executorCode'
import { stranger } from '../accounts'
import { storeBatch } from './batches'
import { openChain, silence } from './fakeChain'
import { atomic, signThere, upgrading } from './signNext'

const hour = 60 * 60_000

beforeEach(emptyDatabase)

describe('no upgrade is signed', () => {
  test.each<[string, Hex]>([
    ['nothing', '0x'],
    ['other code', `${executorCode.slice(0, -2)}00` as Hex],
    ['a delegation', delegation(stranger)],
  ])('to an executor that is %s by now', async (_, code) => {
    const { chain, world } = openChain()
    chain.answers = codeAnswers('0x', code)
    const events = await signThere(world, await storeBatch(upgrading), 0)
    expect(events).toEqual([{ type: 'asked', why: 'delegate' }])
    expect(chain.signatures).toBe(0)
  })

  test('while the node does not say what the executor is', async () => {
    const { chain, world } = openChain()
    const batch = await storeBatch(upgrading)
    chain.answers = {
      eth_getCode: ([address]: [Hex]) => (address === executor ? silence() : '0x'),
    }
    await expect(signThere(world, batch, 0)).rejects.toMatchObject({ code: 4901 })
    expect(chain.signatures).toBe(0)
  })
})

describe('nothing is signed', () => {
  const ask = (why: ReapprovalReason): Event[] => [{ type: 'asked', why }]
  const stop = (reason: string): Event[] => [{ type: 'stopped', reason } as Event]

  type Change = Partial<ReturnType<typeof openChain>['chain']> & { age?: number }
  const stands = (pending: Hex) => ({ code: { pending } })
  const other = stands(delegation(stranger))

  test.each<[string, Partial<FrozenTerms>, Change, Event[]]>([
    ['while the wallet is locked', {}, { isLocked: true }, []],
    ['a day after the approval', {}, { age: 25 * hour }, stop('expired')],
    ['ten minutes after it, until the user is asked again', {}, { age: 601_000 }, ask('age')],
    ['where another delegate stands in the account', atomic, other, ask('delegate')],
    ['where the delegate was revoked', atomic, {}, ask('delegate')],
    ['where an upgrade would replace another delegate', upgrading, other, ask('delegate')],
    ['where code that is no delegation is there', upgrading, stands('0x6000'), ask('delegate')],
  ])('%s', async (_, terms, { age = 1, ...change }, events) => {
    const { chain, world } = openChain()
    const batch = await storeBatch(terms)
    Object.assign(chain, { now: batch.createdAt + age, ...change })
    expect(await signThere(world, batch, 0)).toEqual(events)
    expect(chain.signatures).toBe(0)
  })
})

describe('an approval', () => {
  test('holds for ten minutes after the last thing that happened to its batch', async () => {
    const { chain, world } = openChain()
    const batch = await storeBatch()
    chain.now = batch.createdAt + 599_000
    expect(await signThere(world, batch, 0)).toMatchObject([{ type: 'signed' }])
  })

  test('that grew old holds again once the user said yes again', async () => {
    const { chain, world } = openChain()
    const batch = await storeBatch()
    chain.now = batch.createdAt + hour
    expect(await signThere(world, batch, 0)).toEqual([{ type: 'asked', why: 'age' }])
    await append(batch.key, [{ type: 'confirmed' }], chain.now)
    expect(await signThere(world, batch, 0)).toMatchObject([{ type: 'signed' }])
  })
})
