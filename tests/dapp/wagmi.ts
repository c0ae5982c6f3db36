import { QueryClient } from '@tanstack/react-query'
import { createConfig, injected, unstable_connector } from 'wagmi'
import { base, baseSepolia } from 'wagmi/chains'

// Reads go through the wallet too: the page itself sends nothing to a node.
const throughWallet = unstable_connector(injected)

/** wagmi with the wallets found by EIP-6963, and `window.ethereum` for one that does not announce itself. */
export const config = createConfig({
  chains: [base, baseSepolia],
  connectors: [injected()],
  multiInjectedProviderDiscovery: true,
  transports: { [base.id]: throughWallet, [baseSepolia.id]: throughWallet },
})

/** Query client without retries or automatic refetches: the page must show the wallet's first answer. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { networkMode: 'always', refetchOnWindowFocus: false, retry: false },
    mutations: { networkMode: 'always' },
  },
})
