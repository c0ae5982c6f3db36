import type { Allowance, Permit } from '@/lib/decode/permit'
import { isUnlimited } from '../text/amount'

/** What speaks against a permit: no limit to what may be taken, or a long time to take it in. */
export type PermitDoubt = 'unlimited' | 'far'

/** Longer than this, in ms, nobody keeps in mind what was signed; routers ask for 30 days. */
const far = 60 * 24 * 60 * 60_000

const isFar = ({ amount, until }: Allowance, now: number): boolean =>
  amount > 0n && (until === null || until * 1000n > BigInt(now + far))

/** What speaks against a permit that is signed `now`, in ms since 1970. */
export const permitDoubts = ({ allowances }: Permit, now: number): PermitDoubt[] => [
  ...(allowances.some(({ amount }) => isUnlimited(amount)) ? (['unlimited'] as const) : []),
  ...(allowances.some((one) => isFar(one, now)) ? (['far'] as const) : []),
]
