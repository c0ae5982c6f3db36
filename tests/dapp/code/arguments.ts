import type { Action, SendCallsAction } from './action'
import type { Literal } from './literal'

/** The version that viem and wagmi send by themselves. */
const preset = '2.0.0'

/** Returns the arguments that `sendCalls` of viem and wagmi have in common. */
export const callsOf = ({ version, id, forceAtomic, calls, capabilities }: SendCallsAction) => ({
  version: version === preset ? undefined : version,
  id,
  forceAtomic,
  calls,
  capabilities,
})

/** Returns the arguments that functions for signing of viem and wagmi have in common. */
export const signedOf = (
  action: Extract<Action, { kind: 'signMessage' | 'signTypedData' }>,
): Literal => {
  const { kind: _, ...rest } = action
  return rest
}
