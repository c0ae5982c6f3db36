import { encodeFunctionData, erc20Abi, numberToHex, parseEther } from 'viem'
import { rpc } from '../../chain/rpc.ts'
import { alice, stranger } from '../../unit/accounts.ts'
import { tokensOf, weiOf } from '../support/chainState.ts'
import { signed } from '../support/clients.ts'
import { idOf, request, settled, statusOf } from '../support/site.ts'
import { startLocalSponsors } from '../../chain/sponsor.ts'
import { expect, test } from '../support/test.ts'
import { approve } from '../support/walletPages.ts'

test(
  'an account without coin reads what it has to get, and where, ends with that what nobody sends, and pays for it itself',
  { tag: '@long' },
  async ({ chains, wallet, connected }) => {
    const { url, contracts } = chains.local
    const { usdc } = contracts
    const { bundler, signing, takesTokens } = await startLocalSponsors(chains.local)
    await rpc(url, 'anvil_setBalance', [alice, '0x0'])
    bundler.hold()
    const pay = { abi: erc20Abi, functionName: 'transfer', args: [stranger, 5n] } as const
    const asked = {
      version: '2.0.0',
      from: alice,
      chainId: '0x7a69',
      atomicRequired: true,
      calls: [{ to: usdc, data: encodeFunctionData(pay) }],
      capabilities: { paymasterService: { url: signing.url } },
    }
    const id = await idOf(signed(wallet.context, request(connected, 'wallet_sendCalls', [asked])))
    await expect.poll(() => bundler.held.size).toBe(1)
    const before = await tokensOf(url, usdc, alice)

    const page = await wallet.popup()
    await page.getByRole('link').filter({ hasText: 'on Local' }).first().click()
    const cancel = page.getByRole('button', { name: 'Cancel', exact: true })
    const dialog = page.getByRole('alertdialog')
    await cancel.click()
    await expect(dialog).toContainText(/You need 0\.\d+ ETH more for this\. Send it to 0x/)
    const text = ((await dialog.textContent()) ?? '').replace(/\s/g, '')
    expect(text).toContain(`Senditto${alice}`)
    const missing = /Youneed(0\.\d+)ETHmore/.exec(text)?.[1] ?? ''
    await dialog.getByRole('button', { name: 'Keep it' }).click()
    expect((await statusOf(connected, id)).status).toBe(100)

    await rpc(url, 'anvil_setBalance', [alice, numberToHex(parseEther(missing))])
    await cancel.click()
    await expect(dialog).toContainText('Your own transaction makes sure that it can no longer run.')
    await expect(dialog).not.toContainText('You need')
    await dialog.getByRole('button', { name: 'Cancel batch' }).click()
    // All of the account's coin is more than 1 % of it.
    await dialog.getByRole('button', { name: 'Approve this fee' }).click()
    await expect.poll(() => weiOf(url, alice)).toBeLessThan(parseEther(missing))
    // Only a final block proves what has used the operation's nonce.
    expect((await statusOf(connected, id)).status).toBe(100)
    await rpc(url, 'anvil_mine', ['0x60'])
    expect(await settled(connected, id)).toMatchObject({ status: 400 })

    await rpc(url, 'anvil_setBalance', [alice, numberToHex(parseEther('1'))])
    await page.getByRole('button', { name: 'Send again and pay yourself' }).click()
    await approve(page)
    await expect.poll(() => tokensOf(url, usdc, alice)).toBe(before - 5n)
    // The operation is still out: whoever holds it cannot run it.
    await bundler.bundle().catch(() => undefined)
    await rpc(url, 'anvil_mine', ['0x60'])
    expect(await tokensOf(url, usdc, alice)).toBe(before - 5n)
    expect((await statusOf(connected, id)).status).toBe(400)
    await Promise.all([signing.stop(), takesTokens.stop()])
  },
)
