/** Whether an RPC URL is on this machine: only there may a chain be started anew under its id. */
export const isLoopback = (url: string): boolean =>
  ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname)

/** Where a request may go in the clear: the extension's own policy lets it go nowhere else. */
const inTheClear = ['localhost', '127.0.0.1']

/** Whether a node is asked over a WebSocket, which also announces its heads. */
export const isSocket = (url: string): boolean => /^wss?:/.test(url)

/**
 * Whether the wallet may ask this URL: https or wss, or loopback in the clear. `fetch` would refuse a name
 * and password in it.
 */
export const isUsable = (text: string): boolean => {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, username, password } = new URL(text)
  if (username || password) return false
  if (protocol === 'https:' || protocol === 'wss:') return true
  return ['http:', 'ws:'].includes(protocol) && inTheClear.includes(hostname)
}

/** The host of a URL; what follows it may hold a key. */
export const hostOfUrl = (url: string): string => new URL(url).host
