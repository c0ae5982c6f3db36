import { signNext } from '@/lib/batch/sign'
import type { World } from '@/lib/batch/world'
import type { Batch } from '@/lib/db'

/** Signs the next transaction of a batch on the chain that it was approved for. */
export const signThere = (world: World, batch: Batch, index: number) =>
  signNext(world, batch, index, () => Promise.resolve(false))
