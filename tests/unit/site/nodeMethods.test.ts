import { expect, test, vi } from 'vitest'
import { methods } from '@/lib/site'
import { nodeMethods } from '@/lib/site/nodeMethods'
import { toError } from '@/lib/rpc/errors'
import { strangerShare } from '@/lib/rpc/strangers'
import { emptyDatabase } from '../database'
import { dapp, other } from '../accounts'
import { connectSite } from '../../harness/connectSite'
import { openWallet } from './siteWallet'

const wallet = openWallet()

test.each([
  'eth_getBlockByNumber',
  'eth_call',
  'eth_simulateV1',
  'eth_getTransactionCount',
  'eth_getCode',
  'eth_getBalance',
])(
  'the node method %s of the specification is served, its block selector untouched',
  async (method) => {
    await emptyDatabase()
    await connectSite(dapp, undefined, 84532)
    wallet.node.mockResolvedValue({ of: 'the node' })
    const wire = '[{"to":"0x1"},"pending"]'
    expect(await wallet.send(method, wire)).toEqual({ result: { of: 'the node' } })
    expect(wallet.node).toHaveBeenLastCalledWith(84532, method, wire, false)
    await wallet.send(method, wire, { origin: other })
    expect(wallet.node).toHaveBeenLastCalledWith(31337, method, wire, true)
  },
)

test('a site that is not connected has its share of a node, whatever it asks it by', async () => {
  await emptyDatabase()
  await connectSite()
  vi.useFakeTimers({ toFake: ['Date'] })
  const strange = openWallet()
  strange.node.mockResolvedValue('0x1')
  const { most } = strangerShare.site
  const ask = (index: number) =>
    index % 2 === 0
      ? strange.send('eth_getBalance', [index], { origin: other })
      : strange.send('eth_newBlockFilter', [], { origin: other })
  for (let index = 0; index < most; index++) expect(await ask(index)).not.toHaveProperty('error')
  for (const index of [0, 1]) expect(await ask(index)).toMatchObject({ error: { code: -32005 } })
  expect(strange.node).toHaveBeenCalledTimes(most)
  expect(await strange.send('eth_getBalance', [])).toEqual({ result: '0x1' })
  vi.useRealTimers()
})

test('a site that is not connected sends no transaction', async () => {
  wallet.node.mockClear()
  const asked = await wallet.send('eth_sendRawTransaction', ['0x02'], { origin: other })
  expect(asked).toMatchObject({ error: { code: 4100 } })
  expect(wallet.node).not.toHaveBeenCalled()
})

test('a revert is handed back with its data', async () => {
  const error = { code: -32000, message: 'execution reverted', data: '0x08c379a0' }
  wallet.node.mockRejectedValueOnce(toError(error))
  expect(await wallet.send('eth_call', [])).toEqual({ error })
})

test.each([
  'personal_unlockAccount',
  'debug_traceCall',
  'admin_peers',
  'txpool_content',
  'anvil_setCode',
  'evm_mine',
  'hardhat_impersonateAccount',
  'eth_getWork',
])('a node is not asked for %s', async (method) => {
  wallet.node.mockClear()
  expect(await wallet.send(method, [])).toMatchObject({ error: { code: 4200 } })
  expect(wallet.node).not.toHaveBeenCalled()
})

test('what goes to a node only reads, and is none of the wallet’s own', () => {
  for (const name of nodeMethods) {
    expect(name).toMatch(
      /^eth_(blockNumber|call|createAccessList|estimateGas|feeHistory|gasPrice|get\w+|maxPriorityFeePerGas|simulateV1|syncing)$/,
    )
    expect(Object.hasOwn(methods, name)).toBe(false)
  }
})

test('each method is in the table under its wire name', () => {
  for (const [name, method] of Object.entries(methods)) expect(method.name).toBe(name)
  expect(vi.isMockFunction(wallet.node)).toBe(true)
})
