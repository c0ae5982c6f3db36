import { development } from '../../chain/development.ts'
import { rpc } from '../../chain/rpc.ts'
import { alice, stranger } from '../../unit/accounts.ts'
import { decided, unlock } from '../support/walletPages.ts'
import { killBrowser, launchWallet } from '../support/chromium.ts'
import { nonceOf, waiting, weiOf } from '../support/chainState.ts'
import { request, idOf, sendCalls, settled, statusOf } from '../support/site.ts'
import { expect, test } from '../support/test.ts'

for (const { when, isSent } of [
  { when: 'once the batch was sent @long', isSent: true },
  { when: 'right after the approval', isSent: false },
])
  test(`a batch outlives the browser, killed ${when}`, async ({
    chains,
    extension,
    wallet,
    dapp,
    connected,
  }) => {
    const { url } = chains.local
    await rpc(url, 'evm_setAutomine', [false])
    const nonce = await nonceOf(url, alice)
    const id = await idOf(decided(wallet.context, sendCalls(connected)))
    if (isSent) await expect.poll(() => waiting(url)).toBe(1)
    await killBrowser(wallet.profile)

    const again = await launchWallet({ extension, profile: wallet.profile, headless: true })
    const page = await again.context.newPage()
    await page.goto(dapp.url)
    // The data key was only in memory: the wallet is locked, but still answers.
    expect(await request(page, 'eth_accounts')).toEqual({ result: [] })
    expect(await statusOf(page, id)).toMatchObject({ id, status: 100, atomic: true })

    if (!isSent) await unlock(await again.popup(), development.password)
    await expect.poll(() => waiting(url)).toBe(1)
    await rpc(url, 'evm_mine')
    const status = await settled(page, id)
    expect(status).toMatchObject({ status: 200, atomic: true })
    expect(status.receipts).toHaveLength(1)

    await rpc(url, 'evm_mine')
    expect(await waiting(url)).toBe(0)
    // One nonce for the transaction, one for its authorization (EIP-7702).
    expect(await nonceOf(url, alice)).toBe(nonce + 2)
    expect(await weiOf(url, stranger)).toBe(3n)
    await again.context.close()
  })
