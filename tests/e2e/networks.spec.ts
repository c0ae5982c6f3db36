import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { openJournal } from './journal.ts'
import { urls } from './urls.ts'

const portOf = (url: string) => new URL(url).port

/** The wallet knows its own nodes as 127.0.0.1: under this name the same node is another host. */
const second = (url: string) => `localhost:${portOf(url)}`

const secret = 'a-key-of-the-user'

const network = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

const open = async (page: Page) => {
  await page.getByRole('link', { name: /Nodes and second RPCs/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Networks')
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
  await open(page)
  const shown = [
    ['Local', '31337', urls.local],
    ['Base', '8453', urls.base],
    ['Base Sepolia', '84532', urls.testnet],
  ] as const
  for (const [name, chainId, url] of shown) {
    const section = network(page, name)
    await expect(section).toContainText(`Chain ID${chainId}`)
    await expect(section).toContainText(`Node${new URL(url).host}`)
    await expect(section).toContainText('Second RPCNone')
  }
  await page.getByRole('link', { name: 'Back' }).click()
  await expect(page.getByRole('heading', { name: 'Accounts' })).toBeVisible()
})

test('a second RPC is added, changed and removed, and its URL is never shown again', async ({
  wallet,
}) => {
  const journal = await openJournal(wallet)
  const page = await wallet.popup()
  await open(page)
  const base = network(page, 'Base')
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
  await expect(network(page, 'Local')).toContainText('Second RPCNone')

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
