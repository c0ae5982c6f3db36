import { useEffect, useState } from 'react'

/** A chain as the field knows it; `rpc` is the URL of its public RPC, if it has one. */
export type KnownChain = { chainId: number; symbol: string; name: string; rpc?: string }

const read = ([chainId, [symbol = '', name = '', rpc]]: [string, string[]]): KnownChain => ({
  chainId: Number(chainId),
  symbol,
  name,
  ...(rpc === undefined ? {} : { rpc }),
})

/**
 * The chains that viem knows, read when first needed; undefined while they are. Those that run on a
 * developer's own machine are not among them: anyone's node may say that it is one.
 */
export const useKnownChains = (): readonly KnownChain[] | undefined => {
  const [known, setKnown] = useState<readonly KnownChain[]>()
  useEffect(() => {
    void import('./knownChains.json').then(({ default: chains }) =>
      setKnown(Object.entries(chains).map(read)),
    )
  }, [])
  return known
}
