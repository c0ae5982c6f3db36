import type { Speed } from '@/lib/network/feeOffer'
import { plural, t, type Key } from '../text/messages'

/** All speeds, the cheapest first. */
export const speeds: readonly Speed[] = ['slow', 'normal', 'fast']

const names: Record<Speed, Key> = { slow: 'feeSlow', normal: 'feeNormal', fast: 'feeFast' }

/** The names of the speeds. */
export const speedName = (speed: Speed): string => t(names[speed])

/** How long so many seconds are, in words. */
export const waitText = (seconds: number): string =>
  seconds < 90
    ? plural('feeWaitSeconds', Math.max(1, Math.round(seconds)))
    : plural('feeWaitMinutes', Math.round(seconds / 60))
