import { browser } from 'wxt/browser'
import { requestOf } from '../batch/batchRequest'
import { journal, type Approval } from '../db'
import { builtIn } from '../network/builtIn'

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

const hostnameOf = (url: string): string => new URL(url).hostname

/** Returns the host of the service that a waiting request names to pay for it, without its port. */
const payerOf = (row: Approval): string[] => {
  const url = row.method === 'wallet_sendCalls' ? requestOf(row).paymaster?.url : undefined
  return url === undefined ? [] : [hostnameOf(url)]
}

/** Returns the hosts, without their ports, of the services that waiting requests name to pay for them. */
export const payersAsked = async (): Promise<string[]> =>
  (await journal.approvals.where({ state: 'pending' }).toArray()).flatMap(payerOf)

/**
 * The hosts of all RPCs, bundlers and paymasters, and of services of requests that wait and of batches under way, without
 * their ports; a public one may be asked again, and stays.
 */
const hostnamesInUse = async (): Promise<ReadonlySet<string>> => {
  const chosen = await journal.networks.toArray()
  const own = chosen.flatMap(({ urls = [], secondUrl, sendUrl, bundlerUrl, paymasterUrl }) =>
    [...urls, secondUrl ?? [], sendUrl ?? [], bundlerUrl ?? [], paymasterUrl ?? []].flat(),
  )
  const live = await journal.batches.where({ live: 1 }).toArray()
  const paying = live.flatMap(({ sponsor }) => (sponsor ? [sponsor.url, sponsor.bundler] : []))
  const all = [...builtIn.map(({ url }) => url), ...own, ...paying]
  return new Set([...all.map(hostnameOf), ...(await payersAsked())])
}

/**
 * Gives back the access to those of these hosts (with or without a port) that nothing is on any more, and returns the
 * others, without their ports.
 */
export const letHostsGo = async (hosts: readonly string[]): Promise<string[]> => {
  const used = await hostnamesInUse()
  const names = [...new Set(hosts.map((host) => hostnameOf(`https://${host}`)))]
  for (const name of names)
    if (!used.has(name))
      await browser.permissions.remove({ origins: [`https://${name}/*`] }).catch(() => false)
  return names.filter((name) => used.has(name))
}
