import { browser } from 'wxt/browser'

/** Returns the pattern by which the browser gives access to a host, whatever the port; none for loopback, which is open. */
export const hostPatterns = (url: string): string[] => {
  if (!URL.canParse(url)) return []
  const { protocol, hostname } = new URL(url)
  return protocol === 'https:' ? [`https://${hostname}/*`] : []
}

/** True if answers of a URL's host can be read whatever its CORS headers say. */
export const hasHostAccess = async (url: string): Promise<boolean> => {
  const origins = hostPatterns(url)
  return origins.length === 0 || browser.permissions.contains({ origins })
}
