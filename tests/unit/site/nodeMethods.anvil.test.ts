import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { journal } from '@/lib/db'
import { askNode } from '@/lib/network/node'
import { loadNetworks } from '@/lib/network/urls'
import { startAnvil } from '../../chain/anvil'
import { emptyDatabase } from '../database'
import { alice, dapp, stranger } from '../accounts'
import { connectSite } from '../../harness/connectSite'
import { openWallet } from './siteWallet'

const chainId = 779
const wallet = openWallet()
let anvil: Awaited<ReturnType<typeof startAnvil>>

/** Asks the node itself, past the wallet. Returns its result or error unchanged. */
const direct = async (method: string, wire: string): Promise<{ result?: unknown }> => {
  const body = `{"jsonrpc":"2.0","id":1,"method":"${method}","params":${wire}}`
  const headers = { 'content-type': 'application/json' }
  const {
    jsonrpc: _,
    id: __,
    ...answer
  } = (await (await fetch(anvil.url, { method: 'POST', headers, body })).json()) as {
    jsonrpc: string
    id: number
    result?: unknown
  }
  return answer
}

const ask = async <T>(method: string, ...params: unknown[]) =>
  (await direct(method, JSON.stringify(params))).result as T

let mined: string
let gone: string

beforeAll(async () => {
  anvil = await startAnvil({ chainId, hardfork: 'prague' })
  await emptyDatabase()
  const custom = { name: 'Own', symbol: 'OWN', decimals: 18, opStack: false, genesis: null }
  await journal.networks.put({ chainId, urls: [anvil.url], custom })
  await loadNetworks()
  await connectSite(dapp, undefined, chainId)
  wallet.node.mockImplementation(askNode)

  // With automatic mining, anvil answers a transaction before its block can be read.
  await ask('evm_setAutomine', false)
  const pay = async () => {
    await ask('eth_sendTransaction', { from: alice, to: stranger, value: '0x7' })
    await ask('evm_mine')
  }
  await pay()
  const hashAt = async (at: string) =>
    (await ask<{ hash: string }>('eth_getBlockByNumber', at, false)).hash
  mined = await hashAt('0x1')
  // A block that a re-org takes out of the chain.
  const snapshot = await ask('evm_snapshot')
  await ask('anvil_mine', '0x1', '0x100')
  gone = await hashAt('0x2')
  await ask('evm_revert', snapshot)
  await pay()
})
afterAll(() => anvil.stop())

/** Asks as a site does, and compares what travels and what comes back with the node's own. */
const passes = async (method: string, params: unknown[]) => {
  const wire = JSON.stringify(params)
  const sent = vi.spyOn(globalThis, 'fetch')
  const answer = await wallet.send(method, wire)
  const bodies = sent.mock.calls.map(([, init]) => JSON.parse(init?.body as string) as object)
  sent.mockRestore()
  expect(bodies).toMatchObject([{ method, params }])
  expect(answer).toEqual(await direct(method, wire))
  return answer
}

describe('a block selector of EIP-1898', () => {
  const selectors = (): [object, string][] => [
    [{ blockNumber: '0x0' }, '0x0'],
    [{ blockNumber: '0x1' }, '0x7'],
    [{ blockHash: mined }, '0x7'],
    [{ blockHash: mined, requireCanonical: false }, '0x7'],
    [{ blockHash: mined, requireCanonical: true }, '0x7'],
  ]

  test('names the block whose state is read', async () => {
    for (const [selector, balance] of selectors()) {
      const answer = await passes('eth_getBalance', [stranger, selector])
      expect(answer, JSON.stringify(selector)).toEqual({ result: balance })
    }
    expect(await passes('eth_getBalance', [stranger, 'latest'])).toEqual({ result: '0xe' })
  })

  test.each<[string, (selector: object) => unknown[]]>([
    ['eth_call', (at) => [{ to: stranger, data: '0x' }, at]],
    ['eth_getTransactionCount', (at) => [alice, at]],
    ['eth_getCode', (at) => [stranger, at]],
    ['eth_getStorageAt', (at) => [stranger, '0x0', at]],
    ['eth_getProof', (at) => [stranger, [], at]],
  ])('is handed on by %s', async (method, paramsAt) => {
    for (const [selector] of selectors())
      expect(await passes(method, paramsAt(selector))).toHaveProperty('result')
  })

  test('of a block that is not in the chain gets the node’s own error', async () => {
    for (const requireCanonical of [true, false]) {
      const answer = await passes('eth_getBalance', [
        stranger,
        { blockHash: gone, requireCanonical },
      ])
      expect(answer).toHaveProperty('error')
    }
  })
})

test('the receipts of a block come as the node gives them', async () => {
  for (const selector of ['0x1', 'latest']) {
    const { result } = await passes('eth_getBlockReceipts', [selector])
    expect(result).toMatchObject([{ to: stranger, status: '0x1', logs: [] }])
  }
  expect(await passes('eth_getBlockReceipts', ['0x0'])).toEqual({ result: [] })
  await passes('eth_getBlockReceipts', [mined])
  await passes('eth_getBlockReceipts', ['0x99'])
  for (const selector of [{ blockHash: mined }, { blockNumber: '0x1' }])
    await passes('eth_getBlockReceipts', [selector])
})
