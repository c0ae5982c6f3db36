import { t, type Key } from '../text/messages'
import { timeText } from '../text/time'

/** From here on it is beyond everyone's time: the year 3000, in seconds since 1970. */
const distant = 32_503_680_000n

const textBy =
  (forever: Key, end: Key) =>
  (until: bigint | null): string => {
    if (until === null || until >= distant) return t(forever)
    const at = Number(until) * 1000
    return at < Date.now() ? t('permit_passed', timeText(at)) : t(end, timeText(at))
  }

/** Says when something ends, in seconds since 1970; null for never. */
export const untilText = textBy('permit_noEnd', 'permit_until')

/** Says until when a signature can be used, where what it allows lasts longer or shorter. */
export const usableText = textBy('sign_usableForever', 'sign_usableUntil')

/** Says how long an allowance lasts: often longer than the signature that gives it can be used. */
export const allowedText = textBy('permit_allowedForever', 'permit_allowedUntil')
