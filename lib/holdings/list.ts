import { journal } from '../db'
import { rememberTokens } from '../simulate/tokens'
import { inspectToken, watchedFrom, type Finding, type ProposedAsset } from './proposed'

/** Why a token is not listed. */
export type UnlistedReason = Exclude<Finding['found'], 'ok'>

/**
 * Checks a token on the chain again, and returns the write that lists it, or why it is not listed. Throws
 * 4901 if the node does not answer.
 */
export const list = async (
  asset: ProposedAsset,
): Promise<UnlistedReason | (() => Promise<void>)> => {
  const finding = await inspectToken(asset)
  if (finding.found !== 'ok') return finding.found
  const { symbol, decimals } = finding
  if (symbol !== undefined && decimals !== undefined)
    await rememberTokens(asset.chainId, { [asset.options.address]: { symbol, decimals } })
  return async () => {
    await journal.assets.put(watchedFrom(asset, finding, Date.now()))
  }
}
