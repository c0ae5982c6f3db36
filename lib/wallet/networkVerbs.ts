import { numberToHex } from 'viem'
import * as z from 'zod/mini'
import { fail, find } from '../approvals/approvals'
import { cache, journal, type NetworkChoice } from '../db'
import { chainSupport } from '../delegate/support'
import { chainAt } from '../network/chainAt'
import { storeChoice } from '../network/storeChoice'
import { coinSymbols, isName } from '../network/networkNames'
import { defaultChainId, findNetwork } from '../network/networks'
import { canSimulate, preconfirms, pulses } from '../network/probe'
import { checkProposal, networkFrom, type Proposal } from '../network/proposal'
import { hostOfUrl, isUsable } from '../network/url'
import { loadNetworks } from '../network/urls'
import { permissionsChanged } from '../sites/permissions'
import { errors, isRpcError, rpcError, toWire } from '../rpc/errors'
import { verb } from './verb'

const place = () => z.int().check(z.minimum(0))

/** A change of what the user chose for a network; its own RPCs by their place, counted from 0. */
const edit = () =>
  z.union([
    z.object({ add: z.string() }),
    z.object({ remove: place() }),
    z.object({ raise: place() }),
    z.object({ isPublicToo: z.boolean() }),
    z.object({ isHidden: z.boolean() }),
  ])

/** The rest of a list without the one at `index`. */
const without = (urls: readonly string[], index: number) => urls.filter((_, at) => at !== index)

/** The list with the one at `index` a place nearer to the front. */
const raised = (urls: readonly string[], index: number): string[] => {
  const [url] = urls.slice(index, index + 1)
  const rest = without(urls, index)
  return url === undefined || index === 0
    ? [...urls]
    : [...rest.slice(0, index - 1), url, ...rest.slice(index - 1)]
}

const edited = (
  change: Exclude<z.output<ReturnType<typeof edit>>, { add: string }>,
  { urls = [] }: NetworkChoice,
) => {
  if ('remove' in change) {
    const left = without(urls, change.remove)
    return left.length > 0 ? { urls: left } : { urls: undefined, isPublicToo: undefined }
  }
  if ('raise' in change) return { urls: raised(urls, change.raise) }
  if ('isPublicToo' in change)
    return { isPublicToo: change.isPublicToo ? (true as const) : undefined }
  return { isHidden: change.isHidden ? (true as const) : undefined }
}

/** Whether a key of the cache is of a chain, which its second word names. */
const isOf = (chainId: number) => (key: string) => key.split(':')[1] === String(chainId)

/** Verbs about networks and the RPCs behind them. A chain ID that is not known throws 5710 where it matters. */
export const networkVerbs = {
  /** Asks the node at a URL which chain it serves: its chain ID. */
  findChain: verb(
    () => z.object({ url: z.string() }),
    async ({ url }) => {
      if (!isUsable(url)) return 'bad url'
      return (await chainAt(url)) ?? 'no answer'
    },
  ),

  /**
   * Asks the RPCs of a network that a site proposes in request `id` which chain they serve. Where all serve
   * another one, the request ends with -32602.
   */
  checkNetwork: verb(
    () => z.object({ id: z.string() }),
    async ({ id }) => {
      const row = await find(id)
      if (row?.method !== 'wallet_addEthereumChain') throw new Error('no such request')
      const [proposal] = row.params as [Proposal]
      try {
        return await checkProposal(proposal)
      } catch (error) {
        if (isRpcError(error) && error.code === errors.invalidParams[0])
          await fail(id, toWire(error))
        throw error
      }
    },
  ),

  /**
   * Adds a network of the user's own, whose node has to serve that chain. Amounts have 18 decimals, as for
   * those that sites add. Throws -32602 where the node serves another chain, 4901 where it does not answer.
   */
  addNetwork: verb(
    () =>
      z.object({
        chainId: z.int(),
        url: z.string().check(z.refine(isUsable)),
        name: z.string().check(z.refine(isName)),
        symbol: z.string().check(z.regex(coinSymbols)),
      }),
    async ({ chainId, url, name, symbol }) => {
      const network = await networkFrom({
        chainId: numberToHex(chainId),
        chainName: name,
        rpcUrls: [new URL(url).href],
        nativeCurrency: { symbol, decimals: 18 },
      })
      // What is there is never changed by this.
      if (!findNetwork(chainId)) await journal.networks.put(network)
      await loadNetworks()
      return null
    },
  ),

  /**
   * Changes what the user chose for a network. An RPC is added once it has answered with the chain ID; `last`:
   * a network needs one.
   */
  editNetwork: verb(
    () => z.object({ chainId: z.int(), edit: edit() }),
    async ({ chainId, edit: change }) => {
      const network = findNetwork(chainId)
      if (!network) throw rpcError('unknownChain')
      const { hosts, isCustom } = network
      if ('remove' in change && isCustom && hosts.length === 1) return 'last'
      if (!('add' in change)) {
        await storeChoice(chainId, (row) => edited(change, row))
        return 'done'
      }
      if (!isUsable(change.add)) return 'bad url'
      const url = new URL(change.add).href
      const served = await chainAt(url)
      if (served === undefined) return 'no answer'
      if (served !== chainId) return 'other chain'
      const { urls = [] } = (await journal.networks.get(chainId)) ?? {}
      if (urls.some((other) => hostOfUrl(other) === hostOfUrl(url))) return 'same node'
      await storeChoice(chainId, () => ({ urls: [...urls, url] }))
      return 'done'
    },
  ),

  /**
   * Removes a network of the user's own and moves the sites that are on it to the default one. Not while a
   * batch lives there (`live`), or a site that is there waits for the user (`asked`).
   */
  removeNetwork: verb(
    () => z.object({ chainId: z.int() }),
    async ({ chainId }) => {
      if (!findNetwork(chainId)?.isCustom) return 'done'
      const { approvals, batches, networks, permissions } = journal
      const answer = await journal.transaction(
        'rw',
        [approvals, batches, networks, permissions],
        async () => {
          const live = await batches.where({ live: 1 }).toArray()
          if (live.some((batch) => batch.chainId === chainId)) return 'live'
          const there = (await permissions.toArray()).filter((site) => site.chainId === chainId)
          const origins = new Set(there.map(({ origin }) => origin))
          const waiting = await approvals.where({ state: 'pending' }).toArray()
          if (waiting.some(({ origin }) => origins.has(origin))) return 'asked'
          await permissions.bulkPut(there.map((site) => ({ ...site, chainId: defaultChainId })))
          await networks.delete(chainId)
          return 'done'
        },
      )
      if (answer !== 'done') return answer
      // Another chain may come under this ID: nothing of this one may be taken for it.
      const keys = (await cache.facts.toCollection().primaryKeys()).filter(isOf(chainId))
      await cache.facts.bulkDelete(keys)
      await loadNetworks()
      permissionsChanged.emit()
      return 'done'
    },
  ),

  /** Asks a network's RPCs how they are now, in their order. */
  readPulses: verb(
    () => z.object({ chainId: z.int() }),
    ({ chainId }) => pulses(chainId),
  ),

  /** Asks a network's node what it can do; absent is what it did not say. */
  probeNetwork: verb(
    () => z.object({ chainId: z.int() }),
    async ({
      chainId,
    }): Promise<{ simulates?: boolean; eip7702?: boolean; preconfirms?: boolean }> => {
      if (!findNetwork(chainId)) throw rpcError('unknownChain')
      const [simulates, support, moves] = await Promise.all([
        canSimulate(chainId),
        chainSupport(chainId).catch(() => undefined),
        preconfirms(chainId),
      ])
      return {
        ...(simulates === undefined ? {} : { simulates }),
        ...(support ? { eip7702: support.eip7702 } : {}),
        ...(moves === undefined ? {} : { preconfirms: moves }),
      }
    },
  ),

  /**
   * Chooses a network's second RPC, once its node has answered with the network's chain ID; null for none.
   * Nobody is told the URL again, only its host.
   */
  setSecondRpc: verb(
    () => z.object({ chainId: z.int(), url: z.nullable(z.string()) }),
    async ({ chainId, url: text }) => {
      const network = findNetwork(chainId)
      if (!network) throw rpcError('unknownChain')
      if (text === null) {
        await storeChoice(chainId, () => ({ secondUrl: undefined }))
        return 'done'
      }
      if (!isUsable(text)) return 'bad url'
      const url = new URL(text)
      if (network.hosts.includes(url.host)) return 'same node'
      const served = await chainAt(url.href)
      if (served === undefined) return 'no answer'
      if (served !== chainId) return 'other chain'
      await storeChoice(chainId, () => ({ secondUrl: url.href }))
      return 'done'
    },
  ),
}
