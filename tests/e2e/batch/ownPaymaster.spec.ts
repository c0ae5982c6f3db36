import { encodeFunctionData, erc20Abi, parseUnits } from 'viem'
import { serve } from '../../chain/preconfirmServer.ts'
import { rpc } from '../../chain/rpc.ts'
import { alice, stranger } from '../../unit/accounts.ts'
import { sendMined, tokensOf, weiOf } from '../support/chainState.ts'
import { signed } from '../support/clients.ts'
import { startLocalSponsors } from '../../chain/sponsor.ts'
import { idOf, request, settled } from '../support/site.ts'
import { expect, test } from '../support/test.ts'
import { approve, networkPart, openNetwork } from '../support/walletPages.ts'

const unit = parseUnits('1', 6)

test('a paymaster and a bundler of the user’s own pay and send for a site that names neither @long', async ({
  chains,
  wallet,
  connected,
}) => {
  const { context } = wallet
  const { url, contracts } = chains.local
  const { usdc } = contracts
  const { signing, takesTokens } = await startLocalSponsors(chains.local)
  // Pays and does not send, so that what runs was sent by the bundler.
  const payer = await serve(async ({ method, params }) => {
    if (!method.startsWith('pm_'))
      return { answer: { error: { code: -32601, message: 'the method does not exist' } } }
    return { answer: { result: await rpc(takesTokens.url, method, params) } }
  }, 0)
  const erc20 = (functionName: 'approve' | 'transfer', to: typeof alice, amount: bigint) =>
    encodeFunctionData({ abi: erc20Abi, functionName, args: [to, amount] })
  const allowance = erc20('approve', takesTokens.paymaster, 50n * unit)
  // Mined before the coin is taken away: an account with nothing has no transaction mined.
  await sendMined(url, { from: alice, to: usdc, data: allowance })
  await rpc(url, 'anvil_setBalance', [alice, '0x0'])

  const page = await wallet.popup()
  await openNetwork(page, 'Local')
  const set = async (name: 'Paymaster' | 'Bundler', to: string) => {
    const part = networkPart(page, name)
    await part.getByRole('button', { name: `Add a ${name.toLowerCase()}` }).click()
    await part.getByRole('textbox').fill(to)
    await part.getByRole('button', { name: 'Save' }).click()
    await expect(part).toContainText(new URL(to).host)
  }
  const pay = { to: usdc, data: erc20('transfer', stranger, unit) }
  const batch = { version: '2.0.0', from: alice, chainId: '0x7a69', atomicRequired: true }
  const send = () => request(connected, 'wallet_sendCalls', [{ ...batch, calls: [pay, pay] }])
  const before = await tokensOf(url, usdc, alice)

  await set('Paymaster', payer.url)
  await set('Bundler', signing.url)
  const answer = send()
  const { result } = await signed(context, answer, async (window) => {
    const paid = window.getByText(/^Paid by .+, which may take up to [\d.]+ lUSDC of yours\./)
    await expect(paid).toContainText(new URL(payer.url).host)
  })
  const { id } = result as { id: string }
  await settled(connected, id)
  const taken = before - (await tokensOf(url, usdc, alice)) - 2n * unit
  expect(taken).toBeGreaterThan(0n)
  expect(await weiOf(url, alice)).toBe(0n)

  await test.step('and for a payment that the wallet itself makes', async () => {
    const had = await tokensOf(url, usdc, alice)
    const own = await wallet.popup(`popup.html#send/${stranger}`)
    await own.getByRole('combobox', { name: 'What to send' }).selectOption(usdc)
    await own.getByRole('textbox', { name: 'Amount of lUSDC' }).fill('2')
    await own.getByRole('button', { name: 'Review' }).click()
    await expect(
      own.getByText(/^Paid by .+, which may take up to [\d.]+ lUSDC of yours\./),
    ).toBeVisible()
    await approve(own)
    await expect(own.getByRole('heading', { level: 2 }).first()).toHaveText('Confirmed')
    const spent = had - (await tokensOf(url, usdc, alice))
    expect(spent).toBeGreaterThan(2n * unit)
    expect(spent).toBeLessThan(3n * unit)
    expect(await weiOf(url, alice)).toBe(0n)
    await own.close()
  })

  await test.step('and once the paymaster is removed, the user pays', async () => {
    await networkPart(page, 'Paymaster').getByRole('button', { name: 'Remove' }).click()
    await expect(networkPart(page, 'Paymaster')).not.toContainText(new URL(payer.url).host)
    await rpc(url, 'anvil_setBalance', [alice, '0xde0b6b3a7640000'])
    const own = await idOf(
      signed(context, send(), (window) =>
        expect(window.getByText('Network fee at most')).toBeVisible(),
      ),
    )
    await settled(connected, own)
    expect(await weiOf(url, alice)).toBeLessThan(10n ** 18n)
  })
  await Promise.all([signing, takesTokens, payer].map(({ stop }) => stop()))
})
