import { alice } from '../../unit/accounts.ts'
import { closed, approvalWindow, reject } from '../support/walletPages.ts'
import { act, actSigned, openClient } from '../support/clients.ts'
import { expect, test } from '../support/test.ts'

type Provider = { request: (request: { method: string }) => Promise<unknown> }
type Announced = Event & { detail: { info: { name: string }; provider: Provider } }
type Site = { ethereum: Provider; isOtherDone?: boolean }

/** Finds the announced wallets: the name and accounts of each, and if it is `window.ethereum`. */
const findWallets = () => {
  const found: Announced['detail'][] = []
  window.addEventListener('eip6963:announceProvider', (event) =>
    found.push((event as Announced).detail),
  )
  window.dispatchEvent(new Event('eip6963:requestProvider'))
  const { ethereum, isOtherDone } = window as unknown as Site
  if (!isOtherDone) throw new Error('the other wallet has failed')
  return Promise.all(
    found.map(async ({ info, provider }) => ({
      name: info.name,
      accounts: await provider.request({ method: 'eth_accounts' }),
      isEthereum: provider === ethereum,
    })),
  )
}

for (const isFirst of [true, false])
  test.describe(`another wallet, loaded ${isFirst ? 'before' : 'after'} this one${isFirst ? '' : ' @long'}`, () => {
    test.use({ beside: { folder: 'tests/e2e/support/extensions/otherWallet', isFirst } })

    test('is announced and works, and so does this one', async ({ dapp, wallet }) => {
      const { context } = wallet
      const page = await openClient(context, `${dapp.url}client`, 'ethers.ts')
      const problems: Error[] = []
      page.on('pageerror', (error) => problems.push(error))
      const found = async () => (await act(page, 'found')) as string[]
      expect((await found()).sort()).toEqual(['Another wallet', 'Volley'])
      expect(await actSigned(page, 'connect')).toBe(alice)

      for (const manner of ['', '?fixed']) {
        await page.goto(`${dapp.url}client${manner}`)
        const wallets = await page.evaluate(findWallets)
        wallets.sort((one, other) => one.name.localeCompare(other.name))
        expect(wallets).toMatchObject([
          { name: 'Another wallet', accounts: ['0x0000000000000000000000000000000000007777'] },
          { name: 'Volley', accounts: [alice] },
        ])
        expect(wallets.filter(({ isEthereum }) => isEthereum)).toHaveLength(1)
        expect(await act(page, 'accounts')).toEqual([alice])
      }
      const signing = act(page, 'sign', 'hello').catch(() => 'rejected')
      const window = await approvalWindow(context)
      await reject(window)
      await closed(window)
      expect(await signing).toBe('rejected')
      expect(problems).toEqual([])
    })
  })
