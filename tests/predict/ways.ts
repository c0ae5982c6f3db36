import type { Mode } from '@/lib/db'

/** How a batch runs, and what the account is before it. */
export type Way = {
  name: string
  mode: Mode
  account: 'plain' | 'ours' | 'foreign'
  /** It hardly differs from others. */
  isRare?: true
}

/** Every way. */
export const ways: readonly Way[] = [
  { name: 'one call', mode: 'one', account: 'plain' },
  { name: 'one call, delegated before', mode: 'one', account: 'ours', isRare: true },
  { name: 'atomic with upgrade', mode: 'atomic', account: 'plain' },
  { name: 'atomic, delegated before', mode: 'atomic', account: 'ours' },
  { name: "atomic through another wallet's", mode: 'atomic', account: 'foreign', isRare: true },
  { name: 'in order', mode: 'sequence', account: 'plain' },
  { name: 'in order, delegated before', mode: 'sequence', account: 'ours', isRare: true },
]
