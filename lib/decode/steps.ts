import type { CallAction, DecodedCall } from './reading'
import type { Context } from './standard'

/** A deed that has no call of its own: what is known of its function stands above it. */
export const bare = (deed: CallAction): DecodedCall => ({
  ...deed,
  standard: null,
  signature: null,
  args: [],
  deadline: null,
  isGuess: false,
})

/** Several deeds of one call, in order. */
export const parts = (deeds: readonly CallAction[], { from, to }: Context): CallAction => ({
  kind: 'multicall',
  steps: deeds.map((deed) => ({
    from,
    to,
    value: '0x0' as const,
    mayFail: false,
    reading: bare(deed),
  })),
})
