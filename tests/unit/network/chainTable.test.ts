import * as chains from 'viem/chains'
import { expect, test } from 'vitest'
import { chainTable } from '@/lib/network/chainTable'

test.each(Object.entries(chainTable))('%s is as viem has it', (name, chain) => {
  const { id, nativeCurrency, rpcUrls, blockExplorers, ...known } =
    chains[name as keyof typeof chainTable]
  expect(nativeCurrency.decimals).toBe(18)
  expect(chain).toEqual({
    id,
    name: known.name,
    symbol: nativeCurrency.symbol,
    rpc: rpcUrls.default.http[0],
    explorer: blockExplorers.default.url,
    ...('testnet' in known && known.testnet ? { isTestnet: true } : {}),
  })
})
