import type { Address } from 'viem'
import { multicall3 } from '@/lib/decode/contracts'
import { sameAddress } from '@/lib/values/address'

type Tells = (address: Address) => boolean

/** Who bears a name, and what that name is good for. */
export type KnownNames = {
  /** The user's own account or contact: what is paid to it stays where the user means it to be. */
  isOwn: Tells
  /** A contract whose name ships with the wallet, which others may empty of what it is paid. */
  isShipped: Tells
  /** One that may be allowed to take tokens by its name. */
  isSpender: Tells
}

/** Multicall3 makes any call for anybody: what it may take, everybody may. */
const isDriven = (address: Address): boolean => sameAddress(address, multicall3)

/** Sorts names by who gave them: the user, or the wallet's lists. */
export const namesFrom = (isOwn: Tells, isShipped: Tells): KnownNames => ({
  isOwn,
  isShipped,
  isSpender: (address) => isOwn(address) || (isShipped(address) && !isDriven(address)),
})
