import { numberToHex } from 'viem'
import * as v from 'valibot'
import { object } from '../rpc/object'
import { int } from '../rpc/schema'
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
import { takesOperations } from '../sponsor/bundler'
import { askService } from '../sponsor/service'
import { verb } from './verb'

const place = () => v.pipe(int, v.minValue(0))

/**
 * A change of the user's settings for a network; `remove` and `raise` name their own RPC by index, from 0.
 */
const edit = () =>
  v.union([
    object({ add: v.string() }),
    object({ remove: place() }),
    object({ raise: place() }),
    object({ isPublicToo: v.boolean() }),
    object({ isHidden: v.boolean() }),
  ])

/** Returns the list without the URL at `index`. */
const without = (urls: readonly string[], index: number) => urls.filter((_, at) => at !== index)

/** Returns the list with the URL at `index` one place nearer to the front. */
const raised = (urls: readonly string[], index: number): string[] => {
  const [url] = urls.slice(index, index + 1)
  const rest = without(urls, index)
  return url === undefined || index === 0
    ? [...urls]
    : [...rest.slice(0, index - 1), url, ...rest.slice(index - 1)]
}

const edited = (
  change: Exclude<v.InferOutput<ReturnType<typeof edit>>, { add: string }>,
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

/** True if a cache key belongs to the chain, which the key's second part names. */
const isOf = (chainId: number) => (key: string) => key.split(':')[1] === String(chainId)

const asideParams = () => object({ chainId: int, url: v.nullable(v.string()) })

const hostOf = (text: string) => (isUsable(text) ? hostOfUrl(text) : '')

/** Sets or removes an RPC that is used beside a network's own ones. */
const setAside = async (
  chainId: number,
  text: string | null,
  field: 'secondUrl' | 'sendUrl',
): Promise<'done' | 'bad url' | 'no answer' | 'other chain' | 'same node'> => {
  if (!findNetwork(chainId)) throw rpcError('unknownChain')
  if (text !== null && !isUsable(text)) return 'bad url'
  const url = text === null ? undefined : new URL(text).href
  const served = url === undefined ? chainId : await chainAt(url)
  if (served === undefined) return 'no answer'
  if (served !== chainId) return 'other chain'
  await storeChoice(chainId, () => ({ [field]: url }))
  return 'done'
}

/** Verbs about networks and their RPCs. Those that need a known network throw 5710 for any other. */
export const networkVerbs = {
  /** Reads the chain ID that the node at a URL serves. */
  findChain: verb(
    () => object({ url: v.string() }),
    async ({ url }) => {
      if (!isUsable(url)) return 'bad url'
      return (await chainAt(url)) ?? 'no answer'
    },
  ),

  /**
   * Reads the chain IDs of the RPCs that a site proposes in request `id`. If all serve another chain, the
   * request is answered with -32602.
   */
  checkNetwork: verb(
    () => object({ id: v.string() }),
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
   * Adds a network that the user entered, with an 18-decimal coin as for networks that sites add. Throws
   * -32602 if the node serves another chain, 4901 if it does not answer.
   */
  addNetwork: verb(
    () =>
      object({
        chainId: int,
        url: v.pipe(v.string(), v.check(isUsable)),
        name: v.pipe(v.string(), v.check(isName)),
        symbol: v.pipe(v.string(), v.regex(coinSymbols)),
      }),
    async ({ chainId, url, name, symbol }) => {
      const network = await networkFrom({
        chainId: numberToHex(chainId),
        chainName: name,
        rpcUrls: [new URL(url).href],
        nativeCurrency: { symbol, decimals: 18 },
      })
      // A network that the wallet already has is never changed here.
      if (!findNetwork(chainId)) await journal.networks.put(network)
      await loadNetworks()
      return null
    },
  ),

  /**
   * Changes the user's settings for a network. An RPC is added once it answered with the right chain ID.
   * `last`: the only RPC of a network cannot be removed.
   */
  editNetwork: verb(
    () => object({ chainId: int, edit: edit() }),
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
   * Removes a network that the user added and moves its sites to the default one. Refused while a batch on
   * it may still change (`live`) or a site on it waits for the user (`asked`).
   */
  removeNetwork: verb(
    () => object({ chainId: int }),
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
      // Another chain may reuse this ID, so nothing cached for this one may remain.
      const keys = (await cache.facts.toCollection().primaryKeys()).filter(isOf(chainId))
      await cache.facts.bulkDelete(keys)
      await loadNetworks()
      permissionsChanged.emit()
      return 'done'
    },
  ),

  /** Reads the present latency (ms) and block height of each RPC of a network, in their order. */
  readPulses: verb(
    () => object({ chainId: int }),
    ({ chainId }) => pulses(chainId),
  ),

  /** Probes the features of a network's node; a field is absent if the node did not say. */
  probeNetwork: verb(
    () => object({ chainId: int }),
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
   * Sets a network's second RPC, once its node answered with the network's chain ID; null removes it. Pages
   * see only the URL's host from then on.
   */
  setSecondRpc: verb(asideParams, async ({ chainId, url }) => {
    const isOwn = url !== null && findNetwork(chainId)?.hosts.includes(hostOf(url))
    return isOwn ? 'same node' : setAside(chainId, url, 'secondUrl')
  }),

  /** Sets the RPC that a network's transactions are sent to, in the same way as the second RPC. */
  setSendRpc: verb(asideParams, ({ chainId, url }) => setAside(chainId, url, 'sendUrl')),

  /** Sets the service of the user's own that pays for their batches, once it answers at all; null removes it. */
  setPaymaster: verb(asideParams, async ({ chainId, url }) => {
    if (!findNetwork(chainId)) throw rpcError('unknownChain')
    if (url !== null && !isUsable(url)) return 'bad url'
    const paymasterUrl = url === null ? undefined : new URL(url).href
    const method = 'pm_getPaymasterStubData'
    const found = paymasterUrl && (await askService({ url: paymasterUrl }, method, [], v.unknown()))
    if (found && 'failed' in found && found.failed !== 'refused') return 'no answer'
    await storeChoice(chainId, () => ({ paymasterUrl }))
    return 'done'
  }),

  /**
   * Sets the service that sends what somebody else pays for, where that one does not send it itself, once it said that
   * it sends to EntryPoint 0.8 on this network; null removes it.
   */
  setBundler: verb(asideParams, async ({ chainId, url }) => {
    if (!findNetwork(chainId)) throw rpcError('unknownChain')
    if (url !== null && !isUsable(url)) return 'bad url'
    const bundlerUrl = url === null ? undefined : new URL(url).href
    const found = bundlerUrl ? await takesOperations({ url: bundlerUrl }, chainId) : undefined
    if (found && 'failed' in found) return found.failed === 'silent' ? 'no answer' : 'no bundler'
    await storeChoice(chainId, () => ({ bundlerUrl }))
    return 'done'
  }),
}
