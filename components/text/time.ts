import { locale, region } from './messages'

const clock = { hour: '2-digit', minute: '2-digit' } as const
const day = { day: 'numeric', month: 'short' } as const

/** A time in ms since 1970, as short as it can be: no date today, no year this year. */
export const timeText = (at: number): string => {
  const date = new Date(at)
  const now = new Date()
  const isToday = date.toDateString() === now.toDateString()
  const isThisYear = date.getFullYear() === now.getFullYear()
  return new Intl.DateTimeFormat(locale() === 'en' ? 'en-GB' : region(), {
    ...clock,
    ...(isToday ? {} : day),
    ...(isThisYear ? {} : { year: 'numeric' }),
  }).format(date)
}

/** A day as a list states it, `2026-11-08`, in the words of the language; the same day everywhere. */
export const dayText = (day: string): string =>
  new Intl.DateTimeFormat(locale() === 'en' ? 'en-GB' : region(), {
    dateStyle: 'medium',
    timeZone: 'UTC',
  }).format(new Date(`${day}T00:00:00Z`))
