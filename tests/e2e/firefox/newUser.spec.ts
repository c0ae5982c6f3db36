import { parseEther, toHex } from 'viem'
import type { Page } from 'puppeteer-core'
import { rpc } from '../../chain/rpc.ts'
import { stranger } from '../../unit/accounts.ts'
import { weiOf } from '../support/chainState.ts'
import { request, idOf, resultOf, sendCalls } from '../support/site.ts'
import { looksWell } from '../support/firefox/axe.ts'
import {
  openWallet,
  scripted,
  choosePassword,
  decided,
  openConnected,
  settled,
} from '../support/firefox/wallet.ts'
import { click, field, fill, find, has, sees, until } from '../support/firefox/screen.ts'
import { expect, test } from '../support/firefox/test.ts'

const wordsOn = (page: Page) =>
  page.$$eval('[role=group] li', (items) => items.map(({ innerText }) => innerText))

/** Returns the numbers of the words that the form asks for. */
const asked = async (page: Page) => {
  const names = await page.$$eval('form input', (inputs) => inputs.map(({ name }) => name))
  return names.map((name) => Number(/\d+/.exec(name)?.[0]))
}

const answer = async (page: Page, word: (place: number) => string) => {
  for (const place of await asked(page)) await fill(page, `Word ${place + 1}`, word(place))
  await click(page, 'button', 'Check')
}

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

  await test.step('a weak password is refused, and a strong one offered', async () => {
    await choosePassword(page, 'password123')
    await click(page, 'button', 'Create')
    await sees(page, 'Many people use this password')
    await looksWell(firefox, page, 'password')
    await click(page, 'button', 'Suggest a passphrase')
    await sees(page, '66 bits')
    const password = await (
      await field(page, 'Password')
    ).evaluate((node) => (node as HTMLInputElement).value.split(' '))
    expect(password).toHaveLength(6)
    await click(page, 'button', 'Create')
  })

  await test.step('the phrase is shown and its words are checked', async () => {
    await find(page, 'heading', 'Your recovery phrase')
    expect(new Set(await wordsOn(page))).toEqual(new Set(['••••••']))
    await looksWell(firefox, page, 'phrase')
    await click(page, 'button', 'Show the words')
    const words = await until('the words', async () => {
      const shown = await wordsOn(page)
      return shown.includes('••••••') ? undefined : shown
    })
    expect(words).toHaveLength(12)
    await click(page, 'button', 'I have written them down')
    await find(page, 'button', 'Check')
    expect(await asked(page)).toHaveLength(3)
    await answer(page, () => 'wrong')
    await sees(page, /This is not word \d+ of the phrase\./)
    await answer(page, (place) => words[place] ?? '')
    await find(page, 'button', 'Lock')
    expect(await has(page, 'link', 'Write it down now')).toBe(false)
    await looksWell(firefox, page, 'home-empty')
  })

  await test.step('a first batch is sent', async () => {
    const site = await openConnected(firefox, dapp.url)
    const [from] = await resultOf<string[]>(request(scripted(site), 'eth_accounts'))
    await rpc(url, 'anvil_setBalance', [from, toHex(parseEther('1'))])
    const id = await idOf(decided(firefox, sendCalls(scripted(site), { from })))
    expect((await settled(site, id)).status).toBe(200)
    expect(await weiOf(url, stranger)).toBe(3n)
  })
})
