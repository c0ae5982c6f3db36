import type { Event } from '@/lib/db/batchEvent'
import { fold } from '@/lib/batch/state'
import { createAgreement } from '@/lib/batch/agreement'
import { createChainReader } from '@/lib/batch/chainReader'
import { observe } from '@/lib/batch/observe'
import { did, hashOf, makeBatch } from './batches'
import { openChain } from './fakeChain'

/** The one transaction that is out. */
export const hash = hashOf('0')
/** What is known of it at first. */
export const out = [did.signed('0'), did.sent('0')]
/** The change of a receipt that reverted. */
export const reverted = { status: '0x0' } as const

/** One transaction, and what a look at the chain finds of it; every event found is taken in. */
export const watching = (mode: 'one' | 'atomic' | 'sequence' = 'one', known: Event[] = out) => {
  const place = openChain()
  const batch = makeBatch({ mode })
  const events = [...known]
  const agreement = createAgreement(place.world)
  const look = async (hasMovedOn = true) => {
    const eyes = createChainReader(place.world, 31337)
    const about = { look: eyes, agreement, hasMovedOn }
    const found = await observe(place.world, batch, fold(events), about)
    events.push(...found)
    return found
  }
  return { ...place, look }
}

/** What kind of events they are. */
export const types = (events: Event[]) => events.map(({ type }) => type)
