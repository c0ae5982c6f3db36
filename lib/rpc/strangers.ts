type Bucket = { tokens: number; at: number }
type Size = { most: number; perSecond: number }

/** Requests to a node that one site may make before it is connected, and all such sites together. */
export const strangerShare = {
  each: { most: 40, perSecond: 5 },
  all: { most: 200, perSecond: 25 },
} as const satisfies Record<string, Size>

/** Origins that are remembered at most: a page can embed frames of any number of them. */
const mostKept = 1_000

const filled = ({ tokens, at }: Bucket, { most, perSecond }: Size, now: number): Bucket => ({
  tokens: Math.min(most, tokens + (Math.max(0, now - at) * perSecond) / 1_000),
  at: now,
})

/**
 * Creates the token buckets of sites that are not connected. The user has not chosen these sites, and pays
 * for their requests where the RPC is the user's own. `take` returns false if the site has to wait; `now` in
 * ms since 1970.
 */
export const createStrangers = (now: () => number): ((origin: string) => boolean) => {
  const buckets = new Map<string, Bucket>()
  let all: Bucket = { tokens: strangerShare.all.most, at: now() }
  return (origin) => {
    const time = now()
    const known = buckets.get(origin) ?? { tokens: strangerShare.each.most, at: time }
    const own = filled(known, strangerShare.each, time)
    all = filled(all, strangerShare.all, time)
    const isAllowed = own.tokens >= 1 && all.tokens >= 1
    if (isAllowed) {
      own.tokens--
      all.tokens--
    }
    // The oldest is forgotten: its bucket is the likeliest to be full again.
    if (!buckets.has(origin) && buckets.size >= mostKept)
      for (const first of buckets.keys()) {
        buckets.delete(first)
        break
      }
    buckets.set(origin, own)
    return isAllowed
  }
}
