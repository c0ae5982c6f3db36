import type { Quote } from '@/lib/simulate/quote'
import type { BatchDecision } from '@/lib/wallet/contract'

/**
 * What approving this quote decides, and what of it must have been seen: fees move with every block and
 * do not count. Undefined while it cannot be approved yet, null if it never can.
 */
export const approvalOf = (
  quote: Quote | undefined,
): { decision: BatchDecision; seen: string } | undefined | null => {
  if (quote?.blocked) return null
  if (!quote || quote.isShort) return undefined
  const { mode, delegate, upgrade, account, gas, fees, calls, verdict: expected } = quote
  const verdicts = calls.map(({ status }) => status)
  return {
    decision: {
      ...{ mode, upgrade, gas, fees, expected },
      ...(delegate ? { delegate } : {}),
      ...(upgrade && account.delegate ? { replaces: account.delegate } : {}),
    },
    seen: [mode, delegate, upgrade, account.delegate, ...verdicts].join(' '),
  }
}
