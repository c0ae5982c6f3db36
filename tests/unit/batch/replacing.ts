import { serializeTransaction } from 'viem'
import { append } from '@/lib/batch/journal'
import { offerReplacement, replacementEvents, toReplace } from '@/lib/batch/replacement'
import type { FrozenTerms } from '@/lib/batch/freeze'
import { fold } from '@/lib/batch/state'
import type { World } from '@/lib/batch/world'
import type { Event } from '@/lib/db/batchEvent'
import { delegation } from '@/lib/delegate/executor'
import { stranger } from '../accounts'
import { codeAnswers } from '../delegate/executorCode'
import { storeBatch } from './batches'
import { openChain } from './fakeChain'
import { low } from './runnerHarness'

type Signing = Parameters<World['sign']>[1]

/** Bytes of a transaction at 1,000 wei per gas. */
export const replacedRaw = serializeTransaction({
  type: 'eip1559',
  chainId: 31337,
  nonce: 5,
  gas: 21_000n,
  maxFeePerGas: 1_000n,
  maxPriorityFeePerGas: 100n,
})

/** A batch to which this has happened, and a world that keeps what it is asked to sign. */
export const openReplacing = async (terms: Partial<FrozenTerms>, ...events: Event[]) => {
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
