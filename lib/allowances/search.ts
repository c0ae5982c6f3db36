import { pad, type Address } from 'viem'
import { approvalTopics, grantsInLogs } from './approvalLogs'
import type { NodeReader } from './nodeReader'
import { distinctGrants, type Grant } from './grant'
import { answered, begin, halved, nextRange, type Range, type Walk } from './range'
import { readGrants } from './standing'

/**
 * Findings in the logs of an account's approvals so far: grants that stood when they were found, how many were
 * `left` out, and how many blocks were `skipped`.
 */
export type Searched = { walk: Walk; grants: Grant[]; left: number; skipped: number }

/** One step of a search, and whether there is another; `isNew` if it found something. */
export type SearchStep = {
  searched: Searched
  state: 'more' | 'all' | 'refused' | 'silent'
  isNew: boolean
}

/** The most logs of several blocks that are read at once: they would hold up the page. */
const mostLogs = 2_000

/** The most grants that are kept for an account on a chain. */
const most = 500

/** True if none of the newest blocks is searched yet. */
const isEmpty = ({ parts: [{ from, to }] }: Walk): boolean => from > to

/** All blocks since this one are searched; null if none is. */
export const searchedFrom = ({ walk }: Searched): number | null =>
  isEmpty(walk) ? null : walk.parts[0].from

/** Takes a search up again, at the newest block. What another chain gave, before this one began anew, is forgotten. */
export const resume = (before: Searched | undefined, head: number): Searched => {
  const walk = begin(before?.walk, head)
  if (!before || (walk.parts.length === 1 && isEmpty(walk)))
    return { walk, grants: [], left: 0, skipped: 0 }
  return { ...before, walk }
}

/**
 * Searches the next blocks back, and keeps what stands. Grants for the tokens in `first` are kept before others.
 * `silent`: the node did not answer, and the next step asks for fewer blocks.
 */
export const searchOn = async (
  reader: NodeReader,
  account: Address,
  before: Searched,
  first: readonly Address[],
): Promise<SearchStep> => {
  const range = nextRange(before.walk)
  if (!range) return { searched: before, state: 'all', isNew: false }
  const smaller = { ...before, walk: halved(before.walk, range) }
  const topics = [approvalTopics(), pad(account)]

  const kept = async (
    done: Range,
    logs: readonly unknown[],
    skips: number,
  ): Promise<SearchStep> => {
    const found = grantsInLogs(logs, account)
    const { standing, unread } = await readGrants(reader, account, found.grants, 'latest')
    const grants = distinctGrants([...before.grants, ...standing.map(({ grant }) => grant)])
    const names = new Set(first.map((token) => token.toLowerCase()))
    const isFirst = ({ token }: Grant) => Number(names.has(token.toLowerCase()))
    if (grants.length > most) grants.sort((a, b) => isFirst(b) - isFirst(a))
    const walk = answered(before.walk, done)
    return {
      searched: {
        walk,
        grants: grants.slice(0, most),
        left: before.left + found.left + unread + grants.slice(most).length,
        skipped: before.skipped + skips,
      },
      state: nextRange(walk) ? 'more' : 'all',
      isNew: standing.length > 0,
    }
  }

  const over: SearchStep = { searched: before, state: 'refused', isNew: false }
  try {
    const logs = await reader.logs(range, topics)
    if (logs === 'missing') return over
    const isOne = range.from === range.to
    if (logs !== 'refused' && (isOne || logs.length <= mostLogs)) return await kept(range, logs, 0)
    if (!isOne) return { searched: smaller, state: 'more', isNew: false }
    // A single block may be too crowded; a node that refuses the one below it as well gives no logs here.
    const below = { from: range.from - 1, to: range.to - 1 }
    const others = below.from < 0 ? 'refused' : await reader.logs(below, topics)
    return typeof others === 'string' ? over : await kept(below, others, 1)
  } catch {
    // Some nodes are silent where others refuse.
    return { searched: smaller, state: 'silent', isNew: false }
  }
}
