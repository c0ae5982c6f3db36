import { describe, expect, test } from 'vitest'
import { fold, type Event } from '@/lib/batch/machine'
import { lookAt, observe } from '@/lib/batch/observe'
import { did, hashOf, makeBatch } from './batches'
import { openChain } from './fakeChain'

const { signed, sent, stopped } = did
const hash = hashOf('0')
const out = [signed('0'), sent('0')]
const reverted = { status: '0x0' } as const

/** One transaction, and what a look at the chain finds of it; every event found is taken in. */
const watching = (mode: 'one' | 'atomic' | 'sequence' = 'one', known: Event[] = out) => {
  const place = openChain()
  const batch = makeBatch({ mode })
  const events = [...known]
  const look = async () => {
    const eyes = lookAt(place.world, 31337)
    const found = await observe(place.world, batch, fold(events), eyes)
    events.push(...found)
    return found
  }
  return { ...place, look }
}

const types = (events: Event[]) => events.map(({ type }) => type)

describe('a batch is final', () => {
  const sealedAt = async (block: number) => {
    const place = watching()
    place.include(hash, { block })
    await place.look()
    return place
  }

  test('64 blocks on, where the node’s tag does not move', async () => {
    const { chain, look } = await sealedAt(10)
    chain.latest = 73
    expect(await look()).toEqual([])
    chain.latest = 74
    expect(await look()).toEqual([{ type: 'final' }])
  })

  test('not by depth where the tag moves', async () => {
    const { chain, look } = await sealedAt(10)
    chain.latest = 500
    chain.finalized = 9
    expect(await look()).toEqual([])
  })

  test('not while calls are still to come', async () => {
    const { chain, include, look } = watching('sequence')
    include(hash, { block: 10 })
    await look()
    chain.finalized = 10
    expect(await look()).toEqual([])
  })

  test('when a revert ended it', async () => {
    const { chain, include, look } = watching('sequence')
    include(hash, { block: 10, ...reverted })
    await look()
    chain.finalized = 10
    expect(await look()).toEqual([{ type: 'final' }])
  })

  test('when its cancellation took the nonce, the call itself having no receipt', async () => {
    const cancel = signed('cancel', 0, { kind: 'cancel', nonce: 0 })
    const { chain, include, look } = watching('one', [...out, stopped(), cancel])
    include(hashOf('cancel'), { block: 10 })
    expect(types(await look())).toEqual(['sealed'])
    chain.finalized = 10
    expect(await look()).toEqual([{ type: 'final' }])
  })
})
