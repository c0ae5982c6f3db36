import { sameAddress } from '../values/address'
import names from './contracts.json'

const byChain: Readonly<Record<string, Readonly<Record<string, string>>>> = names

/** Returns the name that ships with the wallet for a contract, of this chain and this very address alone. */
export const listedContract = (address: string, chainId: number): string | undefined =>
  Object.entries(byChain[chainId] ?? {}).find(([known]) => sameAddress(known, address))?.[1]
