import { createChainReader } from '@/lib/batch/chainReader'
import type { FrozenTerms } from '@/lib/batch/freeze'
import { observe } from '@/lib/batch/observe'
import { fold } from '@/lib/batch/state'
import type { Opinion } from '@/lib/batch/agreement'
import type { Event } from '@/lib/db/batchEvent'
import { makeBatch } from './batches'
import { openChain } from './fakeChain'

/**
 * Opens a batch with these events, of which a test says what the second node thinks (`opinion`) and if its calls
 * ran (`ran`; undefined: nobody can tell yet). `look` observes the chain once and keeps nothing.
 */
export const observing = (known: Event[], terms: Partial<FrozenTerms> = { mode: 'one' }) => {
  const place = openChain()
  const batch = makeBatch(terms)
  const eyes = { opinion: undefined as Opinion, ran: true as boolean | null | undefined }
  const look = (hasMovedOn = true) =>
    observe(place.world, batch, fold(known), {
      look: createChainReader(place.world, 31337),
      agreement: () => Promise.resolve(eyes.opinion),
      runCheck: () => Promise.resolve(eyes.ran),
      hasMovedOn,
    })
  return { ...place, batch, eyes, look }
}
