import { browser } from 'wxt/browser'
import { hostPatterns } from '@/lib/browser/hostAccess'

/**
 * Asks for access to a node's host, so that one without CORS headers can be read too. To be called within
 * the click itself. A no changes nothing else: most nodes answer without it.
 */
export const askForHost = async (url: string): Promise<void> => {
  const origins = hostPatterns(url)
  if (origins.length > 0) await browser.permissions.request({ origins }).catch(() => false)
}
