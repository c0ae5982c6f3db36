import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startAnvil } from '../../chain/anvil.ts'
import { alice, stranger } from '../../unit/accounts.ts'
import { rpc } from '../../chain/rpc.ts'
import {
  decided,
  approvalWindow,
  approve,
  askNode,
  closed,
  reject,
  yes,
} from '../support/walletPages.ts'
import { request, heard, listen, resultOf, settled } from '../support/site.ts'
import { expect, test } from '../support/test.ts'
import { openJournal, readRows } from '../support/journal.ts'
import { stopWorker } from '../support/chromium.ts'

const chainId = '0x309'

const proposal = (url: string, change: object = {}) => [
  {
    chainId,
    chainName: 'Own Net',
    rpcUrls: [url],
    nativeCurrency: { name: 'Own', symbol: 'OWN', decimals: 18 },
    blockExplorerUrls: ['https://scan.example'],
    iconUrls: [`${url}/icon.svg`],
    ...change,
  },
]

test('a network is added, the site is moved to it, and a transaction runs there', async ({
  wallet,
  connected,
  own,
}) => {
  await listen(connected)
  const asked = request(connected, 'wallet_addEthereumChain', proposal(own.asked))
  const answer = await decided(wallet.context, asked, async (window) => {
    await expect(window.getByRole('heading', { level: 1 })).toContainText(
      'asks to add a network and to switch to it',
    )
    const network = window.getByRole('region', { name: 'The network' })
    await expect(network).toContainText('NameOwn Net')
    await expect(network).toContainText('Chain ID777 (0x309)')
    await expect(network).toContainText('CoinOWN')
    await expect(network).toContainText('Explorerscan.example')
    await expect(yes(window)).toBeDisabled()
    await expect(network).not.toContainText('serves')
    await askNode(window)
    await expect(network).toContainText(`Node${new URL(own.url).host}serves this network`)
    await expect(window.locator('main')).toContainText('can show you false balances')
    expect(await window.content()).not.toContain('its-own-key')
    await approve(window)
  })
  expect(answer).toEqual({ result: null })
  await expect.poll(() => heard(connected)).toContainEqual(['chainChanged', chainId])
  expect(await resultOf(request(connected, 'eth_chainId'))).toBe(chainId)
  expect(await resultOf(request(connected, 'eth_getBalance', [alice, 'latest']))).toBe(
    '0x6124fee993bc0000',
  )
  expect(await readRows(await openJournal(wallet), 'networks')).toMatchObject([
    { chainId: 777, urls: [own.asked], custom: { name: 'Own Net', symbol: 'OWN', opStack: false } },
  ])

  const sent = request(connected, 'wallet_sendCalls', [
    {
      version: '2.0.0',
      from: alice,
      chainId,
      atomicRequired: false,
      calls: [{ to: stranger, value: '0x7' }],
    },
  ])
  const { id } = await resultOf<{ id: string }>(decided(wallet.context, sent))
  expect(await settled(connected, id)).toMatchObject({ status: 200, chainId })
  expect(await rpc(own.url, 'eth_getBalance', [stranger, 'latest'])).toBe('0x7')

  // The network survives a restart of the worker, and adding it again does not ask the user.
  await stopWorker(wallet.context, wallet.id)
  expect(await resultOf(request(connected, 'eth_blockNumber'))).toBe('0x1')
  expect(await request(connected, 'wallet_addEthereumChain', proposal(own.asked))).toEqual({
    result: null,
  })
  const back = request(connected, 'wallet_switchEthereumChain', [{ chainId: '0x7a69' }])
  expect(await decided(wallet.context, back)).toEqual({ result: null })
  const again = request(connected, 'wallet_addEthereumChain', proposal(own.asked))
  const moved = await decided(wallet.context, again, async (window) => {
    await expect(window.getByRole('heading', { level: 1 })).toContainText(
      'asks to switch to Own Net',
    )
    await approve(window)
  })
  expect(moved).toEqual({ result: null })
})

test('an address of this machine that a site proposes hears nothing before the user has it asked', async ({
  wallet,
  connected,
}) => {
  const heard: string[] = []
  const listener = createServer((incoming, answer) => {
    heard.push(`${incoming.method} ${incoming.url}`)
    incoming
      .toArray()
      .then((parts: Buffer[]) => {
        const { id } = JSON.parse(Buffer.concat(parts).toString()) as { id: unknown }
        answer.end(JSON.stringify({ jsonrpc: '2.0', id, result: chainId }))
      })
      .catch((error: unknown) => answer.destroy(error as Error))
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const { port } = listener.address() as AddressInfo
  const path = '/containers/db/kill?signal=SIGKILL'
  const asked = () =>
    request(connected, 'wallet_addEthereumChain', proposal(`http://127.0.0.1:${port}${path}`))

  const refused = await decided(wallet.context, asked(), async (window) => {
    await expect(window.getByRole('button', { name: 'Ask this node' })).toBeVisible()
    await expect(window.locator('main')).toContainText(`Node127.0.0.1:${port}`)
    await reject(window)
  })
  // The site learns that the user refused, and nothing of who listens there.
  expect(refused).toEqual({
    error: { code: 4001, message: 'User rejected the request' },
  })
  expect(heard).toEqual([])

  // A click has it asked: what the first window would have sent came before this.
  await decided(wallet.context, asked(), async (window) => {
    await askNode(window)
    await expect(window.locator('main')).toContainText('serves this network')
    await reject(window)
  })
  expect(new Set(heard)).toEqual(new Set([`POST ${path}`]))
  listener.closeAllConnections()
  await new Promise((resolve) => listener.close(resolve))
})

test('a refused network is not there', async ({ wallet, connected, own }) => {
  const asked = request(connected, 'wallet_addEthereumChain', proposal(own.asked))
  expect(await decided(wallet.context, asked, reject)).toMatchObject({ error: { code: 4001 } })
  const move = await request(connected, 'wallet_switchEthereumChain', [{ chainId }])
  expect(move).toMatchObject({ error: { code: 4902 } })
  expect(await readRows(await openJournal(wallet), 'networks')).toEqual([])
})

test('an RPC of another chain ends the request, a silent one waits until it answers @long', async ({
  wallet,
  connected,
  chains,
}) => {
  const other = request(
    connected,
    'wallet_addEthereumChain',
    proposal(chains.base.url, { chainId: '0x2' }),
  )
  const wrong = await approvalWindow(wallet.context)
  await wrong.getByRole('radio', { name: 'Nodes from the site' }).click()
  await askNode(wrong)
  expect(await other).toEqual({
    error: {
      code: -32602,
      message: 'The wallet cannot parse the request: its RPCs serve another chain',
    },
  })
  const notPossible = await approvalWindow(wallet.context)
  await notPossible.close()

  // The port is free: a node that listened there has just ended.
  const early = await startAnvil({ chainId: 25 })
  await early.stop()
  const port = Number(new URL(early.url).port)
  const asked = request(
    connected,
    'wallet_addEthereumChain',
    proposal(`http://localhost:${port}`, {
      chainName: 'Evil Chain',
      nativeCurrency: { name: 'x', symbol: 'BAD', decimals: 18 },
      chainId: '0x19',
    }),
  )
  const window = await approvalWindow(wallet.context)
  await expect(window.locator('main')).toContainText('is known as CRO, not BAD')
  await expect(window.locator('main')).toContainText('is widely known as Cronos Mainnet')
  await expect(window.locator('main')).toContainText(
    /According to the chain list of \w+ \d+, 20\d\d/,
  )
  await expect(window.locator('main')).toContainText('NameCronos Mainnet')
  await expect(window.locator('main')).toContainText('Nodeevm.cronos.org')
  await window.getByRole('radio', { name: 'Nodes from the site' }).click()
  await expect(window.locator('main')).toContainText(`Nodelocalhost:${port}`)
  await askNode(window)
  await expect(window.getByRole('alert')).toContainText('No node answered')
  await expect(yes(window)).toBeDisabled()
  const anvil = await startAnvil({ chainId: 25, port })
  await window.getByRole('button', { name: 'Try again' }).click()
  await approve(window)
  expect(await asked).toEqual({ result: null })
  await closed(window)
  await anvil.stop()
  const move = request(connected, 'wallet_switchEthereumChain', [{ chainId: '0x7a69' }])
  await decided(wallet.context, move)
  const back = request(connected, 'wallet_switchEthereumChain', [{ chainId: '0x19' }])
  await decided(wallet.context, back, async (window) => {
    await expect(window.getByRole('heading', { level: 1 })).toContainText(
      'Cronos Mainnet (added by ',
    )
    await reject(window)
  })
})

test('a network that takes the name of a well-known one is refused', async ({
  wallet,
  connected,
  own,
}) => {
  for (const chainName of ['Base Mainnet', 'Ethereum One', 'Polygon.', 'Mainnet'])
    expect(
      await request(connected, 'wallet_addEthereumChain', proposal(own.asked, { chainName })),
    ).toMatchObject({ error: { code: -32602 } })

  const asked = request(
    connected,
    'wallet_addEthereumChain',
    proposal(own.asked, { chainName: 'Avalanche Mainnet' }),
  )
  await decided(wallet.context, asked, async (window) => {
    await expect(window.getByRole('alert')).toContainText(
      'This is not Avalanche, which has chain ID 43114',
    )
    await askNode(window)
    await expect(window.locator('main')).toContainText('serves this network')
    await expect(yes(window)).toHaveCount(0)
    await reject(window)
  })
  expect(await asked).toMatchObject({ error: { code: 4001 } })
})
