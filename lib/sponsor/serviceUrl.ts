/**
 * Names that lead to this machine or to a network at home, never to a service on the Internet, and addresses: those of
 * IPv6 stand in brackets, those of IPv4 end in a number, however they were written.
 */
const notPublic = /^\[|(^|\.)(\d+|localhost|local|internal|lan|home|home\.arpa)$/

const isName = (hostname: string): boolean => {
  // The root's dot names the same host.
  const name = hostname.replace(/\.$/, '')
  return name.includes('.') && !notPublic.test(name)
}

/** The most characters of a URL: it is stored with its batch. */
const longest = 2_048

/**
 * True if a site may name a service at this URL: https and by a public name, never an address, so that a site cannot
 * have the wallet ask what stands on the user's own network. `isLocal`: the site is on this machine and the build is one
 * for development, which may ask this machine unencrypted.
 */
export const isServiceUrl = (text: string, isLocal = false): boolean => {
  if (text.length > longest || !URL.canParse(text)) return false
  const { protocol, hostname, username, password, hash } = new URL(text)
  if (username || password || hash) return false
  const isLoopback = hostname === 'localhost' || hostname === '127.0.0.1'
  if (isLocal && isLoopback) return protocol === 'http:' || protocol === 'https:'
  return protocol === 'https:' && isName(hostname)
}
