import { expect, test } from '../support/test.ts'
import { rpc } from '../../chain/rpc.ts'
import { openJournal, readRows } from '../support/journal.ts'
import { request, resultOf } from '../support/site.ts'
import { openNetwork, networkPart } from '../support/walletPages.ts'

/** The wallet's test nodes are at 127.0.0.1: by the name localhost, one of them is another host. */
const second = (url: string) => `localhost:${new URL(url).port}`

const secret = 'its-own-key-of-the-user'

test('own nodes come first, in the order of the user, and the public one where it is wanted', async ({
  chains,
  wallet,
  connected,
}) => {
  const journal = await openJournal(wallet)
  const page = await wallet.popup()
  await openNetwork(page, 'Local')
  const nodes = networkPart(page, 'Nodes')
  const add = async (url: string) => {
    await nodes.getByRole('button', { name: 'Add a node' }).click()
    await nodes.getByRole('textbox').fill(url)
    await nodes.getByRole('button', { name: 'Save' }).click()
  }
  await add(`http://${second(chains.base.url)}`)
  await expect(nodes).toContainText('This node serves another network')
  await nodes.getByRole('button', { name: 'Cancel' }).click()
  await add(`http://${second(chains.local.url)}/?key=${secret}`)
  await expect(nodes.getByRole('listitem')).toHaveCount(1)
  await expect(nodes).toContainText(new RegExp(`${second(chains.local.url)}\\d+ ms, block`))
  await nodes.getByRole('checkbox', { name: 'Ask the public node too' }).click()
  await expect(nodes.getByRole('listitem')).toHaveCount(2)
  await add(chains.local.url.replace('http', 'ws'))
  await expect(nodes.getByRole('listitem')).toHaveCount(3)
  const socket = new URL(chains.local.url).host
  await nodes.getByRole('button', { name: `Ask ${socket} earlier` }).click()
  await expect(nodes.getByRole('listitem').first()).toContainText(socket)
  expect(await readRows(journal, 'networks')).toEqual([
    {
      chainId: 31337,
      urls: [
        `${chains.local.url.replace('http', 'ws')}/`,
        `http://${second(chains.local.url)}/?key=${secret}`,
      ],
      isPublicToo: true,
    },
  ])
  expect(await page.content()).not.toContain(secret)

  // Requests of a site now use the WebSocket, which also announces heads.
  await connected.evaluate(() => {
    const site = window as unknown as {
      told: unknown[]
      ethereum: { on: (event: string, listener: (message: unknown) => void) => void }
    }
    site.told = []
    site.ethereum.on('message', (message) => site.told.push(message))
  })
  await resultOf(request(connected, 'eth_subscribe', ['newHeads']))
  await rpc(chains.local.url, 'anvil_mine', ['0x1'])
  const told = () => connected.evaluate(() => (window as unknown as { told: unknown[] }).told)
  await expect.poll(told).toMatchObject([{ type: 'eth_subscription' }])

  for (let left = 2; left > 0; left--) {
    await nodes
      .getByRole('button', { name: /^Remove/ })
      .first()
      .click()
    await expect(nodes.getByRole('listitem')).toHaveCount(left)
  }
  expect(await readRows(journal, 'networks')).toEqual([])
})

test('a second RPC is added, changed and removed, and its URL is never shown again @long', async ({
  chains,
  wallet,
}) => {
  const journal = await openJournal(wallet)
  const page = await wallet.popup('popup.html#settings')
  await openNetwork(page, 'Base')
  const base = networkPart(page, 'Second RPC')
  const field = base.getByRole('textbox', { name: 'URL of the second RPC' })
  const save = async (url: string) => {
    await field.fill(url)
    await base.getByRole('button', { name: 'Save' }).click()
  }

  await base.getByRole('button', { name: 'Add a second RPC' }).click()
  await expect(field).toBeFocused()
  const refused = [
    ['second.example', 'This URL does not work'],
    ['http://second.example', 'This URL does not work'],
    [`${chains.base.url}/?key=${secret}`, 'The wallet already asks this host'],
    [`http://${second(chains.local.url)}`, 'This node serves another network'],
    ['http://localhost:9', 'No node answered there'],
  ] as const
  for (const [url, words] of refused) {
    await save(url)
    await expect(base).toContainText(words)
    await expect(field).toBeFocused()
    await expect(field).toHaveAttribute('aria-invalid', 'true')
  }
  expect(await readRows(journal, 'networks')).toEqual([])

  const secondUrl = `http://${second(chains.base.url)}/?key=${secret}`
  await save(secondUrl)
  await expect(base).toContainText(`Second RPC${second(chains.base.url)}`)
  await expect(base.getByRole('button', { name: 'Change' })).toBeFocused()
  expect(await readRows(journal, 'networks')).toEqual([{ chainId: 8453, secondUrl }])
  expect(await page.content()).not.toContain(secret)

  await page.reload()
  await expect(base).toContainText(`Second RPC${second(chains.base.url)}`)
  expect(await page.content()).not.toContain(secret)
  await base.getByRole('button', { name: 'Change' }).click()
  await expect(field).toHaveValue('')
  await base.getByRole('button', { name: 'Cancel' }).click()
  expect(await readRows(journal, 'networks')).toEqual([{ chainId: 8453, secondUrl }])

  await base.getByRole('button', { name: 'Change' }).click()
  await save(`http://${second(chains.base.url)}`)
  await expect(base.getByRole('button', { name: 'Change' })).toBeVisible()
  expect(await readRows(journal, 'networks')).toEqual([
    { chainId: 8453, secondUrl: `http://${second(chains.base.url)}/` },
  ])
  await base.getByRole('button', { name: 'Remove' }).click()
  await expect(base).toContainText('Second RPCNone')
  expect(await readRows(journal, 'networks')).toEqual([])
})
