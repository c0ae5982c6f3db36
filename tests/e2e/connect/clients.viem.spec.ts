import type { Page } from '@playwright/test'
import { parseEther } from 'viem'
import { plantRouter } from '../../chain/router.ts'
import { rpc } from '../../chain/rpc.ts'
import { alice, bob, stranger } from '../../unit/accounts.ts'
import { mail } from '../../unit/sign/typedDataSamples.ts'
import { chooseNetwork, countWindows } from '../support/walletPages.ts'
import { generousCalls, swapCalls, tokensOf, weiOf } from '../support/chainState.ts'
import { allowBob, allowanceOf, takeBefore } from '../support/bait.ts'
import {
  act,
  actAdded,
  actRejected,
  actSigned,
  openClient,
  signed,
  tryAct,
} from '../support/clients.ts'
import { expect, test } from '../support/test.ts'

const { EIP712Domain: _, ...types } = mail.types
const domain = { ...mail.domain, chainId: 31337 }
const typed = { types, domain, primaryType: 'Mail', message: mail.message }

test('viem in a page: from connecting to disconnecting @long', async ({
  chains,
  dapp,
  own,
  wallet,
}) => {
  const { context } = wallet
  const { url, contracts } = chains.local
  await plantRouter(url, bob)
  const page = await openClient(context, `${dapp.url}client`, 'viem.ts')
  expect(await act(page, 'accounts')).toEqual([])
  const connecting = act(page, 'connect')
  const onLocal = (window: Page) => chooseNetwork(window, 'Local')
  expect(await signed(context, connecting, onLocal)).toEqual([alice])

  await page.reload()
  const windows = countWindows(context)
  expect(await act(page, 'accounts')).toEqual([alice])
  expect(await act(page, 'chain')).toBe(31337)
  expect(windows()).toBe(0)

  expect(await actSigned(page, 'send', stranger)).toBe('success')
  expect(await weiOf(url, stranger)).toBe(1n)
  expect(await actSigned(page, 'sign', 'Grüße, world')).toEqual([true, true])
  expect(await actSigned(page, 'signTyped', typed)).toEqual([true, true])
  expect(await actSigned(page, 'signIn')).toBe(true)

  await act(page, 'watch', contracts.usdc)
  expect(await actSigned(page, 'write', contracts.usdc, stranger, 5)).toBe('success')
  await expect.poll(() => act(page, 'watched')).toEqual(['5'])

  // A node that takes longer than 2 s is not awaited: its answer counts from the next request on.
  const can = (what: Record<number, object>) =>
    expect.poll(() => act(page, 'capabilities')).toMatchObject(what)
  await can({ 31337: { atomic: { status: 'ready' } } })
  const { id } = (await actSigned(page, 'sendCalls', { calls: swapCalls(contracts) })) as {
    id: string
  }
  expect(await act(page, 'wait', id)).toMatchObject({
    status: 'success',
    statusCode: 200,
    atomic: true,
    chainId: 31337,
    receipts: [{ status: 'success' }],
  })
  await can({ 31337: { atomic: { status: 'supported' } } })
  expect(await tokensOf(url, contracts.dai, stranger)).toBe(parseEther('50'))
  // The transfer into the swap is an event of the token, too.
  await expect.poll(() => act(page, 'watched')).toEqual(['5', '100000000'])
  // Verified on chain by ERC-1271, because the account is delegated now.
  expect(await actSigned(page, 'signTyped', typed)).toEqual([true, true])

  const one = { calls: [{ to: stranger, value: 2n }], forceAtomic: true }
  expect(await actSigned(page, 'sendCallsSync', one)).toMatchObject({ status: 'success' })

  // The wallet's lock takes back what is left of the approval, and viem reads of neither.
  const generous = { calls: generousCalls(contracts) }
  const held = (await actSigned(page, 'sendCalls', generous)) as { id: string }
  const done = (await act(page, 'wait', held.id)) as { receipts: { logs: unknown[] }[] }
  expect(done).toMatchObject({ status: 'success', statusCode: 200, atomic: true })
  expect(done.receipts.map(({ logs }) => logs.length)).toEqual([4])
  expect(await allowanceOf(url, contracts.usdc, contracts.swap)).toBe(0n)
  await allowBob(url, contracts.usdc)
  await rpc(url, 'evm_setAutomine', [false])
  const stopped = (await actSigned(page, 'sendCalls', generous)) as { id: string }
  await takeBefore(url, contracts.usdc)
  expect(await act(page, 'wait', stopped.id)).toMatchObject({
    status: 'failure',
    statusCode: 500,
    atomic: true,
    receipts: [{ status: 'reverted', logs: [] }],
  })

  // On a chain without EIP-7702, viem recognizes the wallet's error codes, and its fallback is not used,
  // because the wallet runs the calls in order.
  const calls = [1n, 2n].map((value) => ({ to: stranger, value }))
  const fallback = { calls, experimental_fallback: true }
  await actSigned(page, 'switch', 84532)
  expect(await act(page, 'chain')).toBe(84532)
  const unsupported = { 84532: { atomic: { status: 'unsupported' } } }
  await can(unsupported)
  expect(await tryAct(page, 'sendCalls', { ...fallback, forceAtomic: true })).toEqual({
    error: { name: 'AtomicityNotSupportedError', code: 5760 },
  })
  const refused = await actRejected(page, 'sendCalls', fallback)
  expect(refused).toEqual({ name: 'TransactionExecutionError', code: 4001 })
  const inOrder = (await actSigned(page, 'sendCallsSync', fallback)) as { receipts: unknown[] }
  expect(inOrder).toMatchObject({ status: 'success', atomic: false, chainId: 84532 })
  expect(inOrder.receipts).toHaveLength(2)
  expect(await weiOf(chains.testnet.url, stranger)).toBe(3n)

  await actAdded(page, 'add', own.url)
  expect(await act(page, 'chain')).toBe(777)
  await actSigned(page, 'send', stranger)
  expect(await weiOf(own.url, stranger)).toBe(1n)

  await act(page, 'disconnect')
  expect(await act(page, 'accounts')).toEqual([])
})
