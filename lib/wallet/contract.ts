import type * as z from 'zod/mini'
import type { Address, Hash, Hex } from 'viem'
import type { Verdict } from '../db/outcome'
import type { Fees, Mode } from '../db'
import type { Edit } from '../decode/edit'
import type { Quote } from '../simulate/quoteBatch'
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

/** A quote and the name of its outcome, by which it is accepted. */
export type Quoted = { quote: Quote; outcome: Hash }

/** Whether there is a vault and whether it is open; pushed on connecting and whenever it changes. */
export type SessionState = {
  hasVault: boolean
  isUnlocked: boolean
  /** Whether the disk refused the last write of a batch. */
  isDiskRefusing: boolean
}

/** What approves a batch: how it runs and the terms the user saw. */
export type BatchDecision = {
  mode: Mode
  /** What an atomic batch runs through. */
  delegate?: Address
  upgrade: boolean
  /** Amounts in place of those that calls allow: the wallet puts them in itself. */
  edits?: Edit[]
  /** The foreign delegate that the upgrade takes the place of. */
  replaces?: Address
  gas: Hex[]
  fees: Fees
  /** What the simulation that was on the screen said. */
  expected: Verdict
  /** The outcomes accepted, by hash: the worst of several. None: without a check. */
  outcomes?: Hash[]
}
