import type { Address } from 'viem'
import { askAddress } from './address'
import type { Exchange } from './apdu'
import { askRunningApp } from './app'
import { deviceError } from './fault'
import { pathOf, type PathSchema } from './path'

/** An address of a device, and its path. */
export type FoundAddress = { path: string; address: Address }

/** Reads the addresses of the accounts from number `first` on. Throws `wrong app` if the Ethereum app does not run. */
export const readAddresses = async (
  exchange: Exchange,
  schema: PathSchema,
  first: number,
  count: number,
): Promise<FoundAddress[]> => {
  const { name } = await askRunningApp(exchange)
  if (name !== 'Ethereum') throw deviceError('wrong app')
  const found: FoundAddress[] = []
  for (let index = first; index < first + count; index++) {
    const path = pathOf(schema, index)
    found.push({ path, address: await askAddress(exchange, path) })
  }
  return found
}
