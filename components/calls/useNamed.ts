import type { Address } from 'viem'
import { contractName } from '@/lib/decode/contracts'
import { useAccounts, useContacts } from '../hooks/queries'
import { nameOf } from './nameOf'
import { namesFrom, type KnownNames } from './names'
import { shippedName, useContractNames } from './useContractNames'

/**
 * Tells who bears a name; undefined while the names are read. Where those that ship cannot be loaded, only the others
 * count.
 */
export const useNamed = (chainId: number): KnownNames | undefined => {
  const names = useContractNames()
  const [accounts, contacts] = [useAccounts(), useContacts()]
  if (!names || !accounts || !contacts) return undefined
  return namesFrom(
    (address: Address) => nameOf(address, accounts, contacts) !== undefined,
    (address: Address) =>
      contractName(address, chainId) !== undefined ||
      shippedName(names, address, chainId) !== undefined,
  )
}
