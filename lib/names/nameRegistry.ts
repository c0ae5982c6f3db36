import type { Address } from 'viem'

/** A contract that names are kept in, and its chain. */
export type NameRegistry = { chainId: number; address: Address }

/** Registries of names: ENS on Ethereum, Basenames on Base. */
const registries = {
  ens: { chainId: 1, address: '0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e' },
  base: { chainId: 8453, address: '0xB94704422c2a1E396835A571837Aa5AE53285a95' },
} as const satisfies Record<string, NameRegistry>

/** Returns the registry that keeps a name. Its node is the only one that is asked for the name. */
export const registryOf = (name: string): NameRegistry =>
  name.toLowerCase().endsWith('.base.eth') ? registries.base : registries.ens
