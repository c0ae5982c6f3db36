/**
 * True if an RPC URL is on this machine, the only place where a chain may restart under the same chain ID.
 */
export const isLoopback = (url: string): boolean =>
  ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname)

/** Hosts to which requests may go unencrypted: the extension's Content Security Policy allows no others. */
const inTheClear = ['localhost', '127.0.0.1']

/** True for a WebSocket URL, whose node can also announce new heads. */
export const isSocket = (url: string): boolean => /^wss?:/.test(url)

/**
 * True if the wallet may send requests to this URL: https or wss, or unencrypted to loopback. False for a URL
 * with a user name or password, which `fetch` rejects.
 */
export const isUsable = (text: string): boolean => {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, username, password } = new URL(text)
  if (username || password) return false
  if (protocol === 'https:' || protocol === 'wss:') return true
  return ['http:', 'ws:'].includes(protocol) && inTheClear.includes(hostname)
}

/** Returns the host of a URL: its path and query may contain an API key. */
export const hostOfUrl = (url: string): string => new URL(url).host
