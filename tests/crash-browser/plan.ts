import { type Kind, kinds } from './kinds.ts'

/**
 * A moment of a run: some time after the site asked, after the user's click on Approve, or after the
 * strike before it. `share` is of the run's length, `isLog` on a logarithmic scale that begins at 1 ms:
 * what follows a step within milliseconds is struck as often as the seconds of waiting.
 */
export type Moment = { since: 'asked' | 'approved' | 'strike'; share: number; isLog: boolean }

/** What is stopped: the background by itself, or the whole browser. */
export type Strike = 'stop' | 'kill'

/** One batch and when it is struck; all of it drawn. */
export type Trial = {
  /** No other trial has it: it makes the batch id and the recipients. */
  number: number
  strike: Strike
  kind: Kind
  moments: Moment[]
  /** How long a transaction waits to be mined, in ms. */
  mineAfter: number
  /** Whether the site asks for the status all the time, which wakes the background, or only in the end. */
  isAsking: boolean
}

/** Numbers from 0 to 1 that a seed repeats (mulberry32). */
const randomOf = (seed: number) => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Most of a run is waiting for the user; most of what can go wrong comes after him. */
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

/** The runs that are not struck, one of each kind, by which the length of a run is measured. */
export const goldenTrials = (): Trial[] =>
  kinds.map((kind, number) => ({
    number,
    strike: 'stop' as const,
    kind,
    moments: [],
    mineAfter: 100,
    isAsking: true,
  }))

/** The trials of a seed: first the stops, then the kills, the kinds of batches in turn. */
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

/** How long a run of a kind takes, in ms: from the request, and from the approval, to its end. */
export type Lengths = { asked: number; approved: number }

/** How long after its beginning a moment is, in ms. */
export const delayOf = ({ since, share, isLog }: Moment, lengths: Lengths): number => {
  const length = since === 'asked' ? lengths.asked : lengths.approved
  return isLog ? length ** share : length * share
}
