import { beforeEach, describe, expect, test } from 'vitest'
import { toError } from '@/lib/rpc/errors'
import { emptyDatabase } from '../database'
import { did, receiptOf } from './batches'
import { hash, out, reverted } from './observedTransaction'
import { observing } from './observing'

// A batch’s age is that of its last stored event: another file may have left some under the same keys.
beforeEach(emptyDatabase)

const refused = () => {
  throw toError({ code: 3, message: 'execution reverted', data: '0x1234' })
}

describe('what nobody could tell of a sealed transaction is asked again', () => {
  /** A transaction in the sealed block 10 of which it is known if it ran. */
  const sealed = (ran: boolean | null, second?: 'agrees' | 'silent', fee?: '0x7') => {
    const event = did.sealed('0', {}, ran)
    const about = { ...(second ? { second } : {}), ...(fee ? { fee } : {}) }
    const place = observing([...out, { ...event, ...about }])
    place.include(hash, { block: 10 })
    return place
  }

  test.each([true, false])('if it ran its calls: %s', async (ran) => {
    const { eyes, look } = sealed(null)
    eyes.ran = ran
    expect(await look()).toEqual([{ type: 'sealed', hash, ran, receipt: receiptOf(hash) }])
  })

  test('and nothing is told while that stays open', async () => {
    const { eyes, look } = sealed(null)
    eyes.ran = undefined
    expect(await look()).toEqual([])
    eyes.ran = null
    expect(await look()).toEqual([])
  })

  test('but not once it is known', async () => {
    const { eyes, look } = sealed(true)
    eyes.ran = false
    expect(await look()).toEqual([])
  })

  test.each(['agrees', 'silent'] as const)(
    'while the fee and the second RPC’s answer stay: %s',
    async (second) => {
      const { look } = sealed(null, second, '0x7')
      expect(await look()).toEqual([
        { type: 'sealed', hash, ran: true, second, fee: '0x7', receipt: receiptOf(hash) },
      ])
    },
  )
})

describe('why a sealed transaction reverted', () => {
  const why = {
    type: 'explained',
    hash,
    by: 'run',
    failing: { index: 0, reason: { why: 'reverted', data: '0x1234', size: 2 } },
  } as const

  const failed = (...more: (typeof why)[]) => {
    const place = observing([...out, did.sealed('0', reverted, false), ...more])
    place.include(hash, { block: 10, ...reverted })
    place.chain.answers.eth_call = refused
    return place
  }

  test('is told later, where no node could at first', async () => {
    expect(await failed().look()).toEqual([why])
  })

  test('is not asked again once it is known', async () => {
    const { chain, look } = failed(why)
    expect(await look()).toEqual([])
    expect(chain.asked).not.toContain('eth_call')
  })

  test('is told with the seal, where a node can say it', async () => {
    const { chain, eyes, include, look } = observing(out)
    include(hash, { block: 10, ...reverted })
    chain.answers.eth_call = refused
    eyes.ran = false
    expect(await look()).toEqual([
      { type: 'sealed', hash, ran: false, receipt: receiptOf(hash, reverted) },
      why,
    ])
  })

  test('is nobody’s question where the transaction succeeded', async () => {
    const { chain, include, look } = observing([...out, did.sealed('0')])
    include(hash, { block: 10 })
    chain.answers.eth_call = refused
    expect(await look()).toEqual([])
    expect(chain.asked).not.toContain('debug_traceTransaction')
  })
})

describe('a sealed transaction of which a node may yet tell if it ran', () => {
  test('counts as included until then', async () => {
    const { eyes, include, look } = observing(out)
    include(hash, { block: 10 })
    eyes.ran = undefined
    expect(await look()).toEqual([
      { type: 'included', hash, delegate: null, receipt: receiptOf(hash) },
      { type: 'awaited', hash },
    ])
  })

  test('is told as moved and included, where it was sealed in another block', async () => {
    const { chain, eyes, include, look } = observing([...out, did.sealed('0')])
    chain.latest = 12
    include(hash, { block: 12 })
    eyes.ran = undefined
    expect(await look()).toMatchObject([
      { type: 'moved', hash },
      { type: 'included', hash, receipt: { blockNumber: '0xc' } },
      { type: 'awaited', hash },
    ])
  })

  test('is told as sealed where it was seen in a block that may be pre-confirmed', async () => {
    const { eyes, include, look } = observing([...out, did.included('0')])
    include(hash, { block: 10 })
    eyes.ran = undefined
    expect(await look()).toEqual([{ type: 'awaited', hash }])
  })

  test('says nothing new where it was seen before', async () => {
    const { eyes, include, look } = observing([
      ...out,
      did.included('0'),
      { type: 'awaited', hash },
    ])
    include(hash, { block: 10 })
    eyes.ran = undefined
    expect(await look()).toEqual([])
  })
})
