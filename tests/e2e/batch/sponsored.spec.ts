import { encodeFunctionData, erc20Abi, parseUnits } from 'viem'
import { executor } from '../../chain/executor.ts'
import { rpc } from '../../chain/rpc.ts'
import { startStockBundler } from '../../chain/stockBundler.ts'
import { alice, stranger } from '../../unit/accounts.ts'
import { codeOf, tokensOf, weiOf } from '../support/chainState.ts'
import { act, openClient, signed } from '../support/clients.ts'
import { startLocalSponsors } from '../../chain/sponsor.ts'
import { expect, test } from '../support/test.ts'
import { chooseNetwork } from '../support/walletPages.ts'

test('viem in a page: somebody else pays for an account with nothing', async ({
  chains,
  dapp,
  wallet,
}) => {
  const { context } = wallet
  const { url, contracts } = chains.local
  const { usdc } = contracts
  const { signing, takesTokens } = await startLocalSponsors(chains.local)
  await rpc(url, 'anvil_setBalance', [alice, '0x0'])
  const page = await openClient(context, `${dapp.url}client`, 'viem.ts')
  await signed(context, act(page, 'connect'), (window) => chooseNetwork(window, 'Local'))
  // A node that takes longer than 2 s is not awaited: its answer counts from the next request on.
  await expect
    .poll(() => act(page, 'capabilities'))
    .toMatchObject({ 31337: { paymasterService: { supported: true } } })

  const pay = { abi: erc20Abi, functionName: 'transfer', args: [stranger, 5n] } as const
  const calls = [{ to: usdc, data: encodeFunctionData(pay) }]
  const capabilities = { paymasterService: { url: signing.url } }
  const before = await tokensOf(url, usdc, alice)
  const { id } = (await signed(context, act(page, 'sendCalls', { calls, capabilities }), (window) =>
    expect(window.getByText(`Paid by ${signing.url}.`)).toBeVisible(),
  )) as { id: string }
  expect(await act(page, 'wait', id)).toMatchObject({
    status: 'success',
    statusCode: 200,
    atomic: true,
    receipts: [{ status: 'success', logs: [{ address: usdc.toLowerCase() }] }],
  })
  expect(before - (await tokensOf(url, usdc, alice))).toBe(5n)
  expect(await weiOf(url, alice)).toBe(0n)
  expect(await codeOf(url, alice)).toBe(`0xef0100${executor.slice(2).toLowerCase()}`)

  await test.step('and one that takes tokens says how many', async () => {
    const allow = {
      abi: erc20Abi,
      functionName: 'approve',
      args: [takesTokens.paymaster, parseUnits('50', 6)],
    } as const
    const allowing = [{ to: usdc, data: encodeFunctionData(allow) }]
    const allowed = (await signed(
      context,
      act(page, 'sendCalls', { calls: allowing, capabilities }),
    )) as { id: string }
    await act(page, 'wait', allowed.id)
    const { url: taker } = takesTokens
    const paid = (await signed(
      context,
      act(page, 'sendCalls', { calls, capabilities: { paymasterService: { url: taker } } }),
      (window) =>
        expect(
          window.getByText(/^Paid by .+, which may take up to [\d.]+ lUSDC of yours\./),
        ).toBeVisible(),
    )) as { id: string }
    expect(await act(page, 'wait', paid.id)).toMatchObject({ statusCode: 200 })
    expect(await weiOf(url, alice)).toBe(0n)
  })
  await Promise.all([signing.stop(), takesTokens.stop()])
})

test(
  'viem in a page: a stock bundler sends what somebody else pays for',
  { tag: '@long' },
  async ({ chains, dapp, wallet }) => {
    const { context } = wallet
    const { url, contracts } = chains.local
    const started: { stop: () => Promise<void> }[] = []
    const { signing, takesTokens } = await startLocalSponsors(chains.local, async () => {
      const bundler = await startStockBundler(url)
      started.push(bundler)
      return bundler.url
    })
    await rpc(url, 'anvil_setBalance', [alice, '0x0'])
    const page = await openClient(context, `${dapp.url}client`, 'viem.ts')
    await signed(context, act(page, 'connect'), (window) => chooseNetwork(window, 'Local'))
    const before = await tokensOf(url, contracts.usdc, alice)
    const capabilities = { paymasterService: { url: signing.url } }
    // The first has the upgrade, the second comes from an upgraded account.
    for (const amount of [5n, 7n]) {
      const pay = { abi: erc20Abi, functionName: 'transfer', args: [stranger, amount] } as const
      const calls = [{ to: contracts.usdc, data: encodeFunctionData(pay) }]
      const { id } = (await signed(context, act(page, 'sendCalls', { calls, capabilities }))) as {
        id: string
      }
      expect(await act(page, 'wait', id)).toMatchObject({ status: 'success', statusCode: 200 })
    }
    expect(before - (await tokensOf(url, contracts.usdc, alice))).toBe(12n)
    expect(await weiOf(url, alice)).toBe(0n)
    await Promise.all([signing, takesTokens, ...started].map(({ stop }) => stop()))
  },
)

test('wagmi in a page: somebody else pays', { tag: '@long' }, async ({ chains, dapp, wallet }) => {
  const { context } = wallet
  const { url, contracts } = chains.local
  const { signing, takesTokens } = await startLocalSponsors(chains.local)
  await rpc(url, 'anvil_setBalance', [alice, '0x0'])
  const query = new URLSearchParams({
    token: contracts.usdc,
    to: stranger,
    paymaster: signing.url,
  })
  const page = await openClient(context, `${dapp.url}client?${query.toString()}`, 'wagmi.tsx')
  const clicked = (name: string) => page.getByRole('button', { name, exact: true }).click()
  await signed(context, clicked('Volley'), (window) => chooseNetwork(window, 'Local'))
  const before = await tokensOf(url, contracts.usdc, alice)
  await signed(context, clicked('Send paid by another'))
  await expect(page.getByRole('status', { name: 'waited', exact: true })).toHaveText('"success"')
  expect(before - (await tokensOf(url, contracts.usdc, alice))).toBe(3n)
  expect(await weiOf(url, alice)).toBe(0n)
  await Promise.all([signing.stop(), takesTokens.stop()])
})
