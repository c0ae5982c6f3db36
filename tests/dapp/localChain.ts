import { isAddress, type Address } from 'viem'

/** The local chain and its contracts: lUSDC (6 decimals), lDAI (18 decimals) and the swap. */
export type LocalChain = {
  chainId: number
  rpcUrl: string
  usdc: Address
  dai: Address
  swap: Address
  /** Service that pays for batches (ERC-7677), if the chain has one. */
  paymaster?: string
}

/** Reads `chain.json` beside the page; null if the page is served without a local chain. */
export const loadLocalChain = async (): Promise<LocalChain | null> => {
  try {
    const response = await fetch('chain.json')
    return response.ok ? parse((await response.json()) as Record<string, unknown>) : null
  } catch {
    // A static server may answer any path with HTML, which is not JSON.
    return null
  }
}

const parse = (json: Record<string, unknown>): LocalChain | null => {
  const { rpcUrl, usdc, dai, swap, paymaster } = json
  const chainId = Number(json.chainId)
  return Number.isSafeInteger(chainId) &&
    typeof rpcUrl === 'string' &&
    isHexAddress(usdc) &&
    isHexAddress(dai) &&
    isHexAddress(swap)
    ? {
        chainId,
        rpcUrl,
        usdc,
        dai,
        swap,
        ...(typeof paymaster === 'string' ? { paymaster } : {}),
      }
    : null
}

const isHexAddress = (value: unknown): value is Address =>
  typeof value === 'string' && isAddress(value, { strict: false })
