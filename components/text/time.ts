import { count } from './amount'
import { region, t } from './messages'

const clock = { hour: 'numeric', minute: '2-digit' } as const
const day = { day: 'numeric', month: 'short' } as const

/** A time in ms since 1970, as short as it can be: no date today, no year this year. */
export const timeText = (at: number): string => {
  const date = new Date(at)
  const now = new Date()
  const isToday = date.toDateString() === now.toDateString()
  const isThisYear = date.getFullYear() === now.getFullYear()
  return new Intl.DateTimeFormat(region(), {
    ...clock,
    ...(isToday ? {} : day),
    ...(isThisYear ? {} : { year: 'numeric' }),
  }).format(date)
}

/** The time of day of a time in ms since 1970, where a heading tells the day. */
export const clockText = (at: number): string =>
  new Intl.DateTimeFormat(region(), clock).format(new Date(at))

/** The day of a time in ms since 1970, as the heading of a list: today, yesterday, or its date. */
export const dayHeading = (at: number, now: number): string => {
  const date = new Date(at)
  const today = new Date(now)
  if (date.toDateString() === today.toDateString()) return t('day_today')
  const before = new Date(today.getFullYear(), today.getMonth(), today.getDate() - 1)
  if (date.toDateString() === before.toDateString()) return t('day_yesterday')
  return new Intl.DateTimeFormat(region(), {
    day: 'numeric',
    month: 'long',
    ...(date.getFullYear() === today.getFullYear() ? {} : { year: 'numeric' }),
  }).format(date)
}

/** A day as a list states it, `2026-11-08`, in the words of the language; the same day everywhere. */
export const dayText = (day: string): string =>
  new Intl.DateTimeFormat(region(), {
    dateStyle: 'medium',
    timeZone: 'UTC',
  }).format(new Date(`${day}T00:00:00Z`))

/** A time in seconds since 1970; those beyond the year 9999, which calendars end with, as the number they are. */
export const secondsText = (seconds: bigint): string =>
  seconds > 253_402_300_799n ? count(seconds) : timeText(Number(seconds) * 1000)

const lengths = [
  ['day', 86_400n],
  ['hour', 3_600n],
  ['minute', 60n],
  ['second', 1n],
] as const

/** A length of time, exact, in the largest unit that leaves nothing over. */
export const durationText = (seconds: bigint): string => {
  const [unit, length] = lengths.find(([, one]) => seconds >= one && seconds % one === 0n) ?? [
    'second',
    1n,
  ]
  return new Intl.NumberFormat(region(), { style: 'unit', unit, unitDisplay: 'long' }).format(
    seconds / length,
  )
}
