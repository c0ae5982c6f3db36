import { afterAll, beforeAll, expect, test } from 'vitest'
import { cache } from '@/lib/db'
import { builtIn } from '@/lib/network/builtIn'
import { setNetworks } from '@/lib/network/networks'
import { routerFor } from '@/lib/lock/routerFor'
import { canSponsor } from '@/lib/sponsor/sponsorSupport'
import { deployEntryPoint, entryPoint } from '../../chain/entryPoint'
import { startChain, type Chain } from '../../chain/index'
import { plantRouter, universalRouter } from '../../chain/router'
import { rpc } from '../../chain/rpc'
import { leadTo } from '../../harness/leadTo'
import { bob } from '../accounts'
import { emptyDatabase } from '../database'

const base = 8453

let chain: Chain
let letGo: () => void

beforeAll(async () => {
  await emptyDatabase()
  chain = await startChain({ hardfork: 'prague', chainId: base })
  letGo = leadTo(base, chain.url)
})
afterAll(async () => {
  letGo()
  await chain.stop()
})

/** Asks anew: facts of a chain are kept. */
const can = async (): Promise<boolean> => {
  await cache.facts.clear()
  return canSponsor(base)
}

test('a public network has batches that somebody else pays for once router and EntryPoint stand there, by their code', async () => {
  expect(await can()).toBe(false)
  await plantRouter(chain.url, bob)
  expect(await can()).toBe(false)
  await deployEntryPoint(chain.url, bob)
  expect(await can()).toBe(true)
  const code = await rpc<string>(chain.url, 'eth_getCode', [entryPoint, 'latest'])
  await rpc(chain.url, 'anvil_setCode', [entryPoint, `${code}00`])
  expect(await can()).toBe(false)
  await rpc(chain.url, 'anvil_setCode', [entryPoint, code])
  await rpc(chain.url, 'anvil_setCode', [universalRouter, '0x00'])
  expect(await can()).toBe(false)
})

test('a network that somebody added has none', () => {
  const custom = { name: 'Added', symbol: 'ADD', decimals: 18, opStack: false, genesis: null }
  setNetworks([{ chainId: 777, urls: ['https://node.example'], custom }])
  expect(routerFor(777)).toBeUndefined()
  expect(builtIn.map(({ chainId }) => routerFor(chainId))).not.toContain(undefined)
  setNetworks([])
})
