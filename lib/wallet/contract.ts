import type * as z from 'zod/mini'
import type { verbs } from './index'

type Table = typeof verbs

/** What the wallet's own pages may ask of the background: for each verb, what it takes and what it gives. */
export type Verbs = {
  [Name in keyof Table]: {
    takes: z.output<ReturnType<Table[Name]['takes']>>
    gives: Awaited<ReturnType<Table[Name]>>
  }
}

/** What a network's node was seen to do; absent where it is silent. */
export type Abilities = Verbs['probeNetwork']['gives']

/** Why an approval did not count. */
export type Refusal = Exclude<Verbs['approve']['gives'], 'done'>
