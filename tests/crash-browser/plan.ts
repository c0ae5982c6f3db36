import { type Kind, kinds } from './batchKinds.ts'

/**
 * Time of a strike, counted from the request, from the user's click on Approve or from the strike before.
 * `share` is a share of the run's length; `isLog` puts it on a logarithmic scale from 1 ms, so that the
 * milliseconds after a step are struck as often as the seconds of waiting.
 */
export type Moment = { since: 'asked' | 'approved' | 'strike'; share: number; isLog: boolean }

/** Target of a strike: the background only, or the whole browser. */
export type Strike = 'stop' | 'kill'

/** One batch and the times of its strikes, all drawn at random. */
export type Trial = {
  /** Unique number of the trial, from which batch ID and recipients derive. */
  number: number
  strike: Strike
  kind: Kind
  moments: Moment[]
  /** Delay before a pending transaction is mined, in ms. */
  mineAfter: number
  /** True if the site polls the status, which wakes the background; else it reads it once in the end. */
  isAsking: boolean
}

/** Creates a seeded random generator of numbers from 0 to 1 (mulberry32). */
const randomOf = (seed: number) => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Most of a run is waiting for the user, but most can go wrong after they have approved. */
const scales: Omit<Moment, 'share'>[] = [
  { since: 'asked', isLog: true },
  { since: 'asked', isLog: false },
  { since: 'approved', isLog: true },
  { since: 'approved', isLog: true },
  { since: 'approved', isLog: false },
]

const pick = <T>(list: readonly T[], share: number): T => {
  const one = list[Math.floor(share * list.length)]
  if (one === undefined) throw new Error('nothing to pick from')
  return one
}

/** Returns one undisturbed run of each kind, to measure the length of a run. */
export const goldenTrials = (): Trial[] =>
  kinds.map((kind, number) => ({
    number,
    strike: 'stop' as const,
    kind,
    moments: [],
    mineAfter: 100,
    isAsking: true,
  }))

/** Draws the trials of a seed: stops first, then kills, with alternating kinds. */
export const drawTrials = (seed: number, counts: Record<Strike, number>): Trial[] => {
  const random = randomOf(seed)
  const strikes = (['stop', 'kill'] as const).flatMap((strike) =>
    Array.from({ length: counts[strike] }, () => strike),
  )
  return strikes.map((strike, index) => {
    const first: Moment = { ...pick(scales, random()), share: random() }
    const again: Moment = { since: 'strike', share: random(), isLog: random() < 0.5 }
    return {
      number: kinds.length + index,
      strike,
      kind: pick(kinds, (index % kinds.length) / kinds.length),
      moments: random() < 0.25 ? [first, again] : [first],
      mineAfter: Math.round(500 * random() ** 2),
      isAsking: random() < 0.5,
    }
  })
}

/** Length of a run in ms, from the request and from the approval to its end. */
export type Lengths = { asked: number; approved: number }

/** Returns the delay of a strike after the event it is counted from, in ms. */
export const delayOf = ({ since, share, isLog }: Moment, lengths: Lengths): number => {
  const length = since === 'asked' ? lengths.asked : lengths.approved
  return isLog ? length ** share : length * share
}
