import { parseEther, toHex } from 'viem'
import { development } from '../../chain/development.ts'
import { rpc } from '../../chain/rpc.ts'
import { stranger } from '../../unit/accounts.ts'
import { weiOf } from '../support/chainState.ts'
import { expect, test } from '../support/journey.ts'
import type { Screen } from '../support/screen.ts'
import { idOf, request, resultOf, sendCalls, settled } from '../support/site.ts'

/** Types a new password twice, and creates the wallet with it. */
const createWith = async (page: Screen, password: string, repeat = password) => {
  await page.fill('Password', password)
  await page.fill('Repeat password', repeat)
  await page.click('button', 'Create')
}

/** Has weak passwords refused, each with its reason; a strong one is offered, and taken. */
const takePassphrase = async (
  page: Screen,
  weak: readonly (readonly [password: string, why: string])[],
) => {
  for (const [password, why] of weak) {
    await createWith(page, password)
    await page.sees(why)
    const focused = () =>
      page.driven.evaluate(() => (document.activeElement as HTMLInputElement | null)?.name)
    await expect.poll(focused).toBe('password')
  }
  // Errors go with the password that they are about.
  await page.fill('Password', 'six other words nobody says')
  await page.find('meter', 'Password strength')
  await page.sees('Very strong')
  for (const [, why] of weak) await page.lacks(why)
  await createWith(page, development.password, 'another one')
  await page.sees('The two passwords do not match.')
  await page.looksWell('password')
  await page.click('button', 'Suggest a passphrase')
  await page.sees('66 bits')
  await page.click('button', 'Show password')
  await page.looksWell('passphrase')
  await page.click('button', 'Hide password')
  await page.sees('Very strong')
  const typed = await page.driven.evaluate(
    () => document.querySelector<HTMLInputElement>('input[name=password]')?.value,
  )
  expect(typed?.split(' ')).toHaveLength(6)
  await page.click('button', 'Create')
  await page.find('heading', 'Your recovery phrase')
}

const wordsOn = (page: Screen) =>
  page.driven.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('[role=group] li')].map(
      ({ innerText }) => innerText,
    ),
  )

/** The numbers of the words that the form asks for. */
const askedOn = async (page: Screen) => {
  const names = await page.driven.evaluate(() =>
    [...document.querySelectorAll<HTMLInputElement>('form input')].map(({ name }) => name),
  )
  return names.map((name) => Number(/\d+/.exec(name)?.[0]))
}

/** The words of a new phrase are hidden until asked for, hidden again, and checked from paper; home follows. */
const checkPhrase = async (page: Screen) => {
  await page.find('heading', 'Your recovery phrase')
  await expect.poll(() => wordsOn(page)).toEqual(Array.from({ length: 12 }, () => '••••••'))
  await page.looksWell('new-phrase')
  await page.click('button', 'Show the words')
  await expect.poll(() => wordsOn(page)).not.toContain('••••••')
  const words = await wordsOn(page)
  expect(words).toHaveLength(12)
  expect(new Set(words).size).toBeGreaterThan(6)
  // The words are hidden as soon as another window has the focus.
  await page.driven.evaluate(() => dispatchEvent(new Event('blur')))
  await expect.poll(() => wordsOn(page)).not.toContain(words[0])
  expect(await page.driven.evaluate(() => document.body.innerHTML)).not.toContain(words.join(' '))

  await page.click('button', 'I have written them down')
  await page.find('button', 'Check')
  const places = await askedOn(page)
  expect(places).toHaveLength(3)
  const answer = async (word: (place: number) => string) => {
    for (const place of places) await page.fill(`Word ${place + 1}`, word(place))
    await page.click('button', 'Check')
  }
  await answer(() => 'wrong')
  for (const place of places)
    await page.sees(`This is not word ${place + 1} of your recovery phrase.`)
  await page.looksWell('check-words')
  await answer((place) => words[place] ?? '')
  await page.find('button', 'Lock')
  await page.lacks('You have not backed up')
}

test('from an empty profile to a sent batch, by what is on the screen @chromium', async ({
  newBrowser,
  chains,
  dapp,
}) => {
  const page = await newBrowser.open('')
  await test.step('the welcome offers ways in', async () => {
    await page.find('button', 'Import a recovery phrase')
    await page.looksWell('welcome')
    await page.click('button', 'Create a new wallet')
    await page.sees('Nobody can reset it')
  })
  await test.step('weak passwords are refused with the reason, and a strong one is offered', () =>
    takePassphrase(page, [
      ['short', 'at least 10 characters'],
      ['password123', 'Many people use this password'],
      ['P@ssw0rd!2024', 'close to a password many people use'],
      ['abcdefghijk', 'Sequences such as'],
    ]))
  await test.step('the phrase is shown and its words are checked', () => checkPhrase(page))
  await page.looksWell('home-empty')

  await test.step('a first batch is sent', async () => {
    const { url } = chains.local
    const site = await newBrowser.connect(dapp.url, 'Local')
    const [from] = await resultOf<string[]>(request(site, 'eth_accounts'))
    await rpc(url, 'anvil_setBalance', [from, toHex(parseEther('1'))])
    const sent = newBrowser.decided(sendCalls(site, { from }), (window) => window.approve())
    expect((await settled(site, await idOf(sent))).status).toBe(200)
    expect(await weiOf(url, stranger)).toBe(3n)
  })
})
