import { readdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { alice } from '../../unit/accounts.ts'
import { askNode, decided, reject, yes } from '../support/walletPages.ts'
import { request } from '../support/site.ts'
import type { Wallet } from '../support/chromium.ts'
import { permitOf } from '../../unit/sign/typedDataSamples.ts'
import { expect, test } from '../support/test.ts'

const document = {
  contentType: 'text/html;charset=utf-8',
  body: '<!doctype html><html lang="en"><title>A site</title><h1>A site</h1></html>',
}

/** Opens a page at a host that nothing on the network serves. */
const openAt = async ({ context }: Wallet, url: string): Promise<Page> => {
  await context.route(`${url}**`, (route) => route.fulfill(document))
  const page = await context.newPage()
  await page.goto(url)
  return page
}

test('a site under a name like a well-known one is said to be another, and the true site is not', async ({
  wallet,
}) => {
  const page = await openAt(wallet, 'https://app-uniswap.org/')
  await decided(wallet.context, request(page, 'eth_requestAccounts'), async (window) => {
    await expect(window.getByRole('alert')).toContainText('app-uniswap.org looks like uniswap.org')
    await reject(window)
  })
  const real = await openAt(wallet, 'https://app.uniswap.org/')
  await decided(wallet.context, request(real, 'eth_requestAccounts'), async (window) => {
    await expect(yes(window)).toBeEnabled()
    await expect(window.getByRole('alert')).toHaveCount(0)
    await reject(window)
  })
})

test('an imitation in a frame is named, and a page that imitates around a frame too @long', async ({
  wallet,
}) => {
  const [news, lure] = ['https://news.example/', 'https://app-uniswap.org/']
  for (const [outer, inner] of [
    [news, lure],
    [lure, news],
  ] as const) {
    const page = await openAt(wallet, outer)
    await wallet.context.route(`${inner}**`, (route) => route.fulfill(document))
    await page.evaluate(
      (src) =>
        new Promise((resolve) => {
          const frame = Object.assign(window.document.createElement('iframe'), { src })
          frame.onload = resolve
          window.document.body.append(frame)
        }),
      inner,
    )
    const frame = page.frames().find((one) => one.url() === inner)
    if (!frame) throw new Error('there is no frame')
    await decided(wallet.context, request(frame, 'eth_requestAccounts'), async (window) => {
      await expect(window.getByRole('heading', { level: 1 })).toContainText('news.example')
      await expect(window.getByRole('alert')).toContainText(
        'app-uniswap.org looks like uniswap.org',
      )
      await window.getByRole('button', { name: 'Approve anyway' }).click()
      await expect(window.getByText('This site only looks like one you know.')).toBeVisible()
      await reject(window)
    })
    await page.close()
  }
})

/** Chunks of the lists of sites, tokens and networks. */
const lists = /^(check|tokenIdentity|knownChains)-.*\.js$/

test('lists that cannot be loaded are said, and what nobody compared takes two steps @long', async ({
  wallet,
  extension,
  connected,
  chains,
  own,
}) => {
  const chunks = join(extension, 'chunks')
  const files = (await readdir(chunks)).filter((file) => lists.test(file))
  expect(files).toHaveLength(3)
  const move = (from: string, to: string) =>
    Promise.all(files.map((file) => rename(join(chunks, file + from), join(chunks, file + to))))
  const isUnchecked = async (window: Page, sentence: string) => {
    await expect(window.getByRole('alert').filter({ hasText: sentence })).toBeVisible()
    await window.getByRole('button', { name: 'Approve anyway' }).click()
    await expect(window.getByText('could not compare a name here')).toBeVisible()
    await expect(window.getByRole('button', { name: 'Approve without a check' })).toBeVisible()
    await reject(window)
  }
  await move('', '.away')
  try {
    const page = await openAt(wallet, 'https://app-uniswap.org/')
    await decided(wallet.context, request(page, 'eth_requestAccounts'), (window) =>
      isUnchecked(window, 'could not compare this site’s name'),
    )
    const permit = permitOf(chains.local.contracts.usdc)
    await decided(
      wallet.context,
      request(connected, 'eth_signTypedData_v4', [alice, permit]),
      (window) => isUnchecked(window, 'could not compare the token names'),
    )
    const proposal = {
      chainId: '0x309',
      chainName: 'Own Net',
      rpcUrls: [own.asked],
      nativeCurrency: { name: 'Own', symbol: 'OWN', decimals: 18 },
    }
    await decided(
      wallet.context,
      request(connected, 'wallet_addEthereumChain', [proposal]),
      async (window) => {
        await askNode(window)
        await isUnchecked(window, 'could not compare this network')
      },
    )
  } finally {
    await move('.away', '')
  }
})
