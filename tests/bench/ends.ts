/** Why a curve ends before 1,000, by its name; none for one that does not. */
export const ends: Readonly<Record<string, string>> = {
  'node requests in 5 s with subscribed frames': 'A site has at most 64 subscriptions.',
  'load of a page with frames':
    'A page with 1,000 frames takes minutes to load in any browser, with or without an extension.',
  'first quote, swaps': 'One transaction has no room for 1,000 swaps: it may use 16,777,216 gas.',
  'later quote, swaps': 'One transaction has no room for 1,000 swaps: it may use 16,777,216 gas.',
  'first quote, swaps, locked':
    'One transaction has no room for 1,000 swaps: it may use 16,777,216 gas.',
  'later quote, swaps, locked':
    'One transaction has no room for 1,000 swaps: it may use 16,777,216 gas.',
}
