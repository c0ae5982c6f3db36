import type { Batch } from '@/lib/db'
import { givenBy, type EditableAllowance } from '@/lib/decode/edit'

/** A call whose allowance the user lowered: what is signed, and what the site asked for. */
export type Lowered = { index: number; given: EditableAllowance; asked: bigint }

/** Where a batch allows less than its site asked for. */
export const loweredOf = (batch: Batch): Lowered[] =>
  (batch.edited ?? []).flatMap(({ index, amount }) => {
    const call = batch.calls[index]
    const given = call && givenBy(call, batch)
    return given ? [{ index, given, asked: BigInt(amount) }] : []
  })
