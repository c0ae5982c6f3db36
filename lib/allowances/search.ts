import { numberToHex, pad, type Address } from 'viem'
import { keyedMutex } from '../async'
import { knownFact, remember } from '../network/facts'
import { request } from '../network/node'
import { refusalOf } from '../network/refusal'
import { isRpcError, isSilence } from '../rpc/errors'
import { approvalTopics, grantsInLogs } from './approvalLogs'
import { distinctGrants, type Grant } from './grant'
import { answered, begin, halved, nextRange, type Range, type Walk } from './range'
import { readGrants } from './standing'

/**
 * What the logs of an account's approvals gave so far: grants that stood when they were found, how many were
 * `left` out, and how many blocks were `skipped`.
 */
type Searched = { walk: Walk; grants: Grant[]; left: number; skipped: number }

/** Where a search is: all blocks since `from` are searched; null if none is. */
export type Progress = Pick<Searched, 'left' | 'skipped'> & {
  from: number | null
  state: 'more' | 'all' | 'refused'
  /** True if this step found something. */
  isNew: boolean
}

/** The most logs of several blocks that are read at once: they would hold up the background. */
const mostLogs = 2_000

/** The most grants that are kept for an account on a chain. */
const most = 500

const searchedKey = (chainId: number, account: Address) => `approvals:${chainId}:${account}`

/** Returns what logs gave so far. */
export const searchedGrants = async (chainId: number, account: Address): Promise<Grant[]> =>
  (await knownFact<Searched>(searchedKey(chainId, account)))?.grants ?? []

/**
 * Reads the approval logs of a range; `refused` if the node does not take so many blocks or gives too many logs,
 * `missing` if it gives none at all.
 */
const logsIn = async (
  chainId: number,
  account: Address,
  { from, to }: Range,
): Promise<unknown[] | 'refused' | 'missing'> => {
  const criteria = {
    fromBlock: numberToHex(from),
    toBlock: numberToHex(to),
    topics: [approvalTopics(), pad(account)],
  }
  try {
    const logs = await request(chainId, 'eth_getLogs', [criteria])
    return Array.isArray(logs) && (logs.length <= mostLogs || from === to) ? logs : 'refused'
  } catch (error) {
    if (isSilence(error) || !isRpcError(error)) throw error
    return refusalOf(error) === 'missing' ? 'missing' : 'refused'
  }
}

/** True if none of the newest blocks is searched yet. */
const isEmpty = ({ parts: [{ from, to }] }: Walk): boolean => from > to

const turn = keyedMutex()

/**
 * Searches the next blocks back from where the search of an account is, and keeps what stands. `isFirst`: begins
 * with the blocks that came since the last time. Grants for the tokens in `first` are kept before others. Throws
 * 4901 if the node does not answer; the next step then asks for fewer blocks.
 */
export const searchOn = (
  chainId: number,
  account: Address,
  { isFirst, first }: { isFirst: boolean; first: readonly Address[] },
): Promise<Progress> => {
  const key = searchedKey(chainId, account)
  return turn(key, async () => {
    const known = await knownFact<Searched>(key)
    const { grants, left, skipped } = known ?? { grants: [], left: 0, skipped: 0 }
    const head =
      isFirst || !known ? Number(await request(chainId, 'eth_blockNumber', [])) : undefined
    const walk = head === undefined && known ? known.walk : begin(known?.walk, head ?? 0)
    // A chain that began anew has other contracts.
    const before =
      walk.parts.length === 1 && isEmpty(walk)
        ? { walk, grants: [], left: 0, skipped: 0 }
        : { walk, grants, left, skipped }
    const told = (searched: Searched, state: Progress['state'], isNew = false): Progress => ({
      from: isEmpty(searched.walk) ? null : searched.walk.parts[0].from,
      left: searched.left,
      skipped: searched.skipped,
      state,
      isNew,
    })
    const range = nextRange(walk)
    if (!range) return told(before, 'all')

    const kept = async (done: Range, logs: readonly unknown[], skips: number) => {
      const found = grantsInLogs(logs, account)
      const { standing, unread } = await readGrants(chainId, account, found.grants, 'latest')
      const ranked = distinctGrants([...before.grants, ...standing.map(({ grant }) => grant)])
      const names = new Set(first.map((token) => token.toLowerCase()))
      const isFirstOne = ({ token }: Grant) => Number(names.has(token.toLowerCase()))
      if (ranked.length > most) ranked.sort((a, b) => isFirstOne(b) - isFirstOne(a))
      const searched = {
        walk: answered(walk, done),
        grants: ranked.slice(0, most),
        left: before.left + found.left + unread + ranked.slice(most).length,
        skipped: before.skipped + skips,
      }
      await remember(key, searched)
      const state = nextRange(searched.walk) ? 'more' : 'all'
      return told(searched, state, standing.length > 0)
    }

    const smaller = async () => {
      const searched = { ...before, walk: halved(walk, range) }
      await remember(key, searched)
      return told(searched, 'more')
    }

    try {
      const logs = await logsIn(chainId, account, range)
      if (logs === 'missing') return told(before, 'refused')
      if (logs !== 'refused') return await kept(range, logs, 0)
    } catch (error) {
      // Some nodes are silent where others refuse.
      if (isSilence(error)) await smaller()
      throw error
    }
    if (range.to > range.from) return smaller()
    // A single block may be too crowded; a node that refuses the one below it as well gives no logs here.
    const below = { from: range.from - 1, to: range.to - 1 }
    const logs = below.from < 0 ? 'refused' : await logsIn(chainId, account, below)
    if (!Array.isArray(logs)) return told(before, 'refused')
    return kept(below, logs, 1)
  })
}
