import type { SiteRequest } from './siteRequest'

type Bucket = { tokens: number; at: number }
type Size = { most: number; perSecond: number }

/**
 * Requests to a node that sites may make before they are connected: one site, all frames of one tab, all of one tab,
 * and all such sites together.
 */
export const strangerShare = {
  site: { most: 40, perSecond: 5 },
  frames: { most: 40, perSecond: 5 },
  tab: { most: 80, perSecond: 10 },
  all: { most: 200, perSecond: 25 },
} as const satisfies Record<string, Size>

/** Buckets of one size that are remembered at most: a page can embed frames of any number of origins. */
const mostKept = 1_000

const filled = ({ tokens, at }: Bucket, { most, perSecond }: Size, now: number): Bucket => ({
  tokens: Math.min(most, tokens + (Math.max(0, now - at) * perSecond) / 1_000),
  at: now,
})

/** Creates buckets of one size; the function returns the one of a key as it is now, in ms. */
const createBuckets = (size: Size): ((key: unknown, now: number) => Bucket) => {
  const buckets = new Map<unknown, Bucket>()
  return (key, now) => {
    const bucket = filled(buckets.get(key) ?? { tokens: size.most, at: now }, size, now)
    // The oldest is forgotten: its bucket is the likeliest to be full again.
    if (!buckets.has(key) && buckets.size >= mostKept)
      for (const first of buckets.keys()) {
        buckets.delete(first)
        break
      }
    buckets.set(key, bucket)
    return bucket
  }
}

/** Sender of a request: its site, its tab, and the top frame's origin if it is a frame. */
export type Stranger = Pick<SiteRequest, 'origin' | 'tab' | 'top'>

/**
 * Creates the token buckets of sites that are not connected. The user has not chosen these sites, and pays
 * for their requests where the RPC is the user's own. A page can frame any number of origins: frames have a share of
 * their tab's, so that they take it neither from the page around them nor from other tabs. `take` returns false if the
 * site has to wait; `now` in ms since 1970.
 */
export const createStrangers = (now: () => number): ((stranger: Stranger) => boolean) => {
  const site = createBuckets(strangerShare.site)
  const frames = createBuckets(strangerShare.frames)
  const ofTab = createBuckets(strangerShare.tab)
  const all = createBuckets(strangerShare.all)
  return ({ origin, tab, top }) => {
    const time = now()
    const shares = [site(origin, time), ofTab(tab, time), all('all', time)]
    if (top !== undefined) shares.push(frames(tab, time))
    const isAllowed = shares.every(({ tokens }) => tokens >= 1)
    if (isAllowed) for (const share of shares) share.tokens--
    return isAllowed
  }
}
