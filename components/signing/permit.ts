import type { PermitAllowance, Permit } from '@/lib/decode/permit'
import { isUnlimited } from '../text/amount'

/** A risk of a permit: an unlimited amount, or a far deadline. */
export type PermitWarning = 'unlimited' | 'far'

/** Longer than this, in ms, nobody keeps in mind what was signed; routers ask for 30 days. */
const far = 60 * 24 * 60 * 60_000

const isFar = ({ amount, until }: PermitAllowance, now: number): boolean =>
  amount > 0n && (until === null || until * 1000n > BigInt(now + far))

/** Finds the risks of a permit that is signed `now`, in ms since 1970. */
export const permitWarnings = ({ allowances }: Permit, now: number): PermitWarning[] => [
  ...(allowances.some(({ amount }) => isUnlimited(amount)) ? (['unlimited'] as const) : []),
  ...(allowances.some((one) => isFar(one, now)) ? (['far'] as const) : []),
]
