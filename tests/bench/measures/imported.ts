import { rm } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { development } from '../../chain/development.ts'
import { startChain } from '../../chain/index.ts'
import { closeInstallTab, launchWallet } from '../../e2e/support/chromium.ts'
import { onboard } from '../../e2e/support/walletPages.ts'
import { makeKnown } from '../../gallery/knownChain.ts'
import { within, type Measure } from '../measure.ts'
import type { Scene } from '../scene.ts'

const rounds = 5

/** The most, in ms, from the node's answer to the tokens on the screen. */
const most = 2_000

/** Amounts that the account holds, as Home writes them. */
const amounts = ['9,887.5', '310']

/** Selector of `aggregate3` of Multicall3, as it stands in the body of a request. */
const aggregate3 = '0x82ad56cb'

type Shown = { shown: Promise<number> }

/** Has a page note when all of the texts have been painted in it, in ms since 1970. */
const watchFor = (page: Page, texts: readonly string[]) =>
  page.addInitScript((expected) => {
    const shown = new Promise<number>((resolve) => {
      const look = () => {
        const text = document.querySelector('body')?.textContent ?? ''
        if (!expected.every((one) => text.includes(one))) return
        changes.disconnect()
        // Content that is in the page now is on the screen with the next frame.
        requestAnimationFrame(() =>
          setTimeout(() => resolve(performance.timeOrigin + performance.now())),
        )
      }
      const changes = new MutationObserver(look)
      changes.observe(document, { subtree: true, childList: true, characterData: true })
    })
    Object.assign(globalThis, { shown })
  }, texts)

/** Time in ms that a bare page needs to paint those texts once they are there. */
const paintTime = (page: Page, texts: readonly string[]) =>
  page.evaluate(async (given) => {
    const from = performance.now()
    const line = document.createElement('p')
    line.append(...given)
    document.body.append(line)
    await new Promise<void>((resolve) => {
      requestAnimationFrame(() => setTimeout(resolve))
    })
    line.remove()
    return performance.now() - from
  }, texts)

/** Imports an account in a new profile, and returns the time from the node's answer to its tokens on the screen, in ms. */
const importTime = async ({ node, extension }: Scene): Promise<number> => {
  const wallet = await launchWallet({ extension, headless: true })
  try {
    await closeInstallTab(wallet)
    const page = await wallet.popup()
    await watchFor(page, amounts)
    await page.reload()
    const before = node.asked.length
    await onboard(page, development.phrase, development.password)
    for (const amount of amounts) await page.getByText(amount).first().waitFor()
    const shown = await page.evaluate(() => (globalThis as unknown as Shown).shown)
    const answer = node.asked.slice(before).find(({ body }) => body.includes(aggregate3))
    if (answer?.until === undefined || answer.until > shown)
      throw new Error('the node was not asked what the account holds')
    return shown - answer.until
  } finally {
    await wallet.context.close()
    await rm(wallet.profile, { recursive: true, force: true })
  }
}

/** Measures how soon an account whose phrase was just imported shows what it holds. */
export const imported: Measure = {
  name: 'imported account',
  async run(scene) {
    const { node, pages } = scene
    const chain = await startChain({ chainId: 8453, executor: false, l1Fee: true })
    const before = node.behind.url
    const seen = { floor: [] as number[], wallet: [] as number[] }
    try {
      await makeKnown(chain.url)
      node.behind.url = chain.url
      node.isConstant.value = false
      for (let round = 0; round < rounds; round++) {
        seen.floor.push(await paintTime(pages.floor, amounts))
        seen.wallet.push(await importTime(scene))
      }
    } finally {
      node.isConstant.value = true
      node.behind.url = before
      await chain.stop()
    }
    return [within('answer of the node → tokens of an imported account', { ...seen, most })]
  },
}
