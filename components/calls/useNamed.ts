import type { Address } from 'viem'
import { contractName } from '@/lib/decode/contracts'
import { useAccounts, useContacts } from '../hooks/queries'
import { nameOf } from './nameOf'
import { shippedName, useContractNames } from './useContractNames'

/**
 * Tells if an address bears a name: the user's own, of an account or a contact, or one that ships with the wallet;
 * undefined while the names are read. Where those that ship cannot be loaded, only the others count.
 */
export const useNamed = (chainId: number): ((address: Address) => boolean) | undefined => {
  const names = useContractNames()
  const [accounts, contacts] = [useAccounts(), useContacts()]
  if (!names || !accounts || !contacts) return undefined
  return (address) =>
    nameOf(address, accounts, contacts) !== undefined ||
    contractName(address, chainId) !== undefined ||
    shippedName(names, address, chainId) !== undefined
}
