import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test } from 'vitest'
import { More } from '@/components/batches/More'
import type { Transaction } from '@/lib/batch/state'
import { setNetworks } from '@/lib/network/networks'

const transaction: Transaction = {
  index: 0,
  kind: 'call',
  nonce: 0,
  hash: `0x${'12'.repeat(32)}`,
  raw: '0x02',
  upgrade: false,
  sent: true,
  sealed: false,
  ran: null,
}

const shown = (chainId: number) =>
  renderToStaticMarkup(createElement(More, { transaction, chainId }))

afterEach(() => setNetworks([]))

test('the explorer of a network of the wallet is a link', () => {
  expect(shown(8453)).toContain(`href="https://basescan.org/tx/${transaction.hash}"`)
})

test('the explorer of an added network is no link: its host is shown, as unchecked', () => {
  const custom = {
    name: 'Mine',
    symbol: 'MINE',
    decimals: 18,
    explorer: 'https://basescan.org.evil.example/',
    opStack: false,
    genesis: null,
  }
  setNetworks([{ chainId: 777, urls: ['https://node.example'], custom }])
  const markup = shown(777)
  expect(markup).not.toContain('href')
  expect(markup.replace(/<[^>]*>/g, '')).toContain(
    'Explorer added with this network, not checked: basescan.org.evil.example',
  )
})
