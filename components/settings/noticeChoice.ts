import { browser } from 'wxt/browser'
import { wallet } from '../store/session'
import { t } from '../text/messages'

const asked = { permissions: ['notifications' as const] }

/** The sentences of notices in the language on the screen; the background fills them in. */
export const words = () => ({
  done: t('notices_done', '$1'),
  failed: t('notices_failed', '$1'),
  failedAt: t('notices_failedAt', '$1', '$2'),
  failedSaying: t('notices_failedSaying', '$1', '$2', '$3'),
  stopped: t('notices_stopped', '$1'),
  refused: {
    fee: t('notices_refused', '$1', t('refused_fee')),
    funds: t('notices_refused', '$1', t('refused_funds')),
    unfit: t('notices_refused', '$1', t('refused_unfit')),
  },
})

/** Tells if the browser lets the wallet show notices. */
export const mayNotify = (): Promise<boolean> => browser.permissions.contains(asked)

/**
 * Turns notices on or off. The browser asks the user within the click, and may close this page by that: what
 * is on without its leave shows nothing.
 */
export const setNotices = async (isOn: boolean): Promise<void> => {
  const answer = isOn && browser.permissions.request(asked).catch(() => false)
  if (isOn) await wallet('choose', { notices: words() })
  if (await answer) return
  await wallet('choose', { notices: null })
  await browser.permissions.remove(asked).catch(() => false)
}
