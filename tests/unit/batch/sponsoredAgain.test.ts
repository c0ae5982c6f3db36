import { encodeFunctionData, erc20Abi } from 'viem'
import { beforeEach, describe, expect, test } from 'vitest'
import { approveAgain } from '@/lib/batch/approveBatch'
import { assertFrozen, type FrozenTerms } from '@/lib/batch/freeze'
import { append, batchOf } from '@/lib/batch/journal'
import type { Mode } from '@/lib/db'
import { executor } from '@/lib/delegate/executor'
import { isCheck } from '@/lib/lock/check'
import type { Offer } from '@/lib/sponsor/offer'
import { universalRouter } from '../../chain/router'
import { bob, stranger } from '../accounts'
import { emptyDatabase } from '../database'
import { did, storeBatch } from './batches'
import { sponsored, sponsorTerms } from './sponsoredBatches'

beforeEach(emptyDatabase)

type Decision = Parameters<typeof approveAgain>[1]

const fees = { maxFeePerGas: '0x5', maxPriorityFeePerGas: '0x1' } as const

const decide = (mode: Mode, change: Partial<Decision> = {}): Decision => ({
  mode,
  delegate: executor,
  upgrade: false,
  gas: ['0x5208'],
  fees,
  expected: 'succeeds',
  ...change,
})

const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [bob, 1n] })
const calls = [{ to: stranger, value: '0x0' as const, data }]
const paidFor: Partial<FrozenTerms> = { ...sponsored, calls }
const offer: Offer = { terms: sponsorTerms, fees }

/** A quote of the wallet's own, which shows the account's coin as locked. */
const locked = {
  accepted: {
    verdict: 'succeeds',
    changes: [{ direction: 'out', asset: { standard: 'native' }, amount: '0x1' }],
    allowances: [],
    payees: [],
    unchecked: [],
  },
  lock: {
    router: universalRouter,
    checkers: [],
    holds: [{ asset: { standard: 'native' }, had: '0xde0b6b3a7640000' }],
    l1Fee: '0x0',
    left: 0,
  },
} satisfies Partial<Decision>

/** A batch about which the user is asked again. */
const asked = async (terms: Partial<FrozenTerms>) => {
  const batch = await storeBatch(terms)
  await append(batch.key, [{ type: 'asked', why: 'refused' }], 0)
  return batch
}

const approved = async (terms: Partial<FrozenTerms>, decision: Decision) => {
  const { key } = await asked(terms)
  const write = await approveAgain(key, decision)
  await write()
  const batch = await batchOf(key)
  assertFrozen(batch)
  return batch
}

describe('a single call that is approved again runs as it was shown:', () => {
  test('locked, once the user pays in place of somebody else', async () => {
    const batch = await approved(paidFor, decide('atomic', locked))
    expect(batch).toMatchObject({ mode: 'atomic', delegate: executor })
    expect(batch.locks?.some(isCheck)).toBe(true)
    expect(batch).not.toHaveProperty('sponsor')
  })

  test('locked, where nothing was when it was approved', async () => {
    const batch = await approved({ mode: 'one', calls }, decide('atomic', locked))
    expect(batch).toMatchObject({ mode: 'atomic', delegate: executor })
    expect(batch.locks?.some(isCheck)).toBe(true)
  })

  test('as one transaction, where that was shown', async () => {
    const batch = await approved(paidFor, decide('one'))
    expect(batch).toMatchObject({ mode: 'one', delegate: null })
    expect(batch).not.toHaveProperty('locks')
    expect(batch).not.toHaveProperty('sponsor')
  })

  test('paid by somebody else, where that was shown', async () => {
    const batch = await approved(paidFor, decide('atomic', { offer, isSponsored: true }))
    expect(batch).toMatchObject({ mode: 'atomic', sponsor: sponsorTerms })
  })
})

test('what somebody else takes for paying is kept as it was shown, under the hash of the batch', async () => {
  const charges = [{ token: stranger, amount: '0x64' as const }]
  const charging = { terms: { ...sponsorTerms, charges }, fees }
  const batch = await approved(paidFor, decide('atomic', { offer: charging, isSponsored: true }))
  expect(batch.sponsor?.charges).toEqual(charges)
  const less = [{ token: stranger, amount: '0x63' as const }]
  expect(() => assertFrozen({ ...batch, sponsor: { ...sponsorTerms, charges: less } })).toThrow()
  expect(() => assertFrozen({ ...batch, sponsor: sponsorTerms })).toThrow()
})

describe('a second approval is refused', () => {
  test.each<[string, Partial<FrozenTerms>, Decision]>([
    ['of a lock that is not to run', paidFor, decide('one', locked)],
    ['in order, of one call', paidFor, decide('sequence')],
    ['of an upgrade for one call of one’s own', paidFor, decide('atomic', { upgrade: true })],
    [
      'as one, of a transaction of a site’s own',
      { mode: 'one', method: 'eth_sendTransaction', calls },
      decide('atomic'),
    ],
    ['in order, of an atomic batch', sponsored, decide('sequence', { gas: ['0x1', '0x1'] })],
    ['as one, of two calls', sponsored, decide('one')],
    [
      'of somebody who was not to pay',
      { mode: 'atomic', calls },
      decide('atomic', { offer, isSponsored: true }),
    ],
  ])('%s', async (_, terms, decision) => {
    const batch = await asked(terms)
    await expect(approveAgain(batch.key, decision)).rejects.toThrow('fit the batch')
    expect(await batchOf(batch.key)).toEqual({ ...batch, told: 0 })
  })

  test('in another mode, of a call that is signed', async () => {
    const batch = await asked({ mode: 'one', calls })
    await append(batch.key, [did.signed('0')], 0)
    await expect(approveAgain(batch.key, decide('atomic'))).rejects.toThrow('fit the batch')
  })
})
