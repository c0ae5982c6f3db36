import { beforeEach, describe, expect, test } from 'vitest'
import { did, hashOf } from './batches'
import { hash, out, reverted, types, watching } from './observedTransaction'
import { emptyDatabase } from '../database'

// A batch’s age is that of its last stored event: another file may have left some under the same keys.
beforeEach(emptyDatabase)

const { signed, stopped } = did

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

  test('not while the second RPC has another block in its place, however deep', async () => {
    const { chain, world, include, look } = watching()
    world.second = {
      has: () => Promise.resolve(true),
      ask: (_chain, method) =>
        Promise.resolve(
          method === 'eth_getBlockByNumber' ? { hash: hashOf('other'), transactions: [] } : null,
        ),
    }
    include(hash, { block: 10 })
    expect(types(await look())).toEqual(['included', 'disputed'])
    chain.finalized = 10
    chain.latest = 500
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
