import type { Mode } from '@/lib/db'

/** How a batch of three calls runs, and which of its transactions the fault is meant for. */
export type Column = {
  name: string
  mode: Mode
  upgrade: boolean
  /** Whether the account has the executor already. */
  isUpgraded: boolean
  target: 0 | 1
}

const inOrder = { mode: 'sequence', upgrade: false, isUpgraded: false } as const
const atomic = { mode: 'atomic', target: 0 } as const

/** Every way that a batch of several calls runs. */
export const columns: readonly Column[] = [
  { ...inOrder, name: 'in order, first call', target: 0 },
  { ...inOrder, name: 'in order, second call', target: 1 },
  { ...atomic, name: 'atomic with upgrade', upgrade: true, isUpgraded: false },
  { ...atomic, name: 'atomic, upgraded before', upgrade: false, isUpgraded: true },
]

/** When a fault strikes, by what has become of the transaction it is meant for. */
export const phases = [
  'before signing',
  'at send',
  'sent',
  'pre-confirmed',
  'sealed',
  'until final',
] as const

export type Phase = (typeof phases)[number]

/** What a batch came to: the status, how often each call took effect, how many nonces were used. */
export type Outcome = { status: number; paid: number[]; nonces: number }

/** An outcome as the matrix shows it, in so many characters. */
export const show = ({ status, paid, nonces }: Outcome): string =>
  `${status} ${paid.join('')} +${nonces}`

/** All calls once, and the nonces that takes. */
export const whole = ({ mode, upgrade }: Column): Outcome => ({
  status: 200,
  paid: [1, 1, 1],
  nonces: mode === 'sequence' ? 3 : upgrade ? 2 : 1,
})
