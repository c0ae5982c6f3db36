import { sameAddress } from '../values/address'
import names from './contracts.json'
import sources from './sources.json'

const byChain: Readonly<Record<string, Readonly<Record<string, string>>>> = names

/** Date of the older of the lists that name contracts, as `YYYY-MM-DD`. */
export const contractListDate: string =
  sources.contracts.map(({ date }) => date).toSorted()[0] ?? ''

/** Returns the name that ships with the wallet for a contract, of this chain and this very address alone. */
export const listedContract = (address: string, chainId: number): string | undefined =>
  Object.entries(byChain[chainId] ?? {}).find(([known]) => sameAddress(known, address))?.[1]
