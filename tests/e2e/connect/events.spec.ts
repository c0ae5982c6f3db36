import type { Page } from '@playwright/test'
import type { Hex } from 'viem'
import { development } from '../../chain/development.ts'
import { rpc } from '../../chain/rpc.ts'
import { alice } from '../../unit/accounts.ts'
import { decided, openConnected, disconnect, unlock } from '../support/walletPages.ts'
import { stopWorker } from '../support/chromium.ts'
import { request, heard, listen } from '../support/site.ts'
import { expect, test } from '../support/test.ts'

/** Locks the wallet, and waits until it is: a page loaded before that would still be told the accounts. */
const lock = async (home: Page) => {
  await home.getByRole('button', { name: 'Lock', exact: true }).click()
  await home.getByRole('button', { name: 'Unlock', exact: true }).waitFor()
}

/** Returns the events of a page that has an answer again: the background has spoken to it. */
const settled = async (page: Page) => {
  await request(page, 'eth_chainId')
  return heard(page)
}

test('each change is told once, to the sites it concerns, also past a stopped background', async ({
  wallet,
  dapp,
  connected,
}) => {
  const other = await openConnected(wallet, dapp.other, 'Base')
  const stranger = await wallet.context.newPage()
  await stranger.goto(`${dapp.url.replace('127.0.0.1', 'localhost')}stranger`)
  const listening = await wallet.context.newPage()
  await listening.goto(dapp.url)
  for (const page of [connected, other, listening]) await listen(page)
  // A page that only listens is told the present state, and what changes after it.
  const present = ['connect', { chainId: '0x7a69' }]
  await expect.poll(() => heard(listening)).toEqual([present])
  const home = await wallet.popup()

  await lock(home)
  const locked = ['accountsChanged', []]
  for (const page of [connected, other]) await expect.poll(() => heard(page)).toEqual([locked])
  await expect.poll(() => heard(listening)).toEqual([present, locked])
  await stopWorker(wallet.context, wallet.id)
  await unlock(home, development.password)
  const unlocked = ['accountsChanged', [alice]]
  for (const page of [connected, other])
    await expect.poll(() => heard(page)).toEqual([locked, unlocked])
  await expect.poll(() => heard(listening)).toEqual([present, locked, unlocked])

  await stopWorker(wallet.context, wallet.id)
  for (const page of [connected, other]) expect(await settled(page)).toEqual([locked, unlocked])

  // Disconnecting one site sends no event to the other.
  await request(connected, 'wallet_revokePermissions', [{ eth_accounts: {} }])
  await expect.poll(() => heard(connected)).toEqual([locked, unlocked, locked])
  await stopWorker(wallet.context, wallet.id)
  expect(await settled(connected)).toEqual([locked, unlocked, locked])
  expect(await settled(other)).toEqual([locked, unlocked])

  // Switching one site's network does not switch the other's.
  const moved = request(other, 'wallet_switchEthereumChain', [{ chainId: '0x14a34' }])
  expect(await decided(wallet.context, moved)).toEqual({ result: null })
  await expect.poll(() => heard(other)).toEqual([locked, unlocked, ['chainChanged', '0x14a34']])
  expect(await settled(connected)).toEqual([locked, unlocked, locked])

  await expect.poll(() => heard(listening)).toEqual([present, locked, unlocked, locked])
})

test('a page that is loaded again is told its state anew, and nothing of what was', async ({
  wallet,
  connected,
}) => {
  const home = await wallet.popup()
  await listen(connected)
  await lock(home)
  await expect.poll(() => heard(connected)).toEqual([['accountsChanged', []]])
  expect(await request(connected, 'eth_accounts')).toEqual({ result: [] })
  await connected.reload()
  await listen(connected)
  await expect.poll(() => heard(connected)).toEqual([['connect', { chainId: '0x7a69' }]])
  await unlock(home, development.password)
  const told = [
    ['connect', { chainId: '0x7a69' }],
    ['accountsChanged', [alice]],
  ]
  await expect.poll(() => heard(connected)).toEqual(told)
  await disconnect(home, connected.url())
  await expect.poll(() => heard(connected)).toEqual([...told, ['accountsChanged', []]])
})

test('a page that only reads the fields of old has them filled in', async ({ connected }) => {
  await connected.reload()
  const account = () =>
    connected.evaluate(
      () =>
        (window as unknown as { ethereum: { selectedAddress: unknown } }).ethereum.selectedAddress,
    )
  await expect.poll(account).toBe(alice)
})

test('the fields of old follow the site’s state @long', async ({ wallet, connected }) => {
  const fields = () =>
    connected.evaluate(() => {
      const { ethereum } = window as unknown as { ethereum: Record<string, unknown> }
      const { chainId, selectedAddress, networkVersion } = ethereum
      const isConnected = (ethereum.isConnected as () => boolean)()
      return {
        chainId,
        selectedAddress,
        networkVersion,
        isConnected,
        isMetaMask: 'isMetaMask' in ethereum,
      }
    })
  const network = {
    chainId: '0x7a69',
    networkVersion: '31337',
    isConnected: true,
    isMetaMask: false,
  }
  expect(await fields()).toEqual({ ...network, selectedAddress: alice })
  const enabled = await connected.evaluate(() =>
    (window as unknown as { ethereum: { enable: () => Promise<unknown> } }).ethereum.enable(),
  )
  expect(enabled).toEqual([alice])
  await lock(await wallet.popup())
  await expect.poll(fields).toEqual({ ...network, selectedAddress: null })
})

/** Reads the notes of a page from another page of the site. */
const noted = (reader: Page, key: string) =>
  reader.evaluate((name) => JSON.parse(localStorage.getItem(name) ?? '[]') as unknown[], key)

/** Makes a page record its events, heads and visibility, for another page to read. */
const note = (page: Page) =>
  page.evaluate(() => {
    const { ethereum } = window as unknown as {
      ethereum: { on: (event: string, listener: (value: never) => void) => void }
    }
    const write = (key: string, value: unknown) => {
      const before = JSON.parse(localStorage.getItem(key) ?? '[]') as unknown[]
      localStorage.setItem(key, JSON.stringify([...before, value]))
    }
    for (const event of ['connect', 'disconnect', 'chainChanged', 'accountsChanged'])
      ethereum.on(event, (value) => write('events', [event, value]))
    ethereum.on('message', ({ data }: { data: { result: { number: Hex } } }) =>
      write('heads', Number(data.result.number)),
    )
    window.addEventListener('pageshow', ({ persisted }) => write('shown', persisted))
  })

test.describe('a page that is kept while another is shown', () => {
  test.use({ keepsPages: true })

  const leave = async (page: Page, url: string) => {
    await page.goto(url)
    await expect(page.getByRole('heading')).toBeVisible()
  }
  const back = (page: Page) => page.evaluate(() => history.back())

  test('hears on its return what has changed, once, and no head is lost', async ({
    chains,
    wallet,
    dapp,
    connected,
  }) => {
    const { url } = chains.local
    const height = async () => Number(await rpc<Hex>(url, 'eth_blockNumber'))
    await note(connected)
    await request(connected, 'eth_subscribe', ['newHeads'])
    const before = await height()
    await rpc(url, 'anvil_mine', ['0x1'])
    const reader = await wallet.context.newPage()
    await reader.goto(`${dapp.url}reader`)
    await expect.poll(() => noted(reader, 'heads')).toEqual([before + 1])

    await leave(connected, `${dapp.url}next`)
    await rpc(url, 'anvil_mine', ['0x2'])
    await lock(await wallet.popup())
    await stopWorker(wallet.context, wallet.id)
    expect(await noted(reader, 'events')).toEqual([])
    await back(connected)
    await expect.poll(() => noted(reader, 'shown')).toEqual([true])
    await expect.poll(() => noted(reader, 'events')).toEqual([['accountsChanged', []]])
    const heads = [before + 1, before + 2, before + 3]
    await expect.poll(() => noted(reader, 'heads')).toEqual(heads)
    await rpc(url, 'anvil_mine', ['0x1'])
    await expect.poll(() => noted(reader, 'heads')).toEqual([...heads, before + 4])
    expect(await noted(reader, 'events')).toEqual([['accountsChanged', []]])
  })
})
