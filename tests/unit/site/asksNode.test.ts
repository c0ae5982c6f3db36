import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as approvals from '@/lib/approvals/approvals'
import { journal } from '@/lib/db'
import { methods } from '@/lib/site'
import { asksNode } from '@/lib/site/nodeMethods'
import { addFilter } from '@/lib/subscriptions/filters'
import { emptyDatabase } from '../database'
import { alice, dapp, stranger } from '../accounts'
import { storeBatch } from '../batch/batches'
import { mail } from '../sign/typedDataSamples'
import { connectSite } from '../../harness/connectSite'
import { openWallet, type Answer } from './siteWallet'

const wallet = openWallet()
const filter = '0xf1'
const batch = 'a live batch'
const call = { to: stranger, value: '0x1' }

type Name = keyof typeof methods

/** Params with which each method does its work: with others it would be answered at once. */
const paramsOf: Record<Name, unknown> = {
  eth_requestAccounts: [],
  eth_accounts: [],
  eth_coinbase: [],
  wallet_getPermissions: [],
  wallet_requestPermissions: [{ eth_accounts: {} }],
  wallet_revokePermissions: [{ eth_accounts: {} }],
  eth_chainId: [],
  net_version: [],
  wallet_switchEthereumChain: [{ chainId: '0x1' }],
  wallet_addEthereumChain: [
    {
      chainId: '0x1234',
      chainName: 'Own Net',
      rpcUrls: ['https://own.example/'],
      nativeCurrency: { name: 'Own', symbol: 'OWN', decimals: 18 },
    },
  ],
  personal_sign: ['0x68656c6c6f', alice],
  personal_ecRecover: ['0x68656c6c6f', `0x${'2'.repeat(128)}1b`],
  eth_signTypedData_v4: [alice, mail],
  eth_signTypedData_v3: [alice, mail],
  eth_sendTransaction: [{ from: alice, ...call }],
  eth_sendRawTransaction: ['0x02'],
  wallet_sendCalls: [
    { version: '2.0.0', from: alice, chainId: '0x2105', atomicRequired: false, calls: [call] },
  ],
  wallet_getCallsStatus: [batch],
  wallet_showCallsStatus: [batch],
  wallet_getCapabilities: [alice],
  wallet_watchAsset: { type: 'ERC20', options: { address: stranger } },
  eth_subscribe: ['newHeads'],
  eth_unsubscribe: ['0x1'],
  eth_newFilter: [{}],
  eth_newBlockFilter: [],
  eth_newPendingTransactionFilter: [],
  eth_getFilterChanges: [filter],
  eth_getFilterLogs: [filter],
  eth_uninstallFilter: [filter],
  web3_clientVersion: [],
  web3_sha3: ['0x00'],
}

/** Whatever is asked of a node, which never answers. */
const ask = vi.fn<() => Promise<never>>(() => new Promise(() => undefined))

beforeEach(async () => {
  await emptyDatabase()
  await connectSite()
  await storeBatch({ id: batch, origin: dapp, chainId: 8453 })
  const node = () => Promise.resolve('0x1')
  await addFilter(filter, { origin: dapp, chainId: 8453, asked: { id: filter }, node }, {})
  ask.mockClear()
  vi.stubGlobal('fetch', ask)
  wallet.node.mockImplementation(ask)
  wallet.refresh.mockImplementation(ask)
  vi.useFakeTimers({ toFake: ['setTimeout'] })
})

afterEach(async () => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  await approvals.rejectAll()
})

/** Sends a method's request, and has what the site was answered. */
const send = (name: Name) => {
  const site: { answer?: Answer } = {}
  void wallet.send(name, paramsOf[name]).then((answer) => (site.answer = answer))
  return site
}

const names = Object.keys(methods) as Name[]
const inTime = { timeout: 5_000 }

test.each(names.filter(asksNode))('%s waits for its node', async (name) => {
  const site = send(name)
  await vi.waitFor(() => expect(ask).toHaveBeenCalled(), inTime)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(site).toEqual({})
})

// A method that fails here waits for its node: it belongs into `ownReads`.
test.each(names.filter((name) => !asksNode(name)))(
  '%s is answered, or asks the user, while its node is silent',
  async (name) => {
    const site = send(name)
    await vi.waitFor(async () => {
      // Time passes faster here: some methods give a node 2 s.
      await vi.advanceTimersByTimeAsync(200)
      const asksUser = (await journal.approvals.count()) > 0
      expect(asksUser || site.answer !== undefined).toBe(true)
    }, inTime)
    expect(site.answer?.error).toBeUndefined()
  },
)
