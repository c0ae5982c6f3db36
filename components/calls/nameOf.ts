import type { Address } from 'viem'
import { isSame } from './place'

type Named = { address: Address; name: string }

/** What the user calls an address: an account by its own name, anyone else as a contact. */
export const nameOf = (
  address: Address,
  accounts: readonly Named[] = [],
  contacts: readonly Named[] = [],
): string | undefined =>
  [...accounts, ...contacts].find((one) => isSame(one.address, address))?.name
