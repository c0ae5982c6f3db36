import type { Address } from 'viem'
import { sameAddress } from '@/lib/values/address'

type Named = { address: Address; name: string }

/** Finds the user's name of an address: of an account, or of a contact. */
export const nameOf = (
  address: Address,
  accounts: readonly Named[] = [],
  contacts: readonly Named[] = [],
): string | undefined =>
  [...accounts, ...contacts].find((one) => sameAddress(one.address, address))?.name
