import type { Mode } from '@/lib/db'

/** A mode in which a batch runs, and the account's delegate before it. */
export type Way = {
  name: string
  mode: Mode
  account: 'plain' | 'ours' | 'foreign'
  /** True for a way that hardly differs from others: few scenarios run in it. */
  isRare?: true
}

/** All ways in which batches run. */
export const ways: readonly Way[] = [
  { name: 'one call', mode: 'one', account: 'plain' },
  { name: 'one call, delegated before', mode: 'one', account: 'ours', isRare: true },
  { name: 'atomic with upgrade', mode: 'atomic', account: 'plain' },
  { name: 'atomic, delegated before', mode: 'atomic', account: 'ours' },
  { name: "atomic through another wallet's", mode: 'atomic', account: 'foreign', isRare: true },
  { name: 'in order', mode: 'sequence', account: 'plain' },
  { name: 'in order, delegated before', mode: 'sequence', account: 'ours', isRare: true },
]
