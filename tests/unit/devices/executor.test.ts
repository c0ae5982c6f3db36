import { zeroAddress, type Address, type Hex } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { decisionOf } from '@/components/approvals/approval'
import type { BatchRequest } from '@/lib/batch/batchRequest'
import { stateOf } from '@/lib/batch/journal'
import { hasUnsigned } from '@/lib/batch/unsigned'
import { journal } from '@/lib/db'
import { knownAccountCode, readAccountCode } from '@/lib/delegate/account'
import { delegation, deviceExecutor, executor } from '@/lib/delegate/executor'
import { atomicity, knownAtomicity } from '@/lib/delegate/support'
import { loadNetworks } from '@/lib/network/urls'
import { quoteBatch } from '@/lib/simulate/quoteBatch'
import { startChain, type Chain } from '../../chain'
import { compile } from '../../chain/compile'
import { rpc } from '../../chain/rpc'
import { chainId, openDeviceWallet, type DeviceWallet } from '../../device/deviceWallet'
import { alice, stranger } from '../accounts'
import { emptyDatabase } from '../database'
import { useChain } from '../delegate/localChain'

let chain: Chain
let untouched: string
let wallet: DeviceWallet
let own: Address

beforeAll(async () => {
  chain = await startChain({ hardfork: 'prague' })
})
afterAll(() => chain.stop())

beforeEach(async () => {
  await emptyDatabase()
  useChain(chain.url)
  if (untouched) await rpc(chain.url, 'evm_revert', [untouched])
  untouched = await rpc(chain.url, 'evm_snapshot')
  wallet = await openDeviceWallet(chain.url)
  own = wallet.own
})

const payment = (value: Hex) => ({ to: stranger, value, data: '0x' }) as const

const request = (change: Partial<BatchRequest> = {}): BatchRequest => ({
  from: own,
  chainId,
  atomicRequired: true,
  calls: [payment('0x1'), payment('0x2')],
  ...change,
})

describe('a batch of an account in a device', () => {
  test('is upgraded and run in one transaction, by the code for which the device signs', async () => {
    const quote = await wallet.approved(request())
    expect(quote).toMatchObject({ mode: 'atomic', upgrade: true, delegate: deviceExecutor })
    expect(await wallet.finish()).toEqual({
      status: 200,
      signed: ['authorization', 'transaction'],
    })
    const [transaction, ...others] = await wallet.transactions()
    expect(others).toEqual([])
    const sent = await rpc(chain.url, 'eth_getTransactionByHash', [transaction?.hash])
    expect(sent).toMatchObject({ type: '0x4', from: own.toLowerCase(), to: own.toLowerCase() })
    expect(await wallet.weiOf(stranger)).toBe(3)
    expect(await wallet.codeOf(own)).toBe(delegation(deviceExecutor))
    expect(await atomicity(chainId, own)).toEqual({ status: 'supported' })
  })

  test('needs no second upgrade', async () => {
    await wallet.setCode(own, delegation(deviceExecutor))
    const quote = await wallet.approved(request())
    expect(quote).toMatchObject({ mode: 'atomic', upgrade: false, delegate: deviceExecutor })
    expect(await wallet.finish()).toEqual({ status: 200, signed: ['transaction'] })
  })

  test('goes through the wallet’s own code where the account has that', async () => {
    await wallet.setCode(own, delegation(executor))
    const quote = await wallet.approved(request())
    expect(quote).toMatchObject({ mode: 'atomic', upgrade: false, delegate: executor })
    expect(await wallet.finish()).toEqual({ status: 200, signed: ['transaction'] })
    expect(await wallet.codeOf(own)).toBe(delegation(executor))
  })

  test('runs in order where it need not be one', async () => {
    await wallet.setCode(deviceExecutor, '0x')
    const quote = await wallet.approved(request({ atomicRequired: false }))
    expect(quote.modes).toEqual(['sequence'])
    expect(await wallet.finish()).toEqual({ status: 200, signed: ['transaction', 'transaction'] })
    expect(await wallet.weiOf(stranger)).toBe(3)
    expect(await wallet.codeOf(own)).toBe('0x')
  })

  test('keeps no session open while it waits: no key of the vault is needed', async () => {
    await wallet.approved(request())
    expect(await hasUnsigned()).toBe(false)
    await journal.accounts.update(own, { source: 'key' })
    expect(await hasUnsigned()).toBe(true)
  })
})

const runtime = async (name: string) => (await compile())[name]?.runtime

describe('code at the address for which devices sign', () => {
  test.each<[string, () => Promise<Hex | undefined>]>([
    ['is missing', () => Promise.resolve('0x')],
    ['ignores its calls', () => runtime('IgnoringExecutor')],
    ['swallows failures', () => runtime('SwallowingExecutor')],
    ['refuses everything', () => runtime('RefusingExecutor')],
    ['takes batches otherwise', () => runtime('SenderExecutor')],
  ])('%s: nothing is upgraded to it', async (_, code) => {
    await wallet.setCode(deviceExecutor, await code())
    expect(await readAccountCode(chainId, own)).toMatchObject({ kind: 'plain', installs: null })
    const no = { status: 'unsupported', reason: 'atomicityNotSupported' }
    expect(await atomicity(chainId, own)).toEqual(no)
    expect(await knownAtomicity(chainId, own)).toEqual(no)
    await expect(quoteBatch(request())).rejects.toMatchObject({ code: 5760 })
    // Accounts of the vault have the wallet's own.
    expect(await atomicity(chainId, alice)).toEqual({ status: 'ready' })
  })

  test('that changed since the approval is asked about, and signed by nobody', async () => {
    await wallet.approved(request())
    await wallet.setCode(deviceExecutor, await runtime('IgnoringExecutor'))
    await wallet.runner.advance()
    expect(await stateOf('key')).toMatchObject({ asked: 'delegate', transactions: [] })
    expect(await journal.signings.count()).toBe(0)
  })

  test('that changed while the device had it is asked about, and its signature is late', async () => {
    await wallet.approved(request())
    await wallet.runner.advance()
    expect(await wallet.answer()).toEqual(['authorization', 'transaction'])
    await wallet.setCode(deviceExecutor, await runtime('IgnoringExecutor'))
    await wallet.runner.advance()
    expect(await stateOf('key')).toMatchObject({ asked: 'delegate', transactions: [] })
    expect(await journal.signings.count()).toBe(0)
    expect(await wallet.weiOf(stranger)).toBe(0)
  })
})

describe('an upgrade', () => {
  const decided = async (delegate: Address, from: Address) => ({
    ...decisionOf(await quoteBatch(request({ from }))),
    delegate,
  })

  test.each<[string, 'own' | Address, Address]>([
    ['of a device’s account to the wallet’s own code', 'own', executor],
    ['of a device’s account to none', 'own', zeroAddress],
    ['of an account of the vault to a device’s code', alice, deviceExecutor],
  ])('%s is not approved', async (_, whose, delegate) => {
    const from = whose === 'own' ? own : whose
    const decision = await decided(delegate, from)
    await expect(wallet.approve(request({ from }), decision)).rejects.toThrow('does not fit')
    expect(await journal.batches.count()).toBe(0)
  })

  test('is offered on networks of the wallet alone', async () => {
    const custom = { name: 'Own', symbol: 'OWN', decimals: 18, opStack: false, genesis: null }
    await journal.networks.put({ chainId: 777, urls: ['http://127.0.0.1:8545'], custom })
    await loadNetworks()
    expect(await readAccountCode(777, own)).toMatchObject({ kind: 'plain', installs: null })
    expect(await atomicity(777, own)).toMatchObject({ status: 'unsupported' })
    await journal.networks.clear()
    await loadNetworks()
  })

  test('of an account that was watched before is read anew', async () => {
    await journal.accounts.update(own, { source: 'watch' })
    await readAccountCode(chainId, own)
    expect(await knownAccountCode(chainId, own)).toEqual({ kind: 'plain', delegate: null })
    await journal.accounts.update(own, { source: 'ledger' })
    expect(await knownAccountCode(chainId, own)).toBeUndefined()
  })
})
