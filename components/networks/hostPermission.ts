import { browser } from 'wxt/browser'
import { hostPatterns } from '@/lib/browser/hostAccess'
import { journal } from '@/lib/db'
import { builtIn } from '@/lib/network/builtIn'

/**
 * The hosts of all RPCs, bundlers and paymasters, and of services of batches under way, without their ports; a public
 * one may be asked again, and stays.
 */
const hostnamesInUse = async (): Promise<ReadonlySet<string>> => {
  const chosen = await journal.networks.toArray()
  const own = chosen.flatMap(({ urls = [], secondUrl, sendUrl, bundlerUrl, paymasterUrl }) =>
    [...urls, secondUrl ?? [], sendUrl ?? [], bundlerUrl ?? [], paymasterUrl ?? []].flat(),
  )
  const live = await journal.batches.where({ live: 1 }).toArray()
  const paying = live.flatMap(({ sponsor }) => (sponsor ? [sponsor.url, sponsor.bundler] : []))
  const all = [...builtIn.map(({ url }) => url), ...own, ...paying]
  return new Set(all.map((url) => new URL(url).hostname))
}

/**
 * Asks for access to a node's host, so that one without CORS headers can be read too. To be called within
 * the click itself. A no changes nothing else: most nodes answer without it.
 */
export const askForHost = async (url: string): Promise<void> => {
  const origins = hostPatterns(url)
  if (origins.length > 0) await browser.permissions.request({ origins }).catch(() => false)
}

/** Gives back the access to those of these hosts (with or without a port) that nothing is on any more. */
export const letHostsGo = async (hosts: readonly string[]): Promise<void> => {
  const used = await hostnamesInUse()
  const unused = hosts.map((host) => new URL(`https://${host}`).hostname)
  for (const hostname of new Set(unused))
    if (!used.has(hostname))
      await browser.permissions.remove({ origins: [`https://${hostname}/*`] }).catch(() => false)
}
