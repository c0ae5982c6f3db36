import type { Page } from '@playwright/test'
import { createSiweMessage } from 'viem/siwe'
import { rpc } from '../../chain/rpc.ts'
import { alice, stranger } from '../../unit/accounts.ts'
import { mail } from '../../unit/sign/typedDataSamples.ts'
import { countWindows, chooseNetwork } from '../support/walletPages.ts'
import { weiOf } from '../support/chainState.ts'
import { act, actAdded, actRejected, actSigned, openClient, signed } from '../support/clients.ts'
import { expect, test } from '../support/test.ts'
import { batch } from '../support/site.ts'

const { EIP712Domain: _, ...types } = mail.types
const domain = { ...mail.domain, chainId: 31337 }

const mining: (() => Promise<unknown>)[] = []

test.afterEach(() => Promise.all(mining.splice(0).map((stop) => stop())))

/**
 * Mines a block each second. `wait()` of ethers looks for a receipt once, and then when a block follows the
 * first one that it polls: on a chain that mines only what is sent, it can wait for ever.
 */
const mineSteadily = (url: string) => {
  let last: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    last = last.then(() => rpc(url, 'anvil_mine')).catch(() => undefined)
  }, 1000)
  // The last block must not come after the chain was restored for the next test.
  mining.push(() => {
    clearInterval(timer)
    return last
  })
}

test('ethers in a page: from connecting to disconnecting @long', async ({
  chains,
  dapp,
  own,
  wallet,
}) => {
  const { context } = wallet
  const { url, contracts } = chains.local
  for (const chain of [url, chains.testnet.url, own.url]) mineSteadily(chain)
  const page = await openClient(context, `${dapp.url}client`, 'ethers.ts')
  expect(await act(page, 'found')).toEqual(['Volley'])
  expect(await act(page, 'accounts')).toEqual([])
  const connecting = act(page, 'connect')
  const onLocal = (window: Page) => chooseNetwork(window, 'Local')
  expect(await signed(context, connecting, onLocal)).toBe(alice)

  await page.reload()
  const windows = countWindows(context)
  expect(await act(page, 'connect')).toBe(alice)
  expect(await act(page, 'chain')).toBe('31337')
  expect(windows()).toBe(0)

  expect(await actSigned(page, 'send', stranger)).toBe(1)
  expect(await weiOf(url, stranger)).toBe(1n)
  expect(await actRejected(page, 'send', stranger)).toEqual({ name: 'Error', code: 4001 })

  const both = [alice, alice.toLowerCase()]
  expect(await actSigned(page, 'sign', 'Grüße, world')).toEqual(both)
  expect(await actSigned(page, 'signTyped', domain, types, mail.message)).toEqual(both)
  const { host, origin: uri } = new URL(dapp.url)
  const about = { address: alice, chainId: 31337, domain: host, uri, nonce: 'abcdefgh12' }
  const signIn = act(page, 'sign', createSiweMessage({ ...about, version: '1' }))
  const asSignIn = (window: Page) =>
    expect(window.getByRole('heading', { level: 1 })).toContainText('asks you to sign in')
  expect(await signed(context, signIn, asSignIn)).toEqual(both)

  await act(page, 'watch', contracts.usdc)
  expect(await actSigned(page, 'write', contracts.usdc, stranger, 5n)).toBe(1)
  await expect.poll(() => act(page, 'watched')).toEqual(['5'])

  const sent = (await actSigned(page, 'rpc', 'wallet_sendCalls', [batch()])) as { id: string }
  const status = () => act(page, 'rpc', 'wallet_getCallsStatus', [sent.id])
  await expect.poll(status).toMatchObject({ status: 200, atomic: true })

  await actSigned(page, 'switch', 84532)
  expect(await act(page, 'chain')).toBe('84532')
  expect(await actSigned(page, 'send', stranger)).toBe(1)
  expect(await weiOf(chains.testnet.url, stranger)).toBe(1n)

  await actAdded(page, 'add', own.url)
  expect(await act(page, 'chain')).toBe('777')
  expect(await actSigned(page, 'send', stranger)).toBe(1)
  expect(await weiOf(own.url, stranger)).toBe(1n)

  await act(page, 'rpc', 'wallet_revokePermissions', [{ eth_accounts: {} }])
  expect(await act(page, 'accounts')).toEqual([])
})
