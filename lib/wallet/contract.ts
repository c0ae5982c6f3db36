import type * as z from 'zod/mini'
import type { verbs } from './index'

type Table = typeof verbs

/**
 * The contract between the wallet's own pages and the background: for each verb, its params and its result.
 */
export type Verbs = {
  [Name in keyof Table]: {
    takes: z.output<ReturnType<Table[Name]['takes']>>
    gives: Awaited<ReturnType<Table[Name]>>
  }
}

/** Features that a network's node was seen to have; a field is absent if the node did not say. */
export type Abilities = Verbs['probeNetwork']['gives']

/** The reasons why an approval did not take effect. */
export type ApprovalRefusal = Exclude<Verbs['approve']['gives'], 'done'>
