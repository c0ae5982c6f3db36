import { chainTable } from '../../lib/network/chainTable.ts'
import { startChain, type Chain } from '../chain/index.ts'
import { plantRouter } from '../chain/router.ts'
import { startSponsors, type Sponsors } from '../chain/sponsor.ts'
import { bob } from '../unit/accounts.ts'
import type { Internet, Reply } from './proxy.ts'

/** Hosts of the walk that are no network's own. */
export const hosts = {
  base: hostOf(chainTable.base.rpc),
  ethereum: hostOf(chainTable.mainnet.rpc),
  site: 'site.example',
  other: 'other.example',
  proposed: 'node.example',
  leading: 'leading.example',
  elsewhere: 'elsewhere.example',
  own: 'own.example',
  second: 'second.example',
  sending: 'sending.example',
  socket: 'socket.example',
  payer: 'payer.example',
} as const

/** Chain ID of the network that the site proposes. */
export const proposedId = 777

function hostOf(url: string) {
  return new URL(url).host
}

const page = '<!doctype html><html lang="en"><link rel="icon" href="data:,"><h1>A site</h1></html>'

/** Chain IDs of the nodes, by host; a node that leads elsewhere never gets to say one. */
const served = new Map<string, number>([
  ...Object.values(chainTable).map(({ rpc, id }) => [hostOf(rpc), id] as const),
  [hosts.proposed, proposedId],
  [hosts.elsewhere, proposedId],
  ...[hosts.own, hosts.second, hosts.sending, hosts.socket].map(
    (host) => [host, chainTable.base.id] as const,
  ),
])

type Asked = { id: number; method: string; params?: unknown[] }

const forward = async (url: string, body: string): Promise<string> => {
  const headers = { 'content-type': 'application/json' }
  return (await fetch(url, { method: 'POST', headers, body })).text()
}

/** Internet of a browser, and what stands behind it. */
export type Behind = {
  chain: Chain
  internet: Internet
  /** Puts contracts for sponsored batches on the chain; from then on a service answers at `hosts.payer`. */
  startPayer: () => Promise<void>
  stop: () => Promise<void>
}

/**
 * Starts an Internet with two sites and a node for each network that the wallet knows. One chain stands
 * behind all nodes; each says the ID of its own, and Base's first block has the hash that the wallet expects.
 */
export const startInternet = async (genesis: string): Promise<Behind> => {
  let sponsors: Sponsors | undefined
  const chain = await startChain({ chainId: chainTable.base.id, hardfork: 'prague' })

  const answerOf = async ({ id, method, params }: Asked, chainId: number): Promise<object> => {
    if (method === 'eth_chainId') return { jsonrpc: '2.0', id, result: `0x${chainId.toString(16)}` }
    if (method === 'net_version') return { jsonrpc: '2.0', id, result: String(chainId) }
    const asked = JSON.stringify({ jsonrpc: '2.0', id, method, params })
    const answer = JSON.parse(await forward(chain.url, asked)) as { result?: unknown }
    const isFirst = method === 'eth_getBlockByNumber' && params?.[0] === '0x0'
    return isFirst ? { ...answer, result: { ...(answer.result as object), hash: genesis } } : answer
  }

  const internet: Internet = async (host, body): Promise<Reply> => {
    if (host === hosts.leading) return { redirect: `https://${hosts.elsewhere}/` }
    if (host === hosts.payer && sponsors && body !== '')
      return { type: 'application/json', body: await forward(sponsors.signing.url, body) }
    const chainId = served.get(host)
    if (chainId === undefined || body === '') return { type: 'text/html', body: page }
    const answer = await answerOf(JSON.parse(body) as Asked, chainId)
    return { type: 'application/json', body: JSON.stringify(answer) }
  }
  const startPayer = async () => {
    await plantRouter(chain.url, bob)
    sponsors = await startSponsors(chain.url, chainTable.base.id, bob, chain.contracts.usdc)
  }
  const stop = async () => {
    await Promise.all([sponsors?.signing.stop(), sponsors?.takesTokens.stop(), chain.stop()])
  }
  return { chain, internet, startPayer, stop }
}
