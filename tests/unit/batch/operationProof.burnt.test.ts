import { beforeEach, describe, expect, test } from 'vitest'
import { bob } from '../accounts'
import { emptyDatabase } from '../database'
import { did, genesis } from './batches'
import {
  beforeStates,
  burntIn,
  cancelledIn,
  cancels,
  inBlock,
  lookAt,
  operatedAt,
  overtakes,
  replacedBy,
  storeOperated,
} from './cancelledOperations'
import { silence } from './fakeChain'
import { operated } from './sponsoredBatches'
import { openEntryPoint } from './sponsoredChain'

beforeEach(emptyDatabase)

/** Opens a chain whose blocks used a nonce of the account, each once. */
const usedIn = (...blocks: number[]) => {
  const place = openEntryPoint()
  place.point.uses = blocks
  return place
}

describe('the block of a cancellation', () => {
  test.each([
    ['the final block', 150, [replacedBy('burn')]],
    ['the block after it', 151, [burntIn(151), overtakes(true)]],
    ['the newest block', 200, [burntIn(200), overtakes(true)]],
  ])('proves what became of an operation, once it is final: %s', async (_, block, events) => {
    const batch = await storeOperated([operated('first'), ...cancelledIn(block)])
    expect(await lookAt(usedIn(block), batch)).toEqual(events)
  })

  test('that is final is enough, so that nothing is searched for', async () => {
    const place = usedIn(140)
    const batch = await storeOperated([operated('first'), ...cancelledIn(140)])
    await lookAt(place, batch)
    expect(place.point.searches).toEqual([])
  })

  test('proves nothing where the nonce had been used before', async () => {
    const batch = await storeOperated([operated('first'), ...cancelledIn(140)])
    expect(await lookAt(usedIn(120, 140), batch)).toEqual([overtakes(false)])
  })

  test('proves nothing where the nonce was used after it', async () => {
    const batch = await storeOperated([operatedAt('first', '0x8'), ...cancelledIn(130)])
    expect(await lookAt(usedIn(130, 140), batch)).toEqual([overtakes(false)])
  })

  test('proves nothing where nothing of the account’s was used in it', async () => {
    const batch = await storeOperated([operated('first'), ...cancelledIn(130)])
    expect(await lookAt(usedIn(140), batch)).toEqual([overtakes(false)])
  })

  test('proves nothing where the cancellation reverted', async () => {
    const batch = await storeOperated([operated('first'), ...cancelledIn(140, 'burn', '0x0')])
    expect(await lookAt(usedIn(140), batch)).toEqual([overtakes(false)])
  })

  test('proves nothing where its cancellation is in no block', async () => {
    const batch = await storeOperated([operated('first'), cancels()])
    expect(await lookAt(usedIn(140), batch)).toEqual([overtakes(false)])
  })

  test('proves nothing where a reorg has taken it back', async () => {
    const elsewhere = did.sealed('burn', { ...inBlock(140), blockHash: genesis })
    const batch = await storeOperated([operated('first'), cancels(), elsewhere])
    expect(await lookAt(usedIn(140), batch)).toEqual([overtakes(false)])
  })

  test('proves nothing where the block before it has no state any more', async () => {
    const place = usedIn(140)
    place.chain.remembers = 140
    const batch = await storeOperated([operated('first'), ...cancelledIn(140)])
    expect(await lookAt(place, batch)).toEqual([overtakes(false)])
  })
})

describe('a cancellation that proves nothing keeps none from doing so', () => {
  test.each([
    ['its block has no state any more', 100],
    ['its block is another one', 300],
    ['the nonce was used later', 135],
  ])('%s', async (_, block) => {
    const place = usedIn(140)
    place.chain.remembers = 130
    const one = await storeOperated([operated('first'), ...cancelledIn(block, 'old')])
    await storeOperated([operated('second'), ...cancelledIn(140)])
    expect(await lookAt(place, one)).toEqual([replacedBy('burn')])
  })

  test.each([
    ['no block has it', [cancels('old')]],
    ['it reverted in the same block', cancelledIn(140, 'old', '0x0')],
  ])('%s', async (_, events) => {
    const one = await storeOperated([operated('first'), ...events])
    await storeOperated([operated('second'), ...cancelledIn(140)])
    expect(await lookAt(usedIn(140), one)).toEqual([replacedBy('burn')])
  })

  test('it is in the first block of a chain, before which there is none', async () => {
    const first = did.sealed('old', { blockNumber: '0x0', blockHash: genesis })
    const one = await storeOperated([operated('first'), cancels('old'), first])
    await storeOperated([operated('second'), ...cancelledIn(140)])
    expect(await lookAt(usedIn(140), one)).toEqual([replacedBy('burn')])
  })
})

describe('a cancellation counts for the operations of its own account alone', () => {
  test.each([
    ['another account’s', { from: bob }],
    ['another chain’s', { chainId: 8453 }],
  ])('not for %s', async (_, terms) => {
    await storeOperated([operated('second'), ...cancelledIn(140)], terms)
    const batch = await storeOperated([operated('first')])
    expect(await lookAt(usedIn(140), batch)).toEqual([overtakes(false)])
  })
})

describe('a block that was noted', () => {
  test('is enough as long as it stands, and nothing is told twice', async () => {
    const place = usedIn(190)
    place.chain.remembers = 195
    const batch = await storeOperated([
      operated('first'),
      ...cancelledIn(190),
      burntIn(190),
      overtakes(true),
    ])
    expect(await lookAt(place, batch)).toEqual([])
    place.chain.finalized = 190
    expect(await lookAt(place, batch)).toEqual([replacedBy('burn')])
  })

  test('is looked for anew where another one is in its place', async () => {
    const place = usedIn(190)
    const batch = await storeOperated([operated('first'), ...cancelledIn(190), burntIn(180)])
    place.chain.hashes = { 180: genesis }
    expect(await lookAt(place, batch)).toEqual([burntIn(190), overtakes(true)])
  })

  test('is looked for anew where the chain is shorter than that now', async () => {
    const place = usedIn(185)
    place.chain.latest = 185
    const batch = await storeOperated([operated('first'), ...cancelledIn(185), burntIn(190)])
    expect(await lookAt(place, batch)).toEqual([burntIn(185), overtakes(true)])
  })

  test('may prove it later, though the final block has no state by then', async () => {
    const place = usedIn(190)
    place.chain.remembers = 180
    const batch = await storeOperated([operated('first'), ...cancelledIn(190)])
    expect(await lookAt(place, batch)).toEqual([burntIn(190), overtakes(true)])
  })

  test('may yet come back where a reorg took it, so that the batch may yet be told of', async () => {
    const place = usedIn(140)
    place.chain.hashes = { 140: genesis }
    const batch = await storeOperated([operated('first'), ...cancelledIn(140), burntIn(140)])
    expect(await lookAt(place, batch)).toEqual([overtakes(true)])
  })
})

test('a node that fails to tell of the block keeps nobody waiting: the nonce is used', async () => {
  const batch = await storeOperated([operated('first'), ...cancelledIn(190)])
  let states = 0
  const place = beforeStates(usedIn(190), () => {
    states++
    if (states > 1) silence()
  })
  expect(await lookAt(place, batch)).toEqual([overtakes(true)])
})
