/** Blocks from one to another, both included. */
export type Range = { from: number; to: number }

/** How far an account's logs were searched on a chain. */
export type Walk = {
  /** Ranges that were searched, newest first: a search that was left and taken up again has gaps. */
  parts: readonly [Range, ...Range[]]
  /** How many blocks are asked for next. */
  span: number
  /** The smallest number of blocks that the node refused lately. */
  refused: number
  /** How many ranges the node has answered since. */
  calm: number
}

/** Number of blocks that are asked for at first. */
const start = 100_000

/** Number of blocks that are searched again where two parts meet, because a chain may reorganise its newest ones. */
const overlap = 64

/** After so many answers, more blocks than were once refused are tried: a crowded block is behind. */
const forgets = 16

/** At most so many parts are kept; older ones are searched again. */
const most = 8

const merged = (walk: Walk): Walk => {
  const [first, next, ...rest] = walk.parts
  if (!next || first.from > next.to + 1) return walk
  const part = { from: Math.min(first.from, next.from), to: first.to }
  return merged({ ...walk, parts: [part, ...rest] })
}

/** Begins at the chain's newest block, and keeps what was searched before. A chain that began anew is searched anew. */
export const begin = (before: Walk | undefined, head: number): Walk => {
  const part = { from: head + 1, to: head }
  if (!before || before.parts[0].to > head)
    return { parts: [part], span: start, refused: Infinity, calm: 0 }
  const [last, ...older] = before.parts
  if (last.to === head) return before
  const again = { from: last.from, to: last.to - overlap }
  // A part as short as the overlap is searched again as a whole.
  const kept = again.to < again.from ? older : [again, ...older]
  return { ...before, parts: [part, ...kept.slice(0, most)] }
}

/** Returns the blocks to search next, going backwards; undefined once all are searched. */
export const nextRange = ({ parts: [first, next], span }: Walk): Range | undefined => {
  const to = first.from - 1
  if (to < 0) return undefined
  return { from: Math.max(next ? next.to + 1 : 0, to + 1 - span), to }
}

/** Adds a range that the node has answered. */
export const answered = (walk: Walk, { from }: Range): Walk => {
  const [first, ...rest] = walk.parts
  const calm = walk.calm + 1
  const refused = calm % forgets === 0 ? Infinity : walk.refused
  const span = 2 * walk.span < refused ? 2 * walk.span : walk.span
  return merged({ parts: [{ from, to: first.to }, ...rest], span, refused, calm })
}

/** Asks for half as many blocks from now on. */
export const halved = (walk: Walk, { from, to }: Range): Walk => {
  const size = to - from + 1
  return { ...walk, span: Math.max(1, Math.floor(size / 2)), refused: size, calm: 0 }
}
