import type { Mode } from '@/lib/db'

/** A way in which a batch of three calls runs, and the index of the transaction that the fault strikes. */
export type Column = {
  name: string
  mode: Mode
  upgrade: boolean
  /** True if the account is delegated to the executor before the batch. */
  isUpgraded: boolean
  target: 0 | 1
}

const inOrder = { mode: 'sequence', upgrade: false, isUpgraded: false } as const
const atomic = { mode: 'atomic', target: 0 } as const

/** All ways in which a batch of several calls runs. */
export const columns: readonly Column[] = [
  { ...inOrder, name: 'in order, first call', target: 0 },
  { ...inOrder, name: 'in order, second call', target: 1 },
  { ...atomic, name: 'atomic with upgrade', upgrade: true, isUpgraded: false },
  { ...atomic, name: 'atomic, upgraded before', upgrade: false, isUpgraded: true },
]

/** Moments at which a fault strikes, by the state of the transaction that it strikes. */
export const phases = [
  'before signing',
  'at send',
  'sent',
  'pre-confirmed',
  'sealed',
  'until final',
] as const

export type Phase = (typeof phases)[number]

/** True where the batch of a case is locked: at every second phase, by turns of the two atomic ways. */
export const isLockedAt = ({ mode, upgrade }: Column, phase: Phase): boolean =>
  mode === 'atomic' && phases.indexOf(phase) % 2 === Number(upgrade)

/** Status code of a batch, how often each call took effect, how many nonces were used. */
export type Outcome = { status: number; paid: number[]; nonces: number }

/** Formats an outcome for the matrix: status, effects of each call, nonces. */
export const show = ({ status, paid, nonces }: Outcome): string =>
  `${status} ${paid.join('')} +${nonces}`

/** Returns the outcome of an unbroken batch: 200, each call once. An upgrade takes a second nonce. */
export const whole = ({ mode, upgrade }: Column): Outcome => ({
  status: 200,
  paid: [1, 1, 1],
  nonces: mode === 'sequence' ? 3 : upgrade ? 2 : 1,
})
