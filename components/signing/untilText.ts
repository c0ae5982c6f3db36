import { t } from '../text/messages'
import { timeText } from '../text/time'

/** From here on it is beyond everyone's time: the year 3000, in seconds since 1970. */
const distant = 32_503_680_000n

/** Says when something ends, in seconds since 1970; null for never. */
export const untilText = (until: bigint | null): string => {
  if (until === null || until >= distant) return t('permit_noEnd')
  const at = Number(until) * 1000
  return at < Date.now() ? t('permit_passed', timeText(at)) : t('permit_until', timeText(at))
}
