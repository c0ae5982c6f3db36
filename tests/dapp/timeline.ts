import { useSyncExternalStore } from 'react'

/** Something that was sent, answered or told, with the time in ms at which the page saw it. */
export type Moment = {
  at: number
  kind: 'sent' | 'answered' | 'refused' | 'event'
  what: string
  /** Time in ms since the request, for an answer. */
  took?: number
  detail: unknown
}

const longest = 300

let kept: readonly Moment[] = []
const listeners = new Set<() => void>()

const change = (next: readonly Moment[]) => {
  kept = next
  for (const listener of listeners) listener()
}

/** Adds to the timeline; the oldest moments make room. */
export const record = (moment: Moment) => change([...kept, moment].slice(-longest))

/** Empties the timeline. */
export const clearTimeline = () => change([])

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Returns what happened so far, in order. */
export const moments = () => kept

/** Returns what happened so far, and again when more did. */
export const useTimeline = () => useSyncExternalStore(subscribe, moments)

/** Writes a time as hours, minutes, seconds and milliseconds of the user's clock. */
export const clock = (at: number) => {
  const date = new Date(at)
  const two = (value: number) => String(value).padStart(2, '0')
  const time = [date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(':')
  return `${time}.${String(date.getMilliseconds()).padStart(3, '0')}`
}

/** Writes a moment as one line. */
export const lineOf = ({ at, kind, what, took }: Moment) =>
  `${clock(at)} ${kind} ${what}${took === undefined ? '' : ` after ${took} ms`}`
