import type { Address } from 'viem'

/** A contract that names are kept in, its chain, and the name below which addresses are named in turn (ENSIP-19). */
export type NameRegistry = { chainId: number; address: Address; reverse: string }

/** Registries of names: ENS on Ethereum, Basenames on Base. */
const registries = {
  ens: {
    chainId: 1,
    address: '0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e',
    reverse: 'addr.reverse',
  },
  base: {
    chainId: 8453,
    address: '0xB94704422c2a1E396835A571837Aa5AE53285a95',
    reverse: '80002105.reverse',
  },
} as const satisfies Record<string, NameRegistry>

/** Returns the registry that keeps a name. Its node is the only one that is asked for the name. */
export const registryOf = (name: string): NameRegistry =>
  name.toLowerCase().endsWith('.base.eth') ? registries.base : registries.ens

/** Returns the registry on a chain; undefined where the wallet knows none. */
export const registryOn = (chainId: number): NameRegistry | undefined =>
  Object.values(registries).find((one) => one.chainId === chainId)
