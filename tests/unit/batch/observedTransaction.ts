import type { Event } from '@/lib/db/batchEvent'
import { fold } from '@/lib/batch/state'
import { createAgreement } from '@/lib/batch/agreement'
import { createRunCheck } from '@/lib/batch/runCheck'
import { createChainReader } from '@/lib/batch/chainReader'
import { observe } from '@/lib/batch/observe'
import { did, hashOf, makeBatch } from './batches'
import { openChain } from './fakeChain'

/** Hash of the transaction that was sent. */
export const hash = hashOf('0')
/** The batch's events before the first look: signed and sent. */
export const out = [did.signed('0'), did.sent('0')]
/** Turns a receipt into one that reverted. */
export const reverted = { status: '0x0' } as const

/** Opens a batch of one transaction; `look` observes the chain once and appends the events it finds. */
export const watching = (mode: 'one' | 'atomic' | 'sequence' = 'one', known: Event[] = out) => {
  const place = openChain()
  const batch = makeBatch({ mode })
  const events = [...known]
  const agreement = createAgreement(place.world)
  const runCheck = createRunCheck(place.world)
  const look = async (hasMovedOn = true) => {
    const eyes = createChainReader(place.world, 31337)
    const about = { look: eyes, agreement, runCheck, hasMovedOn }
    const found = await observe(place.world, batch, fold(events), about)
    events.push(...found)
    return found
  }
  return { ...place, look }
}

/** Returns the types of events. */
export const types = (events: Event[]) => events.map(({ type }) => type)
