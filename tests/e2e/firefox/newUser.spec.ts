import { parseEther, toHex } from 'viem'
import { rpc } from '../../chain/rpc.ts'
import { stranger } from '../../unit/accounts.ts'
import { weiOf } from '../support/chainState.ts'
import { idOf, request, resultOf, sendCalls, settled } from '../support/site.ts'
import { checkPhrase, takePassphrase } from '../journeys/newWallet.ts'
import {
  decided,
  openConnected,
  openWallet,
  screenOf,
  scripted,
} from '../support/firefox/wallet.ts'
import { click, find, looksWell } from '../support/firefox/screen.ts'
import { expect, test } from '../support/firefox/browser.ts'

test('from an empty profile to a sent batch, by what is on the screen', async ({
  firefox,
  chains,
  dapp,
}) => {
  const { url } = chains.local
  const page = await openWallet(firefox)

  await test.step('the welcome offers ways in', async () => {
    await find(page, 'button', 'Import a recovery phrase')
    await looksWell(firefox, page, 'welcome')
    await click(page, 'button', 'Create a new wallet')
  })

  const screen = screenOf(firefox, page)
  await test.step('a weak password is refused, and a strong one offered', () =>
    takePassphrase(screen, [['password123', 'Many people use this password']]))
  await test.step('the phrase is shown and its words are checked', () => checkPhrase(screen))
  await looksWell(firefox, page, 'home-empty')

  await test.step('a first batch is sent', async () => {
    const site = await openConnected(firefox, dapp.url)
    const [from] = await resultOf<string[]>(request(scripted(site), 'eth_accounts'))
    await rpc(url, 'anvil_setBalance', [from, toHex(parseEther('1'))])
    const id = await idOf(decided(firefox, sendCalls(scripted(site), { from })))
    expect((await settled(scripted(site), id)).status).toBe(200)
    expect(await weiOf(url, stranger)).toBe(3n)
  })
})
