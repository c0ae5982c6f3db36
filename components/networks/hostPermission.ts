import { browser } from 'wxt/browser'

/** Loopback is the extension's own from the start; all else it is given by host, whatever the port. */
const originsOf = (url: string): string[] => {
  if (!URL.canParse(url)) return []
  const { protocol, hostname } = new URL(url)
  return protocol === 'https:' ? [`https://${hostname}/*`] : []
}

/**
 * Asks for access to a node's host, so that one without CORS headers can be read too. To be called within
 * the click itself. A no changes nothing else: most nodes answer without it.
 */
export const askForHost = async (url: string): Promise<void> => {
  const origins = originsOf(url)
  if (origins.length > 0) await browser.permissions.request({ origins }).catch(() => false)
}

/** Gives that access back. What the extension came with stays: the browser refuses to remove it. */
export const letHostGo = async (url: string): Promise<void> => {
  const origins = originsOf(url)
  if (origins.length > 0) await browser.permissions.remove({ origins }).catch(() => false)
}
