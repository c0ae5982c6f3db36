import type { Hex } from 'viem'
import { beforeEach, describe, expect, test } from 'vitest'
import type { FrozenTerms } from '@/lib/batch/freeze'
import { encodeBatch } from '@/lib/delegate/encode'
import { delegation, executor } from '@/lib/delegate/executor'
import { emptyDatabase } from '../database'
import { codeAnswers } from '../delegate/executorCode'
import { stranger } from '../accounts'
import { listed } from '../../chain/delegates'
import { storeBatch } from './batches'
import { openChain } from './fakeChain'
import { atomic, signed, signThere, upgrading } from './signNext'

beforeEach(emptyDatabase)

describe('with a delegate of another wallet', () => {
  const foreign: Partial<FrozenTerms> = { ...atomic, delegate: listed.okx }
  const replacing: Partial<FrozenTerms> = { ...upgrading, replaces: stranger }

  test('all calls at once in its encoding, where it is the approved one', async () => {
    const place = openChain()
    place.chain.code = { pending: delegation(listed.okx) }
    const batch = await storeBatch(foreign)
    const { transaction, upgrade } = await signed(place, batch)
    expect({ upgrade, type: transaction.type }).toEqual({ upgrade: false, type: 'eip1559' })
    expect(transaction.data).toBe(encodeBatch(batch.calls, listed.okx))
    expect(transaction.data?.slice(0, 10)).toBe('0x893aa9f6')
  })

  test.each<[string, Hex, boolean]>([
    ['the one that was named', delegation(stranger), true],
    ['nothing, as it was revoked meanwhile', '0x', true],
    ['ours, as somebody else upgraded meanwhile', delegation(executor), false],
  ])('an upgrade in its place, where there is %s', async (_, code, upgrade) => {
    const place = openChain()
    place.chain.answers = codeAnswers(code)
    const event = await signed(place, await storeBatch(replacing))
    expect(event.upgrade).toBe(upgrade)
    expect(event.transaction.type).toBe(upgrade ? 'eip7702' : 'eip1559')
  })

  test.each<[string, Partial<FrozenTerms>, Hex]>([
    ['ours by now', foreign, delegation(executor)],
    ['revoked by now', foreign, '0x'],
    ['another than the one that was named', replacing, delegation(listed.okx)],
    ['a contract by now', replacing, '0x6000'],
  ])('nothing until the user is asked again, where it is %s', async (_, terms, code) => {
    const { chain, world } = openChain()
    chain.answers = codeAnswers(code)
    const asked = [{ type: 'asked', why: 'delegate' }]
    expect(await signThere(world, await storeBatch(terms), 0)).toEqual(asked)
    expect(chain.signatures).toBe(0)
  })
})
