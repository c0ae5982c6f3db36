import type { Page } from 'puppeteer-core'
import { rpc } from '../../chain/rpc.ts'
import { alice, stranger } from '../../unit/accounts.ts'
import { nonceOf, waiting, weiOf } from '../support/chainState.ts'
import {
  heard,
  idOf,
  listen,
  payments,
  request,
  resultOf,
  sendCalls,
  statusOf,
  settled,
} from '../support/site.ts'
import {
  expect,
  idleAfter,
  stopBackground,
  stopsByItself,
  test,
  type Firefox,
} from '../support/firefox/browser.ts'
import {
  approve,
  decided,
  lock,
  onboard,
  openConnected,
  openWallet,
  refuseUpgrade,
  reject,
  scripted,
  stands,
  unlock,
} from '../support/firefox/wallet.ts'
import { find, until } from '../support/firefox/screen.ts'

type Message = { data: { result: { number: string } } }
type Watching = {
  ethereum: { on: (event: string, listener: (message: Message) => void) => void }
  heads: number[]
}

const single = { calls: payments.slice(0, 1) }

/** Stops the background twice under the window, then decides. */
const afterStops = (firefox: Firefox, decide: (window: Page) => Promise<unknown>) => {
  return async (window: Page) => {
    await stands(window)
    await stopBackground(firefox)
    await stopBackground(firefox)
    await decide(window)
  }
}

/** Makes the page record the numbers of the heads it gets. */
const hearHeads = (page: Page) =>
  page.evaluate(() => {
    const site = window as unknown as Watching
    site.heads = []
    site.ethereum.on('message', ({ data }) => site.heads.push(Number(data.result.number)))
  })

test('Firefox stops an idle background; a request, a batch in flight and a subscription outlive it', async ({
  firefox,
  chains,
  dapp,
}) => {
  const { url } = chains.local
  const home = await openWallet(firefox)
  await onboard(home)
  await home.close()
  const page = await openConnected(firefox, dapp.url)
  const site = scripted(page)
  const stop = () => stopBackground(firefox)

  await test.step('under an open approval window: approved, and sent once', async () => {
    const answer = await decided(firefox, sendCalls(site, single), afterStops(firefox, approve))
    expect((await settled(scripted(page), await idOf(answer))).status).toBe(200)
    expect(await nonceOf(url, alice)).toBe(1)
    expect(await weiOf(url, stranger)).toBe(1n)
  })

  await test.step('under an open approval window: refused', async () => {
    const answer = decided(firefox, sendCalls(site, single), afterStops(firefox, reject))
    expect(await answer).toMatchObject({ error: { code: 4001 } })
    expect(await nonceOf(url, alice)).toBe(1)
  })

  await test.step('with a batch in order in flight: each call once', async () => {
    await rpc(url, 'evm_setAutomine', [false])
    const asked = sendCalls(site, { atomicRequired: false })
    const answer = await decided(firefox, asked, async (window) => {
      await refuseUpgrade(window)
      await approve(window)
    })
    const id = await idOf(answer)
    for (const nonce of [1, 2]) {
      // A site's status request restarts the background; without one, an alarm would.
      await until('a transaction at the node', async () => {
        await statusOf(site, id)
        return (await waiting(url)) === 1
      })
      expect(await nonceOf(url, alice)).toBe(nonce)
      await stop()
      await rpc(url, 'evm_mine')
    }
    await rpc(url, 'evm_setAutomine', [true])
    expect(await settled(scripted(page), id)).toMatchObject({ status: 200, atomic: false })
    expect(await nonceOf(url, alice)).toBe(3)
    expect(await weiOf(url, stranger)).toBe(4n)
  })

  await test.step('with an atomic batch in flight: once', async () => {
    const id = await idOf(decided(firefox, sendCalls(site)))
    await stop()
    expect(await settled(scripted(page), id)).toMatchObject({ status: 200, atomic: true })
    expect(await weiOf(url, stranger)).toBe(7n)
  })

  await test.step('the site is told what changes', async () => {
    await listen(site)
    await stop()
    await lock(firefox)
    await until('accountsChanged', async () => (await heard(site)).length === 1)
    await stop()
    const again = await openWallet(firefox)
    await unlock(again)
    await find(again, 'button', 'Lock')
    await again.close()
    await until('accountsChanged', async () => (await heard(site)).length === 2)
    expect(await heard(site)).toEqual([
      ['accountsChanged', []],
      ['accountsChanged', [alice]],
    ])
  })

  await test.step('a subscription tells of each head once', async () => {
    await hearHeads(page)
    await resultOf(request(site, 'eth_subscribe', ['newHeads']))
    const height = Number(await rpc(url, 'eth_blockNumber'))
    const told = () => page.evaluate(() => (window as unknown as Watching).heads)
    for (let block = 1; block <= 3; block++) {
      await rpc(url, 'anvil_mine', ['0x1'])
      await until('a head', async () => (await told()).length === block)
      await stop()
    }
    expect(await told()).toEqual([height + 1, height + 2, height + 3])
  })

  await test.step('stopped by Firefox itself while the user thinks', async () => {
    const asked = sendCalls(site, single)
    const answer = await decided(firefox, asked, async (window) => {
      await stands(window)
      await idleAfter(firefox, 500)
      await stopsByItself(firefox)
      // On a busy machine a start can take longer than half a second: it would be stopped again and again.
      await idleAfter(firefox, 30_000)
      await approve(window)
    })
    expect((await settled(scripted(page), await idOf(answer))).status).toBe(200)
    expect(await weiOf(url, stranger)).toBe(8n)
  })
})
