import { parseTransaction } from 'viem'
import type { FrozenTerms } from '@/lib/batch/freeze'
import { signNext } from '@/lib/batch/signNext'
import type { World } from '@/lib/batch/world'
import type { Batch } from '@/lib/db'

export const atomic: Partial<FrozenTerms> = { mode: 'atomic', upgrade: false }
export const upgrading: Partial<FrozenTerms> = { mode: 'atomic', upgrade: true }

/** Signs the next transaction of a batch on the chain that it was approved for. */
export const signThere = (world: World, batch: Batch, index: number) =>
  signNext(world, batch, index, () => Promise.resolve(false))

/** Returns the next transaction of a batch, signed. Throws if nothing was signed. */
export const signed = async ({ world }: { world: World }, batch: Batch, index = 0) => {
  const [event] = await signThere(world, batch, index)
  if (event?.type !== 'signed') throw new Error('nothing was signed')
  return { ...event, transaction: parseTransaction(event.raw) }
}
