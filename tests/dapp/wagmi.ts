import { QueryClient } from '@tanstack/react-query'
import { createConfig, injected, unstable_connector } from 'wagmi'
import { base, baseSepolia } from 'wagmi/chains'

// Reads go through the wallet too, so the page itself never talks to a node.
const throughWallet = unstable_connector(injected)

/** Wallets found by EIP-6963, and `window.ethereum` for one that does not announce itself. */
export const config = createConfig({
  chains: [base, baseSepolia],
  connectors: [injected()],
  multiInjectedProviderDiscovery: true,
  transports: { [base.id]: throughWallet, [baseSepolia.id]: throughWallet },
})

/** Shows the wallet's first answer: no retries, and no refetch that the page did not ask for. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { networkMode: 'always', refetchOnWindowFocus: false, retry: false },
    mutations: { networkMode: 'always' },
  },
})
