/**
 * How long, in ms, a button must be left alone before a press on it counts. Browsers hold back the clicks on their
 * own permission dialogs for as long.
 */
export const rest = 500

/** How a press began: by mouse, finger or pen, by a key, or by neither, as by a screen reader or a switch. */
type Means = 'pointer' | 'key' | 'other'

/** All times are in ms of one clock. */
export type Arming = {
  /** When the content was painted, undefined while it is out of sight, and how long it must be seen. */
  seen: { at: number; hold: number } | undefined
  /** When the last press that came too early ended; Infinity while it lasts. */
  disturbedAt: number
  /** When the focus came to the button, undefined while it is elsewhere. */
  focusedAt: number | undefined
  /** The press that a click may end, and whether it began on an armed button. */
  press: { by: 'pointer' | 'key'; isInTime: boolean } | undefined
  /** True if the last try to press the button came too early for what is on the screen. */
  isEarly: boolean
}

export type ArmingEvent =
  | { type: 'seen'; hold: number }
  | { type: 'unseen' }
  | { type: 'focus' }
  | { type: 'blur' }
  /** A press on the button's place, whatever is in front of it. */
  | { type: 'press'; by: 'pointer' }
  /** A key on the button that has the focus. */
  | { type: 'press'; by: 'key'; isRepeat: boolean }
  | { type: 'release' }
  | { type: 'click'; by: Means }

export const unarmed: Arming = {
  seen: undefined,
  disturbedAt: -Infinity,
  focusedAt: undefined,
  press: undefined,
  isEarly: false,
}

/** When the button is armed if nothing else happens; undefined if it never is. */
export const armsAt = ({ seen, disturbedAt }: Arming): number | undefined =>
  seen && disturbedAt !== Infinity
    ? Math.max(seen.at + Math.max(seen.hold, rest), disturbedAt + rest)
    : undefined

const isArmed = (arming: Arming, at: number): boolean => at >= (armsAt(arming) ?? Infinity)

/** A pointer is aimed; what has none proves by the focus that the button is meant. */
const isMeant = (arming: Arming, at: number, by: Means): boolean =>
  isArmed(arming, at) &&
  (by === 'pointer' || (arming.focusedAt !== undefined && at - arming.focusedAt >= rest))

/** Tells if a click at this moment is the user's own yes to what is on the screen. */
export const counts = (arming: Arming, by: Means, at: number): boolean =>
  arming.press?.by === by
    ? arming.press.isInTime && isArmed(arming, at)
    : isMeant(arming, at, by === 'key' ? 'key' : 'other')

/** The state after an event; what came too early starts the wait anew. */
export const after = (arming: Arming, event: ArmingEvent, at: number): Arming => {
  switch (event.type) {
    case 'seen':
      return { ...arming, seen: { at, hold: event.hold } }
    case 'unseen':
      // A button held down while the content changes was pressed for the content before: its click must not count.
      return {
        ...arming,
        seen: undefined,
        press: arming.press && { ...arming.press, isInTime: false },
        isEarly: false,
      }
    case 'focus':
      return { ...arming, focusedAt: at }
    case 'blur':
      return {
        ...arming,
        focusedAt: undefined,
        press: arming.press?.by === 'key' ? undefined : arming.press,
      }
    case 'press': {
      const isHeld = event.by === 'key' && event.isRepeat
      const isInTime = !isHeld && isMeant(arming, at, event.by)
      const disturbedAt = isInTime ? arming.disturbedAt : event.by === 'key' ? at : Infinity
      // A key on a disabled button clicks nothing; a press on the button's place may be for what is in front of it.
      const isEarly = event.by === 'key' ? !isInTime : arming.isEarly
      return { ...arming, disturbedAt, press: { by: event.by, isInTime }, isEarly }
    }
    case 'release':
      return arming.disturbedAt === Infinity ? { ...arming, disturbedAt: at } : arming
    case 'click': {
      const isEarly = !counts(arming, event.by, at)
      return {
        ...arming,
        disturbedAt: isEarly ? at : arming.disturbedAt,
        press: undefined,
        isEarly,
      }
    }
  }
}
