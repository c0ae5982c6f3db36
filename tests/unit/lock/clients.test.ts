import { createWalletClient, custom, numberToHex } from 'viem'
import { getCallsStatus, waitForCallsStatus } from 'viem/actions'
import { createConfig, injected } from 'wagmi'
import * as wagmi from 'wagmi/actions'
import { anvil } from 'wagmi/chains'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { stateOf } from '@/lib/batch/journal'
import { createRunner } from '@/lib/batch/runner'
import { callsStatus } from '@/lib/batch/status'
import type { Batch } from '@/lib/db'
import { suggestFees } from '@/lib/network/fees'
import { request } from '@/lib/network/node'
import { rpc } from '../../chain/rpc'
import { newWorld } from '../../harness/world'
import { alice } from '../accounts'
import { approve, chainId, openBed, signed, unit, type Bed } from '../../lock/lockBed'

let bed: Bed
let snapshot: unknown
beforeAll(async () => {
  bed = await openBed(0)
  snapshot = await rpc(bed.url, 'evm_snapshot')
})
afterAll(() => bed.stop())
beforeEach(async () => {
  await rpc(bed.url, 'evm_revert', [snapshot])
  snapshot = await rpc(bed.url, 'evm_snapshot')
  await bed.reset()
})

const approved = async () => {
  const { token, shop } = bed.places
  const { batch } = await approve([
    bed.call('KindToken', token, 'approve', [shop, 1_000n * unit]),
    bed.call('Shop', shop, 'pull', [token, 100n * unit]),
  ])
  return batch
}

/** Answers what a client asks of a batch, as a page gets it from the wallet's own method. */
const providerOf = (batch: Batch) => ({
  request: async ({ method }: { method: string }): Promise<unknown> => {
    if (method === 'eth_accounts' || method === 'eth_requestAccounts') return [alice]
    if (method === 'eth_chainId') return numberToHex(chainId)
    if (method !== 'wallet_getCallsStatus') throw new Error(`${method} was asked`)
    return JSON.parse(JSON.stringify(callsStatus(batch, await stateOf(batch.key))))
  },
})

const readBy = (batch: Batch) => ({
  client: createWalletClient({ transport: custom(providerOf(batch)) }),
  id: batch.id,
})

/** wagmi with the provider as its only wallet, connected. */
const wagmiOn = async (batch: Batch) => {
  const provider = { ...providerOf(batch), on: () => undefined, removeListener: () => undefined }
  // In Node there is no window in which it would look for a wallet.
  vi.stubGlobal('window', { ethereum: provider })
  const connector = injected()
  const config = createConfig({
    chains: [anvil],
    connectors: [connector],
    storage: null,
    multiInjectedProviderDiscovery: false,
    transports: { [anvil.id]: custom(provider) },
  })
  await wagmi.connect(config, { connector })
  return config
}

const run = async () => {
  const runner = createRunner(newWorld(request), suggestFees)
  await runner.advance(chainId)
  await rpc(bed.url, 'anvil_mine', ['0x2'])
  await runner.look(chainId)
}

/** Receipt of the same batch as it is without its locks, straight from the node. */
const plain = async (batch: Batch) => {
  const hash = await rpc(bed.url, 'eth_sendRawTransaction', [await signed(bed.url, batch, false)])
  await rpc(bed.url, 'evm_mine')
  type Logs = { logs: { address: string; topics: string[]; data: string }[] }
  const { logs } = await rpc<Logs>(bed.url, 'eth_getTransactionReceipt', [hash])
  return logs.map(({ address, topics, data }) => ({ address, topics, data }))
}

test('viem reads the status and receipt of a locked batch as of one without', async () => {
  const batch = await approved()
  expect(batch.locks).toHaveLength(3)
  const before = await rpc(bed.url, 'evm_snapshot')
  const logs = await plain(batch)
  await rpc(bed.url, 'evm_revert', [before])
  await run()
  const { client, id } = readBy(batch)
  const seen = await waitForCallsStatus(client, { id })
  expect(seen).toMatchObject({ status: 'success', statusCode: 200, atomic: true, chainId })
  expect(seen.receipts).toMatchObject([{ status: 'success', logs }])
  expect(seen.receipts?.[0]?.logs).toHaveLength(2)
})

test('viem reads one that its lock stopped as reverted', async () => {
  const batch = await approved()
  await bed.tell('Shop', bed.places.shop, 'setCut', [500, 0, 0n])
  await run()
  const { client, id } = readBy(batch)
  const seen = await getCallsStatus(client, { id })
  expect(seen).toMatchObject({ status: 'failure', statusCode: 500 })
  expect(seen.receipts).toMatchObject([{ status: 'reverted', logs: [] }])
})

test('wagmi reads both as of any other batch', async () => {
  const ran = await approved()
  const before = await rpc(bed.url, 'evm_snapshot')
  await run()
  const config = await wagmiOn(ran)
  const done = await wagmi.waitForCallsStatus(config, { id: ran.id })
  expect(done).toMatchObject({ status: 'success', statusCode: 200, atomic: true, chainId })
  expect(done.receipts?.map(({ status, logs }) => [status, logs.length])).toEqual([['success', 2]])
  await rpc(bed.url, 'evm_revert', [before])
  await bed.reset()
  const batch = await approved()
  await bed.tell('Shop', bed.places.shop, 'setCut', [500, 0, 0n])
  await run()
  const stopped = await wagmi.getCallsStatus(await wagmiOn(batch), { id: batch.id })
  expect(stopped).toMatchObject({ status: 'failure', statusCode: 500, atomic: true })
  expect(stopped.receipts).toMatchObject([{ status: 'reverted', logs: [] }])
})
