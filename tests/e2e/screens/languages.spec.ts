import type { Page } from '@playwright/test'
import { stringToHex } from 'viem'
import { alice, stranger } from '../../unit/accounts.ts'
import { closed, decided, approvalWindow, mayClose, yes } from '../support/walletPages.ts'
import { swapCalls, tooMuch } from '../support/chainState.ts'
import { request, idOf, sendCalls, settled } from '../support/site.ts'
import { expect, test } from '../support/test.ts'
import { openJournal, readRows, seedBatches } from '../support/journal.ts'
import { pictures, misfits } from '../support/accessibility.ts'
import { screenAddresses } from '../support/screenAddresses.ts'

const batchOf = (calls: object[]) => ({
  version: '2.0.0',
  from: alice,
  chainId: '0x7a69',
  atomicRequired: false,
  calls,
})

const permitOf = (verifyingContract: string) =>
  JSON.stringify({
    types: {
      EIP712Domain: [
        { name: 'chainId', type: 'uint256' },
        { name: 'verifyingContract', type: 'address' },
      ],
      Permit: ['owner', 'spender', 'value', 'nonce', 'deadline'].map((name, index) => ({
        name,
        type: index < 2 ? 'address' : 'uint256',
      })),
    },
    primaryType: 'Permit',
    domain: { chainId: 31337, verifyingContract },
    message: {
      owner: alice,
      spender: stranger,
      value: '5000000',
      nonce: '0',
      deadline: '9999999999',
    },
  })

/** Goes on after a failure, so that each screen is named. */
const softly = expect.configure({ soft: true })

const looksAt = async (page: Page, name: string) => {
  await page.setViewportSize({ width: 360, height: 600 })
  await page.getByRole('heading').first().waitFor()
  await expect.poll(() => page.evaluate(() => innerWidth)).toBe(360)
  await softly.poll(() => misfits(page), name).toEqual([])
  await pictures(page, name)
}

for (const [code, language] of [
  ['de', 'Deutsch'],
  ['es', 'Español'],
  ['fr', 'Français'],
  ['ja', '日本語'],
  ['ko', '한국어'],
  ['pt-BR', 'Português (Brasil)'],
  ['tr', 'Türkçe'],
  ['vi', 'Tiếng Việt'],
  ['zh-CN', '简体中文'],
] as const)
  test(
    `every screen fits in ${language}`,
    { tag: '@long' },
    async ({ chains, wallet, connected }) => {
      const { contracts } = chains.local
      const id = await idOf(decided(wallet.context, sendCalls(connected)))
      await settled(connected, id)
      const journal = await openJournal(wallet)
      await seedBatches(journal, 'https://a-site-with-a-rather-long-name.example', 30)
      const [batch] = (await readRows(journal, 'batches')).filter((row) => row.id === id)

      const page = await wallet.popup('popup.html#settings')
      await page.getByRole('combobox', { name: 'Language' }).selectOption(language)
      await expect(page.locator('html')).toHaveAttribute('lang', code)
      for (const screen of [...screenAddresses, batch?.key ?? '', 'seed7']) {
        await page.goto(`${page.url().split('#')[0]}#${screen}`)
        await page.reload()
        await looksAt(page, `${code}-${screen.replace('/', '-') || 'home'}`)
      }

      /** `clicks`: how many clicks approving takes; 0 to close the window instead. */
      const ask = async (name: string, method: string, params: unknown, clicks: number) => {
        const answer = request(connected, method, params)
        const window = await approvalWindow(wallet.context)
        for (let click = 0; click < Math.max(1, clicks); click++) {
          await expect(yes(window)).not.toHaveAttribute('aria-disabled', 'true')
          await looksAt(window, `${code}-ask-${name}-${click}`)
          const said = (await yes(window).textContent()) ?? ''
          await mayClose(window, () => (clicks > 0 ? yes(window).click() : window.close()))
          // The second step has another button; it may come after a look at the node.
          if (click + 1 < clicks) await expect(yes(window)).not.toHaveText(said)
        }
        const { error } = await answer
        expect(error?.code).toBe(clicks > 0 ? undefined : 4001)
        await closed(window)
      }
      await ask('batch', 'wallet_sendCalls', [batchOf(swapCalls(contracts))], 0)
      const failing = batchOf(swapCalls(contracts, tooMuch))
      await ask('failing', 'wallet_sendCalls', [failing], 0)
      await ask('message', 'personal_sign', [stringToHex('Hello, all of you'), alice], 1)
      await ask('permit', 'eth_signTypedData_v4', [alice, permitOf(contracts.usdc)], 2)
      await ask('switch', 'wallet_switchEthereumChain', [{ chainId: '0x2105' }], 1)
    },
  )

for (const code of ['es', 'zh_CN'])
  test(`a new user is welcomed in ${code} @long`, async ({ fresh }) => {
    const page = await fresh.popup()
    await page.evaluate((chosen) => localStorage.setItem('language', chosen), code)
    for (const [index, name] of ['create', 'import', 'key', 'watch'].entries()) {
      await page.reload()
      await looksAt(page, `${code}-welcome`)
      await page.getByRole('button').nth(index).click()
      await looksAt(page, `${code}-welcome-${name}`)
    }
  })
