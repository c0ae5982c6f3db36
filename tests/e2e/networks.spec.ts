import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { startAnvil } from '../chain/anvil.ts'
import { rpc } from '../chain/rpc.ts'
import { decided } from './approvals.ts'
import { request } from './dapp.ts'
import { openJournal } from './journal.ts'
import { heard, listen } from './site.ts'
import { urls } from './urls.ts'

const portOf = (url: string) => new URL(url).port

/** The wallet knows its own nodes as 127.0.0.1: under this name the same node is another host. */
const second = (url: string) => `localhost:${portOf(url)}`

const secret = 'a-key-of-the-user'

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

const openList = async (page: Page) => {
  await page.goto(page.url().replace(/#.*$/, '') + '#networks')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Networks')
}

const open = async (page: Page, name: string) => {
  await openList(page)
  await page
    .getByRole('link', { name: new RegExp(`^${name}`) })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
}

/** What is on disk for the networks. */
const choices = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<unknown[]>((resolve, reject) => {
        const opening = indexedDB.open('journal')
        opening.onerror = () => reject(new Error('the journal could not be opened'))
        opening.onsuccess = () => {
          const { result: database } = opening
          const reading = database.transaction('networks').objectStore('networks').getAll()
          reading.onsuccess = () => {
            database.close()
            resolve(reading.result)
          }
        }
      }),
  )

test('each network is shown with its node, and no more of a URL than the host', async ({
  wallet,
}) => {
  const page = await wallet.popup()
  const shown = [
    ['Local', '31337', urls.local],
    ['Base', '8453', urls.base],
    ['Base Sepolia', '84532', urls.testnet],
  ] as const
  for (const [name, chainId, url] of shown) {
    await open(page, name)
    await expect(part(page, 'About')).toContainText(`Chain ID${chainId}`)
    await expect(part(page, 'Nodes')).toContainText(new URL(url).host)
    await expect(part(page, 'Nodes')).toContainText(/public · \d+ ms, block \d+/)
    await expect(part(page, 'Second RPC')).toContainText('Second RPCNone')
    const atomic = name === 'Base Sepolia' ? 'No' : 'Yes'
    await expect(part(page, 'What it can')).toContainText(`(EIP-7702)${atomic}`)
    await expect(part(page, 'What it can')).toContainText('(eth_simulateV1)Yes')
    await expect(part(page, 'What it can')).toContainText('Pre-confirmed blocksNot seen just now')
  }
  await page.getByRole('link', { name: 'Back' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Networks')
  await expect(page.getByRole('listitem')).toHaveCount(9)
})

test('own nodes come first, in the order of the user, and the public one where it is wanted', async ({
  wallet,
  connected,
}) => {
  const journal = await openJournal(wallet)
  const page = await wallet.popup()
  await open(page, 'Local')
  const nodes = part(page, 'Nodes')
  const add = async (url: string) => {
    await nodes.getByRole('button', { name: 'Add a node' }).click()
    await nodes.getByRole('textbox').fill(url)
    await nodes.getByRole('button', { name: 'Save' }).click()
  }
  await add(`http://${second(urls.base)}`)
  await expect(nodes).toContainText('The node there serves another network')
  await nodes.getByRole('button', { name: 'Cancel' }).click()
  await add(`http://${second(urls.local)}/?key=${secret}`)
  await expect(nodes.getByRole('listitem')).toHaveCount(1)
  await expect(nodes).toContainText(new RegExp(`${second(urls.local)}\\d+ ms, block`))
  await nodes.getByRole('checkbox', { name: 'Ask the public node too' }).click()
  await expect(nodes.getByRole('listitem')).toHaveCount(2)
  await add(urls.local.replace('http', 'ws'))
  await expect(nodes.getByRole('listitem')).toHaveCount(3)
  const socket = new URL(urls.local).host
  await nodes.getByRole('button', { name: `Ask ${socket} earlier` }).click()
  await expect(nodes.getByRole('listitem').first()).toContainText(socket)
  expect(await choices(journal)).toEqual([
    {
      chainId: 31337,
      urls: [`${urls.local.replace('http', 'ws')}/`, `http://${second(urls.local)}/?key=${secret}`],
      isPublicToo: true,
    },
  ])
  expect(await page.content()).not.toContain(secret)

  // What a site asks now goes over the WebSocket, and its heads are announced there.
  const told = connected.evaluate(
    () =>
      new Promise<unknown>((resolve) => {
        const { ethereum } = window as unknown as {
          ethereum: {
            on: (event: string, listener: (message: unknown) => void) => void
            request: (asked: object) => Promise<unknown>
          }
        }
        ethereum.on('message', resolve)
        void ethereum.request({ method: 'eth_subscribe', params: ['newHeads'] })
      }),
  )
  const mined = setInterval(() => void rpc(urls.local, 'anvil_mine', ['0x1']), 500)
  expect(await told).toMatchObject({ type: 'eth_subscription' })
  clearInterval(mined)

  for (let left = 2; left > 0; left--)
    await nodes
      .getByRole('button', { name: /^Remove/ })
      .first()
      .click()
  await expect(nodes.getByRole('listitem')).toHaveCount(1)
  expect(await choices(journal)).toEqual([])
})

test('a hidden network is not offered, and works', async ({ wallet, connected }) => {
  const page = await wallet.popup()
  await open(page, 'Sepolia')
  const hide = page.getByRole('checkbox', { name: /Hide it/ })
  await hide.click()
  await expect(hide).toBeChecked()
  await openList(page)
  await expect(page.getByRole('link', { name: /^Sepolia/ })).toContainText('hidden')
  await page.goto(page.url().replace(/#.*$/, '') + `#site/${new URL(connected.url()).origin}`)
  await expect(page.getByRole('main')).toContainText('Base')
})

test('a network of the user’s own is removed, and its sites go back to the default one', async ({
  wallet,
  connected,
}) => {
  const anvil = await startAnvil({ chainId: 777 })
  const asked = request(connected, 'wallet_addEthereumChain', [
    {
      ...{ chainId: '0x309', chainName: 'Own Net', rpcUrls: [anvil.url] },
      nativeCurrency: { name: 'Own', symbol: 'OWN', decimals: 18 },
    },
  ])
  expect(await decided(wallet.context, asked)).toEqual({ result: null })
  await listen(connected)
  const page = await wallet.popup()
  await open(page, 'Own Net')
  await expect(part(page, 'About')).toContainText('CoinOWN')
  await part(page, 'Remove this network').getByRole('button').click()
  await page.getByRole('button', { name: 'Remove Own Net now' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Networks')
  await expect(page.getByRole('listitem')).toHaveCount(9)
  await expect.poll(() => heard(connected)).toContainEqual(['chainChanged', '0x7a69'])
  await anvil.stop()
})

test('a second RPC is added, changed and removed, and its URL is never shown again', async ({
  wallet,
}) => {
  const journal = await openJournal(wallet)
  const page = await wallet.popup('popup.html#settings')
  await open(page, 'Base')
  const base = part(page, 'Second RPC')
  const field = base.getByRole('textbox', { name: 'URL of the second RPC' })
  const save = async (url: string) => {
    await field.fill(url)
    await base.getByRole('button', { name: 'Save' }).click()
  }

  await base.getByRole('button', { name: 'Add a second RPC' }).click()
  await expect(field).toBeFocused()
  const refused = [
    ['second.example', 'This is no URL to ask'],
    ['http://second.example', 'This is no URL to ask'],
    [`${urls.base}/?key=${secret}`, 'The wallet asks this host already'],
    [`http://${second(urls.local)}`, 'The node there serves another network'],
    ['http://localhost:9', 'No node answered there'],
  ] as const
  for (const [url, words] of refused) {
    await save(url)
    await expect(base).toContainText(words)
    await expect(field).toBeFocused()
    await expect(field).toHaveAttribute('aria-invalid', 'true')
  }
  expect(await choices(journal)).toEqual([])

  const secondUrl = `http://${second(urls.base)}/?key=${secret}`
  await save(secondUrl)
  await expect(base).toContainText(`Second RPC${second(urls.base)}`)
  await expect(base.getByRole('button', { name: 'Change' })).toBeFocused()
  expect(await choices(journal)).toEqual([{ chainId: 8453, secondUrl }])
  expect(await page.content()).not.toContain(secret)

  await page.reload()
  await expect(base).toContainText(`Second RPC${second(urls.base)}`)
  expect(await page.content()).not.toContain(secret)
  await base.getByRole('button', { name: 'Change' }).click()
  await expect(field).toHaveValue('')
  await base.getByRole('button', { name: 'Cancel' }).click()
  expect(await choices(journal)).toEqual([{ chainId: 8453, secondUrl }])

  await base.getByRole('button', { name: 'Change' }).click()
  await save(`http://${second(urls.base)}`)
  await expect(base.getByRole('button', { name: 'Change' })).toBeVisible()
  expect(await choices(journal)).toEqual([
    { chainId: 8453, secondUrl: `http://${second(urls.base)}/` },
  ])
  await base.getByRole('button', { name: 'Remove' }).click()
  await expect(base).toContainText('Second RPCNone')
  expect(await choices(journal)).toEqual([])
})
