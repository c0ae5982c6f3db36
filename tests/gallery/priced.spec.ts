import { encodeFunctionData, erc20Abi, numberToHex, parseEther, parseUnits } from 'viem'
import { rpc } from '../chain/rpc.ts'
import { sendMined } from '../e2e/support/chainState.ts'
import { addRows, countFacts, openJournal } from '../e2e/support/journal.ts'
import { expect } from '../e2e/support/test.ts'
import { alice } from '../unit/accounts.ts'
import { maria } from './decisionStates.ts'
import { gho, makeKnown, mint } from './knownChain.ts'
import { openOnBase } from './knownSites.ts'
import { everyLanguage, screenSizes, takePictures, test, turnTo, writePart } from './pictures.ts'
import type { Picture } from './pictures.ts'

type Tab = { id?: number }
type Api = { chrome: { tabs: { query: (filter: object) => Promise<Tab[]> } } }

const host = 'app.harbor.example'
const arrived = '12 GHO'

/** Home over a connected tab, with what everything is worth, and what a friend sent; the activity with that. */
test('screens with prices', async ({ chains, wallet }) => {
  const { url } = chains.base
  await makeKnown(url)
  await addRows(wallet.worker, { contacts: [{ address: maria, name: 'Maria' }] })
  await openOnBase(wallet.context, host)
  // Playwright sees no action popup: the page is told which tab it would stand over.
  const tabs = await wallet.worker.evaluate(() =>
    (globalThis as unknown as Api).chrome.tabs.query({}),
  )
  // The newest: the wallet may not read the addresses of tabs.
  const tab = Math.max(...tabs.map(({ id }) => id ?? -1))
  await wallet.context.addInitScript(
    ([id, path]) => {
      if (location.pathname !== path) return
      ;(globalThis as unknown as Api).chrome.tabs.query = () => Promise.resolve([{ id }])
    },
    [tab, '/popup.html'] as const,
  )
  const page = await wallet.popup()
  await page.getByRole('combobox', { name: 'Network' }).selectOption('Base')
  // The first look has nothing behind it to compare with.
  const cache = await openJournal(wallet)
  await expect.poll(() => countFacts(cache, 'incoming:8453:')).toBe(1)
  await cache.close()
  const amount = parseUnits('12', 18)
  await mint(url, gho, maria, amount)
  await rpc(url, 'anvil_impersonateAccount', [maria])
  await rpc(url, 'anvil_setBalance', [maria, numberToHex(parseEther('1'))])
  const data = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'transfer',
    args: [alice, amount],
  })
  await sendMined(url, { from: maria, to: gho, data })

  const taken: Picture[] = []
  for (const language of everyLanguage) {
    for (const [screen, name] of [
      ['', 'home with prices'],
      ['activity', 'activity with what arrived'],
    ] as const) {
      await page.goto(`${page.url().split('#')[0]}#${screen}`)
      await turnTo(page, language)
      await expect(page.getByText(arrived).first()).toBeVisible()
      if (screen === '') await expect(page.getByText(host)).toBeVisible()
      const about = { name, language, at: screenSizes, isApproval: false }
      taken.push(...(await takePictures(page, about)))
    }
  }
  await writePart('priced screens', taken)
})
