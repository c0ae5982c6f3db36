import type { CallAction, DecodedCall } from './reading'
import type { Context } from './standard'

/** Wraps an effect without a function of its own: signature and arguments belong to the call around it. */
export const bare = (deed: CallAction): DecodedCall => ({
  ...deed,
  standard: null,
  signature: null,
  args: [],
  deadline: null,
  isGuess: false,
})

/** Returns several effects of one call, in order. */
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
